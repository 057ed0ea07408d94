"""Ends a search that has stopped to pay: so many questions in a row without a hit, or without much of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


def patient(search: Search[Selection, Selection], start: Selection, patience: int) -> Search[Selection, Selection]:
    """The same search, up to `patience` misses in a row; then the last hit, or the start, is the result."""
    best, left = start, patience
    try:
        stream = next(search)
        while True:
            counted = _Counted(stream, left)
            hit = yield counted
            if hit is not None:
                best, left = hit.candidate, patience
            elif counted.count >= left:
                return best
            else:
                left -= counted.count
            stream = search.send(_asked(hit))
    except StopIteration as stop:
        result: Selection = stop.value
        return result


def paying(
    search: Search[Selection, Selection],
    start: Selection,
    *,
    weight: Callable[[Selection], int],
    tests: int,
    share: float,
) -> Search[Selection, tuple[Selection, bool]]:
    """The same search as long as so many tests take off that share of the weight; and whether it came to its end."""
    best, goal, left = start, (1 - share) * weight(start), tests
    try:
        stream = next(search)
        while True:
            counted = _Counted(stream, left)
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


@dataclass(frozen=True, slots=True)
class _Place:
    """A probe and its number in its stream, from one on."""

    number: int
    probe: Probe[Selection]


class _Counted:
    """At most so many probes of a stream, and how many have been pulled; after a hit, that may be more than counts."""

    def __init__(self, stream: Iterable[Probe[Selection]], most: int) -> None:
        self._stream, self._most = stream, most
        self.count = 0

    def __iter__(self) -> Iterator[Probe[Selection]]:
        for probe in self._stream:
            if self.count >= self._most:
                return
            self.count += 1
            yield replace(probe, origin=_Place(self.count, probe))

    def up_to(self, hit: Probe[Selection] | None) -> int:
        """How many it took to the hit, or to the end."""
        return self.count if hit is None else cast("_Place", hit.origin).number


def _asked(hit: Probe[Selection] | None) -> Probe[Selection] | None:
    """The hit as the search inside knows it."""
    return None if hit is None else replace(cast("_Place", hit.origin).probe, candidate=hit.candidate)
