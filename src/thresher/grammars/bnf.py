"""A grammar without repetition, choice or names: plain productions over numbered symbols, as parsers need them.

`x*` becomes a helper with the productions `H: | H x`, `x+` becomes `H: x | H x`, `x?` becomes `H: | x`, and a choice
within a sequence becomes a helper with one production for each branch. `roles` has the role of each nonterminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple

from thresher.grammars.grammar import (
    NOWHERE,
    Choice,
    Concatenation,
    Expression,
    Grammar,
    Precedence,
    Repeat,
    SourcePosition,
    Symbol,
)

FEW = 32  # productions that one alternative with a precedence may become


class SymbolRole(Enum):
    """RULE: defined by the author. The others are helpers."""

    RULE = "rule"
    OPTIONAL = "optional"
    STAR = "star"
    PLUS = "plus"
    GROUP = "group"


class Production(NamedTuple):
    """`precedence` decides whether to reduce it; in a helper, `around` is that of the alternative it is in."""

    head: int
    body: tuple[int, ...]
    precedence: Precedence | None
    around: Precedence | None
    place: SourcePosition


@dataclass(frozen=True)
class Productions:
    """Symbols below `terminals` are terminals, in the grammar's order; production 0 is `goal: start`."""

    names: tuple[str, ...]
    terminals: int
    roles: tuple[SymbolRole, ...]  # of the nonterminals, by symbol number less `terminals`
    productions: tuple[Production, ...]

    @cached_property
    def by_head(self) -> dict[int, list[int]]:
        """For every nonterminal the numbers of its productions."""
        found: dict[int, list[int]] = {head: [] for head in range(self.terminals, len(self.names))}
        for number, production in enumerate(self.productions):
            found[production.head].append(number)
        return found

    @cached_property
    def nullable(self) -> frozenset[int]:
        """The nonterminals that derive the empty text."""
        found: set[int] = set()
        while True:
            more = {each.head for each in self.productions if each.head not in found and found.issuperset(each.body)}
            if not more:
                return frozenset(found)
            found |= more

    def role(self, symbol: int) -> SymbolRole | None:
        """What a nonterminal is; None for a terminal."""
        return None if symbol < self.terminals else self.roles[symbol - self.terminals]

    @property
    def start(self) -> int:
        """The start rule."""
        return self.productions[0].body[0]


def productions_of(grammar: Grammar) -> Productions:
    """The productions of a grammar all of whose symbols are defined; KeyError names one that is not."""
    return _Writer(grammar).written()


class _Writer:
    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._names = [*grammar.terminals, "$goal", *grammar.rules]
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self._roles = [SymbolRole.RULE] * (len(grammar.rules) + 1)
        self._written: dict[Production, None] = {}
        self._helpers: dict[tuple[Expression, SymbolRole, Precedence | None], int] = {}

    def written(self) -> Productions:
        terminals = len(self._grammar.terminals)
        self._add(Production(terminals, (self._numbers[self._grammar.start],), None, None, NOWHERE))
        for rule in self._grammar.rules.values():
            head = self._numbers[rule.name]
            for alternative in rule.alternatives:
                for body in self._bodies(alternative.body, alternative.precedence):
                    precedence = alternative.precedence
                    self._add(Production(head, body, precedence, precedence, alternative.place))
        return Productions(tuple(self._names), terminals, tuple(self._roles), tuple(self._written))

    def _add(self, production: Production) -> None:
        if production.body != (production.head,):  # `a: a` is redundant
            self._written[production] = None

    def _bodies(self, expression: Expression, around: Precedence | None) -> Iterator[tuple[int, ...]]:
        """An expression as the bodies of productions.

        A choice that is all there is becomes several. One within a sequence does so only if a precedence depends on it:
        `e ("+" | "-") e` must be as good as `e "+" e | e "-" e`.
        """
        parts = _parts(expression)
        branches = [_branches(part) for part in parts]
        if len(parts) == 1 and len(branches[0]) > 1:
            for branch in branches[0]:
                yield from self._bodies(branch, around)
        elif around is not None and prod(map(len, branches)) <= FEW:
            for chosen in product(*branches):
                yield tuple(self._symbol(part, around) for branch in chosen for part in _parts(branch))
        else:
            yield tuple(self._symbol(part, around) for part in parts)

    def _symbol(self, expression: Expression, around: Precedence | None) -> int:
        match expression:
            case Symbol(name):
                return self._numbers[name]
            case Repeat(body, 0, 1):
                return self._helper(body, SymbolRole.OPTIONAL, around)
            case Repeat(body, 0, None):
                return self._helper(body, SymbolRole.STAR, around)
            case Repeat(body, 1, None):
                return self._helper(body, SymbolRole.PLUS, around)
            case _:
                return self._helper(expression, SymbolRole.GROUP, around)

    def _helper(self, body: Expression, role: SymbolRole, around: Precedence | None) -> int:
        key = _bare(body), role, around
        if key in self._helpers:
            return self._helpers[key]
        number = self._helpers[key] = len(self._names)
        self._names.append(f"${role.value}{len(self._helpers)}")
        self._roles.append(role)
        bodies = list(self._bodies(body, around))
        if role in (SymbolRole.OPTIONAL, SymbolRole.STAR):
            self._add(Production(number, (), None, around, NOWHERE))
        for each in bodies:
            if role is not SymbolRole.STAR:
                self._add(Production(number, each, None, around, NOWHERE))
            if role in (SymbolRole.STAR, SymbolRole.PLUS) and each:
                self._add(Production(number, (number, *each), None, around, NOWHERE))
        return number


def _parts(expression: Expression) -> list[Expression]:
    """A sequence's parts, nested sequences opened; repetitions with other counts than `? * +` written out."""
    match expression:
        case Concatenation(parts):
            return [inner for part in parts for inner in _parts(part)]
        case Choice((only,)):
            return _parts(only)
        case Repeat(body, least, most) if (least, most) not in ((0, 1), (0, None), (1, None)):
            rest = [Repeat(body, 0, None)] if most is None else [Repeat(body, 0, 1)] * (most - least)
            return [inner for part in [*[body] * least, *rest] for inner in _parts(part)]
        case _:
            return [expression]


def _branches(expression: Expression) -> list[Expression]:
    """A choice's branches, nested choices opened."""
    match expression:
        case Choice(parts):
            return [inner for part in parts for inner in _branches(part)]
        case _:
            return [expression]


def _bare(expression: Expression) -> Expression:
    """The expression without source positions: equal for equal expressions."""
    match expression:
        case Symbol(name):
            return Symbol(name)
        case Repeat(body, least, most):
            return Repeat(_bare(body), least, most)
        case Concatenation(parts):
            return Concatenation(tuple(map(_bare, parts)))
        case Choice(parts):
            return Choice(tuple(map(_bare, parts)))
