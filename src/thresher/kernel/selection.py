"""A subset of numbered units, kept as runs, so that 100 million units with a few gaps cost a few numbers.

Every list algorithm works on selections: "the kept units". They are immutable and hashable; positions inside one
(first, second, ... kept unit) are what slices count.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain
from operator import sub


class Selection:
    """An increasing sequence of unit numbers.

    >>> s = Selection.all(10)
    >>> s[2:5], s.without(2, 5)
    (Selection(2-4), Selection(0-1, 5-9))
    >>> len(s.without(2, 5)), list(Selection.of([7, 3, 4]))
    (7, [3, 4, 7])
    """

    __slots__ = ("_counts", "_length", "bounds")

    def __init__(self, bounds: tuple[int, ...] = ()) -> None:
        """`bounds` is start, stop, start, stop, ... strictly increasing; use `all` and `of` to build one."""
        self.bounds = bounds
        self._length = sum(bounds[1::2]) - sum(bounds[::2])
        self._counts: list[int] | None = None

    @classmethod
    def all(cls, count: int) -> Selection:
        """Units 0 to count-1."""
        return cls((0, count) if count else ())

    @classmethod
    def of(cls, units: Iterable[int]) -> Selection:
        """The given unit numbers, in any order."""
        bounds: list[int] = []
        for unit in sorted(set(units)):
            if bounds and bounds[-1] == unit:
                bounds[-1] = unit + 1
            else:
                bounds += (unit, unit + 1)
        return cls(tuple(bounds))

    def runs(self) -> Iterator[tuple[int, int]]:
        """The maximal runs of consecutive units as (start, stop)."""
        return zip(self.bounds[::2], self.bounds[1::2], strict=True)

    def __len__(self) -> int:
        return self._length

    def __bool__(self) -> bool:
        return self._length > 0

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(range(start, stop) for start, stop in self.runs())

    def __contains__(self, unit: int) -> bool:
        return bisect_right(self.bounds, unit) % 2 == 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Selection) and self.bounds == other.bounds

    def __hash__(self) -> int:
        return hash(self.bounds)

    def __repr__(self) -> str:
        runs = (str(start) if stop == start + 1 else f"{start}-{stop - 1}" for start, stop in self.runs())
        return f"Selection({', '.join(runs)})"

    def unit(self, position: int) -> int:
        """The unit at a position from 0 to len-1."""
        run, before = self._locate(position)
        return self.bounds[2 * run] + position - before

    def position(self, unit: int) -> int:
        """How many kept units are smaller than this one."""
        index = bisect_right(self.bounds, unit)
        before = self._cumulated()[index // 2]
        return before + (unit - self.bounds[index - 1] if index % 2 else 0)

    def __getitem__(self, positions: slice) -> Selection:
        """The units at positions start to stop-1; slices only, with step 1."""
        start, stop, step = positions.indices(self._length)
        if step != 1:
            raise ValueError("a selection is sliced with step 1")
        if start >= stop:
            return Selection()
        if (start, stop) == (0, self._length):
            return self
        first, before_first = self._locate(start)
        last, before_last = self._locate(stop - 1)
        return Selection(
            (
                self.bounds[2 * first] + start - before_first,
                *self.bounds[2 * first + 1 : 2 * last + 1],
                self.bounds[2 * last] + stop - before_last,
            )
        )

    def without(self, start: int, stop: int) -> Selection:
        """All but the units at positions start to stop-1."""
        left, right = self[:start].bounds, self[stop:].bounds
        if left and right and left[-1] == right[0]:
            return Selection(left[:-1] + right[1:])
        return Selection(left + right)

    def split(self, count: int) -> list[Selection]:
        """`count` parts of sizes that differ by at most one, rounded as in Zeller's book (Example 5.5)."""
        parts, start = [], 0
        for remaining in range(count, 0, -1):
            size = (2 * (self._length - start) + remaining) // (2 * remaining)
            parts.append(self[start : start + size])
            start += size
        return parts

    def __or__(self, other: Selection) -> Selection:
        return _swept(self, other, _EITHER)

    def __and__(self, other: Selection) -> Selection:
        return _swept(self, other, _BOTH)

    def __sub__(self, other: Selection) -> Selection:
        return _swept(self, other, _ONLY_LEFT)

    def __le__(self, other: Selection) -> bool:
        return not self - other

    def _cumulated(self) -> list[int]:
        """How many units lie in the first 0, 1, 2, ... runs."""
        if self._counts is None:
            sizes = map(sub, self.bounds[1::2], self.bounds[::2])
            self._counts = list(accumulate(sizes, initial=0))
        return self._counts

    def _locate(self, position: int) -> tuple[int, int]:
        """The run that holds a position, and how many units lie before that run."""
        if not 0 <= position < self._length:
            raise IndexError(position)
        counts = self._cumulated()
        run = bisect_right(counts, position) - 1
        return run, counts[run]


_EITHER = (False, True, True, True)  # indexed by 2 * (in the left) + (in the right)
_BOTH = (False, False, False, True)
_ONLY_LEFT = (False, False, True, False)


def _swept(left: Selection, right: Selection, keep: tuple[bool, bool, bool, bool]) -> Selection:
    """One sweep over the edges of both."""
    edges = sorted([(edge, 2) for edge in left.bounds] + [(edge, 1) for edge in right.bounds])
    bounds: list[int] = []
    where, kept = 0, False
    for index, (edge, side) in enumerate(edges):
        where ^= side
        if index + 1 < len(edges) and edges[index + 1][0] == edge:
            continue
        if keep[where] != kept:
            bounds.append(edge)
            kept = not kept
    return Selection(tuple(bounds))
