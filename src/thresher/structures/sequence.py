"""Bytes cut into consecutive units; any selection of them renders by joining as many slices as it has runs."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from thresher.kernel.selection import Selection


@dataclass(frozen=True, slots=True)
class Units:
    """`offsets[i]` is where unit i starts; one offset more marks the end of the data.

    >>> units = Units(b"one two six", (0, 4, 8, 11))
    >>> len(units), units.render(Selection.of([0, 2]))
    (3, b'one six')
    """

    data: bytes
    offsets: Sequence[int]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def render(self, kept: Selection) -> bytes:
        """The bytes of the kept units; nothing outside them is touched."""
        if len(kept) == len(self):
            return self.data
        view, offsets = memoryview(self.data), self.offsets
        return b"".join(view[offsets[start] : offsets[stop]] for start, stop in kept.runs())

    def unit(self, number: int) -> bytes:
        """The bytes of one unit."""
        return self.data[self.offsets[number] : self.offsets[number + 1]]

    def coarser(self, factor: int) -> Units:
        """The same bytes in units of `factor` neighbours each."""
        return Units(self.data, (*self.offsets[:-1:factor], self.offsets[-1])) if factor > 1 else self


def units_ending(data: bytes, ends: Iterable[int]) -> Units:
    """Units that end at the given increasing offsets; what is left after the last one is a unit too."""
    offsets = array("Q", [0])
    offsets.extend(ends)
    if offsets[-1] != len(data):
        offsets.append(len(data))
    return Units(data, offsets)


def aligned(units: Sequence[object], part: Sequence[object]) -> Selection | None:
    """Where a part of the units is in them, each as late as can be; None if it is not there in this order.

    >>> aligned("abcb", "ab"), aligned("abcb", "ca")
    (Selection(0, 3), None)
    """
    found: list[int] = []
    position = len(units)
    for wanted in reversed(part):
        position = next((index for index in range(position - 1, -1, -1) if units[index] == wanted), -1)
        if position < 0:
            return None
        found.append(position)
    return Selection.of(found)
