"""Makes a sequence short by rewriting, without running anything.

Steps are only removed; that two may change places is used to bring others side by side, and what is left is in the
order of the sequence. So rewriting ends after as many applications as there are steps at most. Where rules compete,
several orders of applying them are tried and the shortest result is taken.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from thresher.kernel.selection import Selection
from thresher.rewriting.rule import Pattern, RewriteRule
from thresher.rewriting.system import Law, System
from thresher.structures.events import LogStep

_ORDERS = (
    (Pattern.SKIP, Pattern.CANCEL, Pattern.ABSORB),
    (Pattern.ABSORB, Pattern.CANCEL, Pattern.SKIP),
    (Pattern.CANCEL, Pattern.ABSORB, Pattern.SKIP),
)


@dataclass(frozen=True, slots=True)
class Application:
    """A law at work: which steps it drops, before which one, and what changes places with them by which rules."""

    law: Law
    dropped: tuple[int, ...]
    before: int | None = None
    moved: tuple[tuple[int, RewriteRule], ...] = ()


@dataclass(frozen=True, slots=True)
class Derivation:
    """What is left of a sequence and how it came to that; `unique` if every order of the rules tried led there."""

    kept: Selection
    applications: tuple[Application, ...]
    unique: bool


def rewrite(steps: Sequence[LogStep], system: System, *, keep_last: bool = True) -> Derivation:
    """The shortest result found. The last step stays, since it is the one that failed, unless requested otherwise.

    No rule applies to the result any more.
    """
    found = [
        _RemainingSteps(steps, system, keep_last=keep_last).normalized(order, backwards=backwards)
        for order, backwards in product(_ORDERS, (False, True))
    ]
    best = min(found, key=lambda each: len(each[0]))
    return Derivation(*best, unique=all(kept == best[0] for kept, _ in found))


class _RemainingSteps:
    """The steps that are left, and the laws that apply to them."""

    def __init__(self, steps: Sequence[LogStep], system: System, *, keep_last: bool) -> None:
        self._names = [step.event for step in steps]
        self._args = [step.args for step in steps]
        self._system = system
        self._left = list(range(len(steps)))
        self._fixed = len(steps) - 1 if keep_last else -1

    def normalized(self, order: Sequence[Pattern], *, backwards: bool) -> tuple[Selection, tuple[Application, ...]]:
        """Applies one pattern after the other as often as it goes, from the first again after each success."""
        done = list(self._everywhere(Pattern.SKIP, backwards=backwards, among=self._system.free))
        while True:
            before = len(done)
            for pattern in order:
                done += self._everywhere(pattern, backwards=backwards)
                if len(done) > before:
                    break
            else:
                return Selection.of(self._left), tuple(done)

    def _everywhere(
        self, pattern: Pattern, *, backwards: bool, among: Container[str] | None = None
    ) -> Iterator[Application]:
        gone: set[int] = set()
        for step in sorted(self._left, reverse=backwards):
            if step in gone or step == self._fixed or (among is not None and self._names[step] not in among):
                continue
            found = self._applied(pattern, step)
            if found is not None:
                gone.update(found.dropped)
                for each in found.dropped:
                    del self._left[bisect_left(self._left, each)]
                yield found

    def _applied(self, pattern: Pattern, step: int) -> Application | None:
        name = self._names[step]
        if pattern is Pattern.SKIP:
            law = self._system.skip.get(name)
            return Application(law, (step,)) if law else None
        laws = self._system.cancel if pattern is Pattern.CANCEL else self._system.absorb
        for other, ahead, behind in self._neighbours(step, self._system.partners(pattern, name)):
            law = laws.get((name, self._names[other]))
            if law is None or (law.rule.needs_equal_arguments and self._args[step] != self._args[other]):
                continue
            if pattern is Pattern.ABSORB:
                return Application(law, (step,), other, self._moved(step, other, ahead, behind))
            if other != self._fixed:
                return Application(law, (step, other), None, self._moved(step, other, ahead, behind))
        return None

    def _neighbours(self, step: int, hopeful: frozenset[str]) -> Iterator[tuple[int, list[int], list[int]]]:
        """The later steps of the wanted events that can be brought next to this one; what moves before, and after.

        A step between the two moves ahead if it commutes with this one and with all that is not moved ahead; else the
        later one has to commute with it.
        """
        names, commutes = self._names, self._system.commutes
        ahead: list[int] = []
        behind: list[int] = []
        free: set[str] = set()  # events that are known to move ahead
        in_the_way: set[str] = set()
        for index in range(bisect_left(self._left, step) + 1, len(self._left)):
            if not hopeful:
                return
            other = self._left[index]
            event = names[other]
            if event in hopeful:
                yield other, ahead, behind
            if event in free:
                ahead.append(other)
            elif event in in_the_way:
                behind.append(other)
            elif commutes(names[step], event) and all(commutes(each, event) for each in in_the_way):
                free.add(event)
                ahead.append(other)
            else:
                behind.append(other)
                in_the_way.add(event)
                free = {each for each in free if commutes(event, each)}
                hopeful = frozenset(each for each in hopeful if commutes(event, each))

    def _moved(self, step: int, other: int, ahead: list[int], behind: list[int]) -> tuple[tuple[int, RewriteRule], ...]:
        """Each step that changes places, with the rule for it."""
        over = [(each, self._system.commutes(self._names[step], self._names[each])) for each in ahead]
        under = [(each, self._system.commutes(self._names[each], self._names[other])) for each in behind]
        return tuple((each, rule) for each, rule in (*over, *under) if rule)
