"""The proof that a selection is 1-minimal: every unit was dropped alone from exactly this selection, and missed.

HGT ends with it. Where its beliefs were wrong, units turn out to be removable here, so nothing that was only inferred
can spoil the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log
from typing import TypeAlias

from thresher.kernel.decision import Ask, Decision, Done
from thresher.kernel.place import Action, Move
from thresher.kernel.selection import Selection

Next: TypeAlias = Decision[Selection, Selection]
Units: TypeAlias = "tuple[int, Units] | None"  # a linked list, so that both answers to a question can share it


@dataclass(frozen=True, slots=True)
class FailedRemovals:
    """Units that could not go alone: from the present selection, and ever."""

    now: Units = None
    ever: Units = None

    def and_missed(self, unit: int) -> FailedRemovals:
        """One more."""
        return FailedRemovals((unit, self.now), (unit, self.ever))

    def after_hit(self) -> FailedRemovals:
        """A smaller selection has to be tried anew."""
        return FailedRemovals(None, self.ever)


@dataclass(frozen=True, slots=True)
class UntriedPass:
    """One pass over the units that were not tried on the present selection, `todo[index]` being the next.

    A unit is expected to be needed; when units turn out to be removable all the same, blocks are tried first.
    """

    kept: Selection
    tried: FailedRemovals
    backward: bool
    todo: tuple[int, ...] = ()
    index: int = 0
    needed: int = 3
    gone: int = 1

    def block(self) -> int:
        """How many units to drop at once, so that all of them can go half of the time."""
        return max(1, round(log(0.5) / log(self.gone / (self.needed + self.gone))))


def certified(kept: Selection, tried: FailedRemovals, *, backward: bool) -> Next:
    """1-minimal for any test, the empty selection included.

    It takes k runs if all of the k units are needed. Each hit costs up to k more, but for those that were dropped with
    it. Passes go to and fro, because a declaration can go after its uses, wherever they are.
    """
    sure, ever = set(_each(tried.now)), set(_each(tried.ever))
    todo = [unit for unit in kept if unit not in sure]
    if not todo:
        return Done(kept)
    if backward:
        todo.reverse()
    todo.sort(key=ever.__contains__)
    return _next(UntriedPass(kept, tried, backward, tuple(todo)))


def _each(units: Units) -> Iterator[int]:
    while units is not None:
        unit, units = units
        yield unit


def _next(state: UntriedPass) -> Next:
    index = state.index
    while index < len(state.todo) and state.todo[index] not in state.kept:
        index += 1
    if index >= len(state.todo):
        return certified(state.kept, state.tried, backward=not state.backward)
    state = replace(state, index=index)
    size = state.block()
    if size > 1:
        block = Selection.of(state.todo[index : index + size]) & state.kept
        if len(block) > 1:
            return _together(state, block)
    return _alone(state)


def _together(state: UntriedPass, block: Selection) -> Next:
    def hit(found: Selection) -> Next:
        return _next(_without(state, found, gone=len(block)))

    def miss() -> Next:
        return _alone(replace(state, needed=state.needed + 1))

    return Ask(state.kept - block, hit, miss, move=Move(Action.DROP_AFTER_ALL, (len(block), len(state.kept))))


def _alone(state: UntriedPass) -> Next:
    unit = state.todo[state.index]
    position = state.kept.position(unit)

    def hit(found: Selection) -> Next:
        return _next(_without(state, found, gone=1))

    def miss() -> Next:
        tried = state.tried.and_missed(unit)
        return _next(replace(state, tried=tried, index=state.index + 1, needed=state.needed + 1))

    return Ask(state.kept.without(position, position + 1), hit, miss, move=Move(Action.DROP_UNIT, (unit,)))


def _without(state: UntriedPass, found: Selection, *, gone: int) -> UntriedPass:
    return replace(state, kept=found, tried=state.tried.after_hit(), index=state.index + 1, gone=state.gone + gone)
