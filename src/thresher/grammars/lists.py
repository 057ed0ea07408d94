"""Lists that a grammar spells by recursion, and what its rules can do without.

`list: list "," item | item` is as much a list as `item ("," item)*`. Told by the productions alone, every one of them
that repeats its own head at an end is a step of a list, and shows which elements can be removed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import combinations

from thresher.grammars.bnf import Productions, SymbolRole

MOST = 4  # parts of one production that can go independently


class Freedom(Enum):
    """ALL: any element can be removed. BUT_ONE: any but the last one. AFFIX: any but the first element.

    SEPARATED: as BUT_ONE, and what is between two elements goes with one of them.
    """

    ALL = "all"
    BUT_ONE = "but one"
    SEPARATED = "separated"
    AFFIX = "affix"


@dataclass(frozen=True, slots=True)
class RecursiveProduction:
    """A production `list: list ... ` (from the `left`) or `list: ... list`."""

    freedom: Freedom
    left: bool


@dataclass(frozen=True)
class GrammarLists:
    """The lists found in the productions of a grammar."""

    productions: Productions

    @cached_property
    def steps(self) -> dict[int, RecursiveProduction]:
        """The productions that are steps of lists."""
        found = {}
        for number in range(1, len(self.productions.productions)):
            step = self._step(number)
            if step is not None:
                found[number] = step
        return found

    def _step(self, number: int) -> RecursiveProduction | None:
        head, body, *_ = self.productions.productions[number]
        if len(body) < 2 or head not in (body[0], body[-1]):
            return None
        left = body[0] == head
        rest = body[1:] if left else body[:-1]
        element = rest[-1] if left else rest[0]
        bases = {self.productions.productions[other].body for other in self.productions.by_head[head]}
        repeated = self.productions.role(head) is SymbolRole.STAR or rest in bases
        if len(rest) > 1 and not repeated and element in self.units[head] | {head}:
            return RecursiveProduction(Freedom.SEPARATED, left)
        if head in self.productions.nullable:
            return RecursiveProduction(Freedom.ALL, left)
        if repeated or (len(rest) == 1 and element in self.units[head]):
            return RecursiveProduction(Freedom.BUT_ONE, left)
        return RecursiveProduction(Freedom.AFFIX, left)

    @cached_property
    def units(self) -> dict[int, frozenset[int]]:
        """For every nonterminal the symbols that may derive from it alone, through any number of productions."""
        direct = {head: self._alone(head) for head in self.productions.by_head}
        found = {}
        for head, first in direct.items():
            reached, todo = set(first), list(first)
            while todo:
                more = direct.get(todo.pop(), set()) - reached
                reached |= more
                todo += more
            found[head] = frozenset(reached)
        return found

    def _alone(self, head: int) -> set[int]:
        """The symbols that are all there needs to be of some production."""
        found = set()
        for number in self.productions.by_head[head]:
            body = self.productions.productions[number].body
            needed = [symbol for symbol in body if symbol not in self.productions.nullable]
            if len(needed) == 1:
                found.add(needed[0])
            elif not needed:
                found.update(body)
        return found

    def tail(self, item: int, repetition: int) -> bool:
        """Whether a symbol and the repetition after it are one list: `item ("," item)*`."""
        if self.productions.role(repetition) is not SymbolRole.STAR:
            return False
        steps = [self.productions.productions[each].body for each in self.productions.by_head[repetition]]
        return all(len(step) > 2 and step[-1] == item for step in steps if step)

    @cached_property
    def spare(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """For productions the runs of their bodies that can go, in any combination: other productions are without.

        `call: name "(" arguments ")" | name "(" ")"` shows that the arguments can be removed.
        """
        found = {}
        for head, numbers in self.productions.by_head.items():
            bodies = {self.productions.productions[number].body for number in numbers}
            for number in numbers:
                runs = _spare(self.productions.productions[number].body, bodies)
                if runs and number not in self.steps and self.productions.role(head) is SymbolRole.RULE:
                    found[number] = runs
        return found


def _spare(body: tuple[int, ...], bodies: set[tuple[int, ...]]) -> tuple[tuple[int, int], ...]:
    chosen: list[tuple[int, int]] = []
    runs = [
        (start, start + length)
        for length in range(1, len(body))
        for start in range(len(body) - length, -1, -1)  # in `if x else x`, rather `else x` than `x else`
        if body[:start] + body[start + length :] in bodies
    ]
    for run in runs:
        apart = all(run[1] <= other[0] or other[1] <= run[0] for other in chosen)
        if len(chosen) < MOST and apart and _all_go(body, [*chosen, run], bodies):
            chosen.append(run)
    return tuple(sorted(chosen))


def _all_go(body: tuple[int, ...], runs: list[tuple[int, int]], bodies: set[tuple[int, ...]]) -> bool:
    """Whether every combination of the runs can go."""
    for count in range(2, len(runs) + 1):
        for gone in combinations(runs, count):
            left = (symbol for place, symbol in enumerate(body) if not any(low <= place < high for low, high in gone))
            if tuple(left) not in bodies:
                return False
    return True
