"""Where the lists of a text can be cut, collected while the text is read once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

LONG = 4  # times the shortest unit: a longer one is cut at places that are less certain


class ListCut(NamedTuple):
    """A unit ends at `end`, and the next one begins at `start`; a comma or nothing is between them."""

    end: int
    start: int


@dataclass(frozen=True, slots=True)
class Block:
    """What is inside two brackets or tags: a list that can be cut in some places, and blocks in its units.

    A unit that is long can be cut further at those of the `commas` that are in it.
    """

    start: int
    stop: int
    cuts: tuple[ListCut, ...]
    commas: tuple[int, ...]
    blocks: tuple[Block, ...]

    @property
    def is_worthwhile(self) -> bool:
        """Whether anything in it can be cut."""
        return bool(self.cuts or self.commas or self.blocks)


@dataclass(slots=True)
class OpenBlock:
    """A block that is open: the places so far, each `grain` bytes or more after the one before of its kind.

    `stops` are after the end of a statement or element, `lines` at the beginning of a line, `commas` at one.
    """

    grain: int
    start: int = 0
    next_stop: int = 0
    next_comma: int = 0
    next_line: int = 0
    stops: list[int] = field(default_factory=list)
    commas: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    def begin(self, start: int) -> None:
        """Nothing is known yet of a block that starts there."""
        self.start = start
        self.next_stop = self.next_comma = self.next_line = start + self.grain
        if self.stops or self.commas or self.lines or self.blocks:
            self.stops, self.commas, self.lines, self.blocks = [], [], [], []

    def add_stop(self, place: int) -> None:
        self.stops.append(place)
        self.next_stop = place + self.grain

    def add_comma(self, place: int) -> None:
        self.commas.append(place)
        self.next_comma = place + self.grain

    def add_line(self, place: int) -> None:
        self.lines.append(place)
        self.next_line = place + self.grain

    def add_block(self, inner: OpenBlock, stop: int) -> None:
        """Takes over an open block inside this one that ends there, unless it is short."""
        if stop - inner.start >= 2 * self.grain:
            block = inner.ended(stop)
            if block.is_worthwhile:
                self.blocks.append(block)

    def ended(self, stop: int) -> Block:
        """The block that ends there."""
        places = [*self.stops]
        for low, high in pairwise([self.start, *self.stops, stop]):
            if high - low > LONG * self.grain:
                places += self.lines[bisect_right(self.lines, low) : bisect_left(self.lines, high)]
        if places:
            cuts = tuple(ListCut(place, place) for place in sorted(places))
            return Block(self.start, stop, cuts, tuple(self.commas), tuple(self.blocks))
        return Block(self.start, stop, tuple(ListCut(at, at + 1) for at in self.commas), (), tuple(self.blocks))
