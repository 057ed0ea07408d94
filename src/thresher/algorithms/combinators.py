"""Searches made from searches: everything first, valid candidates only, while it pays off, for another outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias, TypeVar, cast

from thresher.kernel.ordering import Size
from thresher.kernel.outcome import Outcome
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

C = TypeVar("C")
D = TypeVar("D")
T = TypeVar("T")

MissLimit: TypeAlias = Callable[[Selection, Selection, int], int]
"""Misses in a row after which a candidate is not worth a question: by what is kept, the candidate, and how many
questions were asked up to the last hit.
"""


def mapped(
    search: Search[C, T],
    asked: Callable[[Iterable[Probe[C]]], Iterable[Probe[D]]],
    hit: Callable[[Probe[D]], Probe[C]],
) -> Search[D, T]:
    """The same search, with each of its streams changed by `asked`, and each probe that hit changed back by `hit`."""
    try:
        stream = next(search)
        while True:
            found = yield asked(stream)
            stream = search.send(None if found is None else hit(found))
    except StopIteration as stop:
        result: T = stop.value
        return result


def _unchanged(probe: Probe[C]) -> Probe[C]:
    return probe


def filtered(search: Search[C, T], valid: Callable[[C], bool], *, every: bool = False) -> Search[C, T]:
    """The same search, for which an invalid candidate has missed without being asked.

    `valid` must be pure: it is asked whenever the stream is pulled. A probe that wants another outcome than FAIL
    passes, since what it wants may be just that, unless `every` one is to be valid.
    """
    return mapped(search, partial(_valid_only, valid, every=every), _unchanged)


def shrinking(search: Search[C, T], start: C, size: Callable[[C], Size]) -> Search[C, T]:
    """The same search, for which a candidate that is no smaller than the last hit has missed without being asked.

    For searches that rewrite rather than remove: without it two of them could undo each other's work forever.
    """
    limit = size(start)

    def smaller_only(stream: Iterable[Probe[C]]) -> Iterator[Probe[C]]:
        return (probe for probe in stream if size(probe.candidate) < limit)

    def lower_limit(hit: Probe[C]) -> Probe[C]:
        nonlocal limit
        limit = size(hit.candidate)
        return hit

    return mapped(search, smaller_only, lower_limit)


def _valid_only(valid: Callable[[C], bool], stream: Iterable[Probe[C]], *, every: bool) -> Iterator[Probe[C]]:
    for probe in stream:
        if probe.wants is not Outcome.FAIL and not every:
            yield probe
        elif valid(probe.candidate):
            yield replace(probe, scope=None if probe.scope is None else probe.scope.into(partial(_if, valid)))


def _if(valid: Callable[[C], bool], candidate: C) -> C | None:
    return candidate if valid(candidate) else None


@dataclass(frozen=True, slots=True)
class Ended:
    """What a search has left, how many misses in a row were the last, and whether anything hit."""

    kept: Selection
    misses: int
    hit: bool


def counting_misses(
    search: Search[Selection, Selection], start: Selection, limit: MissLimit
) -> Search[Selection, Ended]:
    """The same search, ended by as many misses in a row as `limit` allows for the next question."""
    best, row, some = start, 0, False
    asked: set[int] = set()
    before = 0
    try:
        stream = next(search)
        while True:
            counted = _Counted(stream, partial(_limited, limit, best, before), row, asked)
            hit = yield counted
            if hit is not None:
                best, before, row, some = hit.candidate, before + row + counted.up_to(hit), 0, True
            elif counted.cut:
                return Ended(best, row + counted.count, some)
            else:
                row += counted.count
            asked.update(counted.asked_up_to(hit))
            stream = search.send(_asked(hit))
    except StopIteration as stop:
        return Ended(stop.value, row, some)


def few_misses_per_group(
    search: Search[Selection, Selection], start: Selection, group: Callable[[int], int | None], limit: int
) -> Search[Selection, Selection]:
    """The same search, for which a unit has missed without being asked when `limit` others of its group have.

    For units that are alike, such as the characters of a long name: if it is their number that counts, all of them miss
    alone. Counts begin again after a hit in the group. Units without a group, and several units at once, are all asked.
    """
    best = start
    missed: Counter[int] = Counter()
    try:
        stream = next(search)
        while True:
            asked = _FewPerGroup(stream, best, group, missed, limit)
            hit = yield asked
            missed.update(asked.groups_before(hit))
            if hit is not None:
                for found in {group(unit) for unit in best - hit.candidate} & missed.keys():
                    del missed[found]
                best = hit.candidate
            stream = search.send(_asked(hit))
    except StopIteration as stop:
        return cast("Selection", stop.value)


class _FewPerGroup:
    """Probes of a stream without single units of a group in which many have missed."""

    def __init__(
        self,
        stream: Iterable[Probe[Selection]],
        kept: Selection,
        group: Callable[[int], int | None],
        missed: Counter[int],
        limit: int,
    ) -> None:
        self._stream, self._kept, self._group, self._limit = stream, kept, group, limit
        self._missed = missed.copy()
        self._groups: list[int | None] = []

    def __iter__(self) -> Iterator[Probe[Selection]]:
        for probe in self._stream:
            removed = self._kept - probe.candidate
            group = self._group(removed.unit(0)) if len(removed) == 1 else None
            if group is not None:
                if self._missed[group] >= self._limit:
                    continue
                self._missed[group] += 1
            self._groups.append(group)
            yield replace(probe, origin=_Numbered(len(self._groups), probe))

    def groups_before(self, hit: Probe[Selection] | None) -> list[int]:
        """The groups of the single units that were asked before the hit, each as often as that."""
        count = len(self._groups) if hit is None else cast("_Numbered", hit.origin).number - 1
        return [group for group in self._groups[:count] if group is not None]


def give_up_after_misses(
    search: Search[Selection, Selection], start: Selection, misses: int
) -> Search[Selection, Selection]:
    """The same search, up to `misses` misses in a row; then the last hit, or the start, is the result."""
    return (yield from counting_misses(search, start, lambda *_: misses)).kept


def while_productive(
    search: Search[Selection, Selection],
    start: Selection,
    *,
    weight: Callable[[Selection], int],
    tests: int,
    share: float,
) -> Search[Selection, tuple[Selection, bool]]:
    """The same search while every `tests` tests remove `share` of the weight; and whether it came to its end."""
    best, goal, left = start, (1 - share) * weight(start), tests
    try:
        stream = next(search)
        while True:
            counted = _Counted(stream, partial(_always, left))
            hit = yield counted
            left -= counted.up_to(hit)
            best = best if hit is None else hit.candidate
            if hit is not None and weight(best) <= goal:
                goal, left = (1 - share) * weight(best), tests
            elif left <= 0:
                return best, False
            stream = search.send(_asked(hit))
    except StopIteration as stop:
        return stop.value, True


def _limited(limit: MissLimit, kept: Selection, asked: int, candidate: Selection) -> int:
    return limit(kept, candidate, asked)


def _always(limit: int, _: Selection) -> int:
    return limit


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A probe and its number in its stream, from one on."""

    number: int
    probe: Probe[Selection]


