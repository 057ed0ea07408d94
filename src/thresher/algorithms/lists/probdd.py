"""ProbDD: Wang et al., Probabilistic Delta Debugging (ESEC/FSE 2021).

Every unit has a probability of being needed. Drop the units whose removal is expected to gain most; when that does not
fail, one of them is needed, and their probabilities rise. Units with the same history have the same probability, so
they are kept as groups: a million units start as one group.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, prod
from operator import attrgetter
from typing import TypeAlias

from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.registry import minimizes_lists
from thresher.kernel.decision import Ask, Decision, Done, follow
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection


@dataclass(frozen=True, slots=True)
class ProbabilityGroup:
    """Units that are all needed with the same probability."""

    probability: float
    units: Selection


Groups: TypeAlias = tuple[ProbabilityGroup, ...]


@dataclass(frozen=True, slots=True)
class ProbddState:
    """`undecided` has the likeliest to be removable first; what is kept but in no group failed alone."""

    kept: Selection
    undecided: Groups
    empty_asked: bool = False


@minimizes_lists(Guarantee.MONOTONE)
def probdd(kept: Selection, *, p0: float = 0.1) -> Search[Selection, Selection]:
    """1-minimal if the test is monotone; the result fails on any test. O(n) runs, about n*p0 before the first miss.

    `p0` is the probability for a unit to be needed before anything is known.
    """
    if not 0 < p0 < 1:
        raise ValueError(f"p0 is a probability between 0 and 1, not {p0}")
    return (yield from follow(_next(ProbddState(kept, (ProbabilityGroup(p0, kept),) if kept else ()))))


def _next(state: ProbddState) -> Decision[Selection, Selection]:
    while state.undecided:
        chosen, others = _most_gain(state.undecided)
        candidate = state.kept
        for group in chosen:
            candidate -= group.units
        if candidate or not state.empty_asked:
            return _ask(state, candidate, chosen, others)
        state = ProbddState(state.kept, _raised(chosen, others), empty_asked=True)
    return Done(state.kept)


def _ask(state: ProbddState, candidate: Selection, chosen: Groups, others: Groups) -> Decision[Selection, Selection]:
    empty_asked = state.empty_asked or not candidate

    def hit(found: Selection) -> Decision[Selection, Selection]:
        left = others if len(found) == len(candidate) else tuple(_within(found, others))
        return _next(ProbddState(found, left, empty_asked))

    def miss() -> Decision[Selection, Selection]:
        return _next(ProbddState(state.kept, _raised(chosen, others), empty_asked))

    return Ask(candidate, hit, miss, move=Move(Action.DROP, (len(state.kept) - len(candidate), len(state.kept))))


def _within(kept: Selection, groups: Groups) -> Iterator[ProbabilityGroup]:
    for group in groups:
        if units := group.units & kept:
            yield ProbabilityGroup(group.probability, units)


def _most_gain(groups: Groups) -> tuple[Groups, Groups]:
    """The units to drop and the others: s units gain s * (product of 1-p), so add one more while p < 1/(s+1)."""
    chosen: list[ProbabilityGroup] = []
    size = 0
    for index, group in enumerate(groups):
        room = max(ceil(1 / group.probability) - 1, 1) - size
        if room <= 0:
            return tuple(chosen), groups[index:]
        chosen.append(ProbabilityGroup(group.probability, group.units[:room]))
        if room < len(group.units):
            return tuple(chosen), (ProbabilityGroup(group.probability, group.units[room:]), *groups[index + 1 :])
        size += len(group.units)
    return tuple(chosen), ()


def _raised(chosen: Groups, others: Groups) -> Groups:
    """The groups after the chosen units could not go together; one that could not go alone is needed."""
    if sum(len(group.units) for group in chosen) == 1:
        return others
    some_needed = 1 - prod((1 - group.probability) ** len(group.units) for group in chosen)
    groups = list(others)
    for group in chosen:
        _add(groups, ProbabilityGroup(group.probability / some_needed, group.units))
    return tuple(groups)


def _add(groups: list[ProbabilityGroup], new: ProbabilityGroup) -> None:
    for index, group in enumerate(groups):
        if group.probability == new.probability:
            groups[index] = ProbabilityGroup(group.probability, group.units | new.units)
            return
    insort(groups, new, key=attrgetter("probability"))
