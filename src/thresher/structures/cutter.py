"""From kept nodes to the bytes to cut, in as many steps as there are removed runs, parents that lost children, and
replaced nodes; a long row of removed siblings is one step.

The text of a candidate: a removed node is cut out with its subtree, together with its separator, and its replacement
stands there. The separator of a list element goes too when all elements before it are removed. A removed node with
something kept inside is *promoted over*: it leaves the text from its first to its last child that has something kept,
and what was removed in there is not replaced.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from thresher.kernel.selection import Selection
from thresher.structures.replacements import Replacements
from thresher.structures.separators import Separators
from thresher.structures.shape import Shape, gaps
from thresher.structures.splice import Cut, Spacing


@dataclass(frozen=True, eq=False)
class Cutter:
    """Node i is the bytes from starts[i] to stops[i]."""

    data: bytes
    shape: Shape
    starts: Sequence[int]
    stops: Sequence[int]
    separators: Separators
    replacements: Replacements
    spacing: Spacing

    def cuts(self, kept: Selection, low: int, high: int) -> list[Cut]:
        """The cuts for the nodes numbered from low to high-1 that are not kept, sorted."""
        found: list[Cut] = []
        sizes, parents, special = self.shape.sizes, self.shape.parents, self._special
        for first, end in gaps(kept, low, high):
            if sizes[first] == end - first and not special[first] and not special[end] and parents[end] < first:
                found.append((self.starts[first], self.stops[first], b""))
            else:
                found += self._run(kept, first, end)
        found.sort(key=itemgetter(0))
        return found

    def _run(self, kept: Selection, first: int, end: int) -> Iterator[Cut]:
        """The cuts for one removed run."""
        follower = self._outermost(first, end) if end < len(self.shape) else end
        yield from self._whole(kept, first, follower)
        if follower < end:
            yield self.starts[follower], self.starts[end], b""
            yield from self._tails(kept, follower, end)
        separator = self.separators.get(follower)
        if separator and first <= separator.first:
            yield separator.start, separator.stop, b""

    @cached_property
    def _special(self) -> bytearray:
        """For each node whether it has a replacement or a separator; one more stands for the end."""
        replaced = [bool(text) for text in self.replacements.texts]
        special = bytearray(map(replaced.__getitem__, self.replacements.numbers))
        for node in self.separators.nodes:
            special[node] = True
        special.append(True)
        return special

    def _outermost(self, first: int, end: int) -> int:
        """The kept node after a removed run, or its outermost ancestor in the run."""
        node, parents = end, self.shape.parents
        while node > first and parents[node] >= first:
            node = parents[node]
        return node

    def _whole(self, kept: Selection, node: int, end: int) -> Iterator[Cut]:
        """Cuts for subtrees that go as a whole: brothers, then uncles."""
        shape = self.shape
        while node < end:
            parent = shape.parents[node]
            until = min(end, shape.end(parent))
            for first, last in self._pieces(node, until):
                text = self.replacements.get(first) or b""
                if text and (parent in kept or node == 0):
                    yield self.starts[first], self.stops[last], text
                else:
                    yield from self._cut(first, last)
            node = until

    def _cut(self, first: int, last: int) -> Iterator[Cut]:
        start = self.starts[first]
        if self.separators and (separator := self.separators.get(first)):
            if separator.stop == start:
                start = separator.start
            else:
                yield separator.start, separator.stop, b""
        yield start, self.stops[last], b""

    def _pieces(self, node: int, end: int) -> Iterator[tuple[int, int]]:
        """First and last of the brothers that can be cut in one go, from `node` up to the number `end`."""
        if self.shape.end(node) == end:
            yield node, node
            return
        order, marks = self.shape.order, self._marks
        low, high = self.shape.ranks(node, end)
        for mark in marks[bisect_right(marks, low) : bisect_left(marks, high)]:
            yield order[low], order[mark - 1]
            low = mark
        yield order[low], order[high - 1]

    def _tails(self, kept: Selection, outermost: int, node: int) -> Iterator[Cut]:
        """What nodes that are promoted over leave behind their last child with something kept."""
        shape = self.shape
        while node != outermost:
            parent = shape.parents[node]
            slot = self._last_slot(kept, node, parent)
            yield self._behind_gap(self.stops[slot], self.stops[parent]), self.stops[parent], b""
            node = parent

    def _last_slot(self, kept: Selection, first_slot: int, parent: int) -> int:
        end = self.shape.end(parent)
        index = bisect_left(kept.bounds, end)
        last = end - 1 if index % 2 else kept.bounds[index - 1] - 1
        if last < self.shape.end(first_slot):
            return first_slot
        while self.shape.parents[last] != parent:
            last = self.shape.parents[last]
        return last

    def _behind_gap(self, start: int, stop: int) -> int:
        """Leaves white space that may end a line comment to the splicing."""
        if self.spacing is Spacing.EXACT:
            return start
        return stop - len(self.data[start:stop].lstrip())

    @cached_property
    def _marks(self) -> Sequence[int]:
        """Ranks of the nodes that cannot be cut in one go with the brother before them.

        That is so if either is replaced, or if text of the parent stands between them.
        """
        order, parents = self.shape.order, self.shape.parents
        starts, stops = self.starts, self.stops
        texts, numbers = self.replacements.texts, self.replacements.numbers
        replaced = [bool(text) for text in texts]
        marks = array("I")
        before = 0
        for rank, node in enumerate(order):
            if parents[node] == parents[before] and (
                replaced[numbers[node]]
                or replaced[numbers[before]]
                or (stops[before] != starts[node] and self._inked(before, node))
            ):
                marks.append(rank)
            before = node
        return marks

    def _inked(self, before: int, node: int) -> bool:
        start, stop = self.stops[before], self.starts[node]
        separator = self.separators.get(node) if self.separators else None
        if separator and separator.stop == stop and separator.start >= start:
            stop = separator.start
        gap = self.data[start:stop]
        return bool(gap.strip() if self.spacing is Spacing.FREE else gap)
