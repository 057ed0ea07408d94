"""List algorithms on groups of units, from coarse groups to fine ones, down to the units themselves: HDD for lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar, cast

from thresher.algorithms.combinators import mapped
from thresher.algorithms.lists.dd import dd
from thresher.algorithms.registry import Minimizer
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

T = TypeVar("T")


def dd_by_levels(everything: Selection, cuts: Sequence[Selection]) -> Search[Selection, tuple[Selection, Selection]]:
    """A passing and a failing selection whose difference is 1-minimal; nothing passes, everything fails.

    `cuts` are the numbers at which groups begin, coarse ones first. About log2(n) runs if every outcome is resolved:
    the levels share that number among them.
    """
    passing, failing = Selection(), everything
    for starts in (*cuts, everything):
        groups = _groups(failing - passing, starts)
        near, far = yield from _lifted(dd(Selection(), Selection.all(len(groups))), _joined(passing, groups))
        passing, failing = _joined(passing, groups)(near), _joined(passing, groups)(far)
    return passing, failing


def by_levels(minimizer: Minimizer, kept: Selection, cuts: Sequence[Selection]) -> Search[Selection, Selection]:
    """What the minimizer leaves of the groups of each level, coarse ones first, and of the units in the end."""
    for starts in (*cuts, kept):
        groups = _groups(kept, starts)
        left = yield from _lifted(minimizer(Selection.all(len(groups))), _joined(Selection(), groups))
        kept = _joined(Selection(), groups)(left)
    return kept


def _groups(units: Selection, starts: Selection) -> list[Selection]:
    """The units cut where groups begin."""
    places = sorted({units.position(start) for start in starts if start > 0} | {0, len(units)})
    return [units[start:stop] for start, stop in pairwise(places)]


def _joined(base: Selection, groups: list[Selection]) -> Callable[[Selection], Selection]:
    def join(chosen: Selection) -> Selection:
        found = base
        for start, stop in chosen.runs():
            found |= _union(groups[start:stop])
        return found

    return join


def _union(groups: list[Selection]) -> Selection:
    """Neighbours in order: their bounds follow each other."""
    return Selection.of(unit for group in groups for unit in group)


def _lifted(search: Search[Selection, T], lift: Callable[[Selection], Selection]) -> Search[Selection, T]:
    """The same search, with groups replaced by their units."""

    def asked(stream: Iterable[Probe[Selection]]) -> Iterator[Probe[Selection]]:
        return (probe.into(lift) for probe in stream)

    return mapped(search, asked, lambda hit: cast("Probe[Selection]", hit.origin))
