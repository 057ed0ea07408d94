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
from thresher.structures.trees.replacements import Replacements
from thresher.structures.trees.separators import Separators
from thresher.structures.trees.shape import Shape, gaps
from thresher.structures.trees.splice import Cut, Spacing, Verbatim

REPLACED, SEPARATED, MARKED, QUOTED = 1, 2, 4, 8  # what is special about a node
LONG = 64  # siblings in a row from which on they are not handled one by one


@dataclass(frozen=True, eq=False)
class Cutter:
    """Node i is the bytes from starts[i] to stops[i]; `in_literal[i]` is 1 if it is a part of a string."""

    data: bytes
    shape: Shape
    starts: Sequence[int]
    stops: Sequence[int]
    separators: Separators
    replacements: Replacements
    spacing: Spacing
    in_literal: bytes = b""

    def cuts(self, kept: Selection, low: int, high: int) -> list[Cut]:
        """The cuts for the nodes numbered from low to high-1 that are not kept, sorted."""
        found: list[Cut] = []
        sizes, parents, flags = self.shape.sizes, self.shape.parents, self._flags
        for first, end in gaps(kept, low, high):
            plain = not (flags[first] | flags[end]) & (REPLACED | SEPARATED | QUOTED)
            if plain and sizes[first] == end - first and parents[end] < first:
                found.append((self.starts[first], self.stops[first], b""))
            else:
                self._cut_run(found, kept, first, end)
        found.sort(key=itemgetter(0, 1))
        return found

    def _cut_run(self, found: list[Cut], kept: Selection, first: int, end: int) -> None:
        """Adds the cuts for one removed run: siblings, then uncles, at last a node promoted over."""
        follower = self._outermost(first, end) if end < len(self.shape) else end
        node = first
        while node < follower:
            parent = self.shape.parents[node]
            until = min(follower, self.shape.end(parent))
            for eldest, youngest in self._pieces(node, until):
                self._cut_piece(found, kept, eldest, youngest)
            node = until
        if follower < end:
            found.append((self.starts[follower], self.starts[end], b""))
            found += self._tails(kept, follower, end)
        if self._flags[follower] & SEPARATED:
            separator = self.separators[follower]
            if first <= separator.first:
                found.append((separator.start, separator.stop, b""))

    def _cut_piece(self, found: list[Cut], kept: Selection, first: int, last: int) -> None:
        """Adds the cuts for siblings that go in one; only a sibling alone has a replacement."""
        flags, start, stop = self._flags[first], self.starts[first], self.stops[last]
        if flags & REPLACED and (first == 0 or self.shape.parents[first] in kept):
            text = self.replacements.get(first) or b""
            found.append((start, stop, Verbatim(text) if flags & QUOTED else text))
            return
        if flags & QUOTED:
            found.append((start, stop, Verbatim()))
            return
        if flags & SEPARATED:
            separator = self.separators[first]
            if separator.stop == start:
                start = separator.start
            else:
                found.append((separator.start, separator.stop, b""))
        found.append((start, stop, b""))

    def _outermost(self, first: int, end: int) -> int:
        """The kept node after a removed run, or its outermost ancestor in the run."""
        node, parents = end, self.shape.parents
        while node > first and parents[node] >= first:
            node = parents[node]
        return node

    def _pieces(self, node: int, end: int) -> list[tuple[int, int]]:
        """First and last of the siblings that can be cut in one go, from `node` up to the number `end`."""
        order, marks = self.shape.order, self._marks
        if end - node > LONG:
            low, high = self.shape.ranks(node, end)
            ranks = marks[bisect_right(marks, low) : bisect_left(marks, high)]
            return [(order[i], order[j - 1]) for i, j in zip((low, *ranks), (*ranks, high), strict=True)]
        sizes, flags = self.shape.sizes, self._flags
        found: list[tuple[int, int]] = []
        first = last = node
        while (node := node + sizes[node]) < end:
            if flags[node] & MARKED:
                found.append((first, last))
                first = node
            last = node
        found.append((first, last))
        return found

    def _tails(self, kept: Selection, outermost: int, node: int) -> Iterator[Cut]:
        """What nodes that are promoted over leave after their last child with something kept."""
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
        return stop - len(self.data[start:stop].lstrip()) if self._free else start

    @cached_property
    def _flags(self) -> bytearray:
        """What is special about each node; one more, for the end, makes the last run a special one."""
        replaced = [REPLACED if text else 0 for text in self.replacements.texts]
        flags = bytearray(map(replaced.__getitem__, self.replacements.numbers))
        for node in self.separators.nodes:
            flags[node] |= SEPARATED
        for node, quoted in enumerate(self.in_literal):
            flags[node] |= QUOTED if quoted else 0
        flags.append(REPLACED)
        self._mark(flags)
        return flags

    @cached_property
    def _marks(self) -> Sequence[int]:
        """The ranks of the marked nodes."""
        order, flags = self.shape.order, self._flags
        return array("I", (rank for rank, node in enumerate(order) if flags[node] & MARKED))

    def _mark(self, flags: bytearray) -> None:
        """Marks the nodes that cannot be cut in one go with the sibling before them.

        That is so if either is replaced, or if more than a separator and white space is between them.
        """
        parents, starts, stops, data = self.shape.parents, self.starts, self.stops, self.data
        before = elder = 0
        for node in self.shape.order:
            parent = parents[node]
            if parent == elder:
                start, stop = stops[before], starts[node]
                apart = (flags[node] | flags[before]) & REPLACED
                if flags[node] & SEPARATED:
                    separator = self.separators[node]
                    apart |= separator.stop != stop
                    stop = separator.start
                if apart or (start != stop and not (self._free and data[start:stop].isspace())):
                    flags[node] |= MARKED
            before, elder = node, parent

    @cached_property
    def _free(self) -> bool:
        return self.spacing is not Spacing.EXACT
