"""How papers cut a list into parts of nearly equal sizes; it decides which questions are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TypeAlias

from thresher.kernel.selection import Selection

Split: TypeAlias = Callable[[Selection, int], list[Selection]]


def even(kept: Selection, count: int) -> list[Selection]:
    """Longer and shorter parts in turn, rounded as in Zeller's book."""
    return kept.split(count)


def larger_first(kept: Selection, count: int) -> list[Selection]:
    """The longer parts before the shorter ones.

    >>> [len(part) for part in larger_first(Selection.all(7), 3)]
    [3, 2, 2]
    """
    size, more = divmod(len(kept), count)
    return _cut(kept, (number * size + min(number, more) for number in range(count + 1)))


def smaller_first(kept: Selection, count: int) -> list[Selection]:
    """The shorter parts before the longer ones.

    >>> [len(part) for part in smaller_first(Selection.all(7), 3)]
    [2, 2, 3]
    """
    size, more = divmod(len(kept), count)
    return _cut(kept, (number * size + max(0, number - count + more) for number in range(count + 1)))


def _cut(kept: Selection, places: Iterable[int]) -> list[Selection]:
    return [kept[start:stop] for start, stop in pairwise(places)]