class _Counted:
    """Probes of a stream, up to a limit of misses in a row, and how many have been pulled.

    After a hit that may be more than were needed. Candidates that were asked `before`, by their hashes, cost nothing
    and do not count.
    """

    def __init__(
        self,
        stream: Iterable[Probe[Selection]],
        limit: Callable[[Selection], int],
        row: int = 0,
        before: Container[int] = frozenset[int](),
    ) -> None:
        self._stream, self._limit, self._row, self._before = stream, limit, row, before
        self._asked: list[int] = []
        self.cut = False

    @property
    def count(self) -> int:
        return len(self._asked)

    def __iter__(self) -> Iterator[Probe[Selection]]:
        for probe in self._stream:
            asked = hash(probe.candidate)
            if asked not in self._before:
                if self._row + self.count >= self._limit(probe.candidate):
                    self.cut = True
                    return
                self._asked.append(asked)
            yield replace(probe, origin=_Numbered(self.count, probe))

    def up_to(self, hit: Probe[Selection] | None) -> int:
        """How many it took to the hit, or to the end."""
        return self.count if hit is None else cast("_Numbered", hit.origin).number

    def asked_up_to(self, hit: Probe[Selection] | None) -> list[int]:
        """The hashes of what was asked, up to the hit."""
        return self._asked[: self.up_to(hit)]


def _asked(hit: Probe[Selection] | None) -> Probe[Selection] | None:
    """The hit as the search inside knows it."""
    return None if hit is None else replace(cast("_Numbered", hit.origin).probe, candidate=hit.candidate)


def all_first(
    kept: Selection, minimizer: Callable[[Selection], Search[Selection, Selection]]
) -> Search[Selection, Selection]:
    """The empty selection if that fails, else what the minimizer finds; one run more than that."""
    hit = yield [Probe(Selection(), move=Move(Action.DROP_ALL))]
    return hit.candidate if hit is not None else (yield from minimizer(kept))


def with_outcome(search: Search[C, T], outcome: Outcome) -> Search[C, T]:
    """The same search, for which each probe hits if it has this outcome: a minimizer finds what suffices for that."""
    return mapped(search, lambda stream: (replace(probe, wants=outcome) for probe in stream), _unchanged)
