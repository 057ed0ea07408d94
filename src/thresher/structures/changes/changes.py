"""The changes that lead from one sequence to another, each applicable or not on its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Generic, TypeVar

from thresher.kernel.selection import Selection
from thresher.structures.changes.common_ends import common_prefix, common_suffix

T = TypeVar("T")

MOST_ALIGNED = 10**8  # product of the numbers of lines that are aligned one by one


@dataclass(frozen=True, slots=True)
class UnitDelta(Generic[T]):
    """At position `at` of the sequence before, the units `removed` are replaced by the units `added`."""

    at: int
    removed: tuple[T, ...]
    added: tuple[T, ...]


class Changes(Generic[T]):
    """Aligns two sequences; each unit that is added, taken out or replaced is one delta.

    >>> changes = Changes("abcd", "aXcde")
    >>> [("".join(delta.removed), "".join(delta.added)) for delta in changes.deltas]
    [('b', 'X'), ('', 'e')]
    >>> "".join(changes.applied(Selection.of([1])))
    'abcde'
    """

    def __init__(self, before: Sequence[T], after: Sequence[T]) -> None:
        self._before = before
        self.deltas = tuple(_deltas(before, after))

    def __len__(self) -> int:
        return len(self.deltas)

    def applied(self, chosen: Selection) -> list[T]:
        """The sequence before with the chosen deltas applied: none gives `before`, all give `after`."""
        units: list[T] = []
        done = 0
        for number in chosen:
            delta = self.deltas[number]
            units += self._before[done : delta.at]
            units += delta.added
            done = delta.at + len(delta.removed)
        units += self._before[done:]
        return units


def difference_size(before: bytes, after: bytes) -> int:
    r"""The bytes that only one of two contents has: those removed and those added, aligned by lines.

    Where a line replaces another, what both begin and end with does not count. Contents with very many lines between
    the first and the last difference are not aligned; all that lies between counts.

    >>> difference_size(b"one\ntwo\nten\n", b"one\ntxo\nten\nmore\n")
    7
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    if len(old) * len(new) > MOST_ALIGNED:
        return _apart(before, after)
    return sum(_apart(b"".join(delta.removed), b"".join(delta.added)) for delta in Changes(old, new).deltas)


def _apart(old: bytes, new: bytes) -> int:
    """The bytes of both without those that they begin or end with."""
    start = common_prefix(old, new)
    end = common_suffix(old, new, start)
    return len(old) + len(new) - 2 * (start + end)


def _deltas(before: Sequence[T], after: Sequence[T]) -> list[UnitDelta[T]]:
    start = _equal_at_start(before, after)
    limit = min(len(before), len(after)) - start
    end = 0
    while end < limit and before[len(before) - 1 - end] == after[len(after) - 1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    found: list[UnitDelta[T]] = []
    for low, high, first, last in _changed(old, new):
        for step in range(max(high - low, last - first)):
            removed = tuple(old[low + step : min(low + step + 1, high)])
            added = tuple(new[first + step : min(first + step + 1, last)])
            found.append(UnitDelta(start + min(low + step, high), removed, added))
    return found


def _equal_at_start(before: Sequence[T], after: Sequence[T]) -> int:
    """How many leading units are the same."""
    limit = min(len(before), len(after))
    return next((index for index in range(limit) if before[index] != after[index]), limit)


def _changed(old: Sequence[T], new: Sequence[T]) -> list[tuple[int, int, int, int]]:
    """The stretches that differ, as (old start, old stop, new start, new stop)."""
    if not old or not new:
        return [(0, len(old), 0, len(new))]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [(i, j, k, m) for tag, i, j, k, m in matcher.get_opcodes() if tag != "equal"]
