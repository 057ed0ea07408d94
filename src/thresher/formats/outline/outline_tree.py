"""The tree of an outline: units, and blocks with units in them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from thresher.formats.outline.block import LONG, Block, ListCut
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.separators import Separator
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

UNIT, BLOCK = NodeKind("unit", frozenset()), NodeKind("block", frozenset())
_BLANK = re.compile(rb"\s*+")


def outline_tree(data: bytes, root: Block, grain: int, spacing: Spacing) -> Tree:
    """Units can be removed, blocks can not: what is around a list stays."""
    return _OutlineWriter(data, grain, spacing).tree(root)


class _OutlineWriter:
    def __init__(self, data: bytes, grain: int, spacing: Spacing) -> None:
        self._data, self._grain, self._exact = data, grain, spacing is Spacing.EXACT
        self._builder = TreeBuilder(data, spacing=spacing)

    def tree(self, root: Block) -> Tree:
        self._builder.open("document", 0)
        self._units(root)
        self._builder.close(len(self._data))
        return self._builder.build()

    def _units(self, block: Block) -> None:
        """The list of a block, unless that can be cut nowhere; what is inside comes in any case."""
        ends = ListCut(block.start, block.start), *block.cuts, ListCut(block.stop, block.stop)
        if not block.cuts:
            self._pieces(block, 0, block.start, block.stop)
            return
        first = 0
        for before, after in pairwise(ends):
            start, stop = self._trimmed(before.start, after.end)
            if start == stop:
                continue
            separator = Separator(before.end, start, first) if first and before.end < before.start else None
            unit = self._builder.open(UNIT, start, separator=separator)
            self._pieces(block, unit, start, stop)
            self._builder.close(stop)
            first = first or unit

    def _pieces(self, block: Block, unit: int, start: int, stop: int) -> None:
        """What is in a unit that is long: all that follow a comma can go; what is before the first one stays."""
        low, high = bisect_left(block.commas, start), bisect_left(block.commas, stop)
        commas: Sequence[int] = block.commas[low:high] if stop - start > LONG * self._grain else ()
        self._blocks(block, start, commas[0] if commas else stop)
        for comma, end in pairwise([*commas, stop] if commas else ()):
            inner, after = self._trimmed(comma + 1, end)
            if inner < after:
                self._builder.open(UNIT, inner, separator=Separator(comma, inner, unit))
                self._blocks(block, inner, after)
                self._builder.close(after)

    def _blocks(self, block: Block, start: int, stop: int) -> None:
        first = bisect_left(block.blocks, start, key=_start)
        for inner in block.blocks[first : bisect_right(block.blocks, stop, key=_start)]:
            if inner.stop <= stop:
                self._builder.open(BLOCK, inner.start, replacement=None)
                self._units(inner)
                self._builder.close(inner.stop)

    def _trimmed(self, start: int, stop: int) -> tuple[int, int]:
        """Without white space at the ends, where that may close up; empty if there is nothing else."""
        blank = _BLANK.match(self._data, start, stop)
        inner = blank.end() if blank else start
        if inner == stop or self._exact:
            return (stop, stop) if inner == stop else (start, stop)
        while self._data[stop - 1 : stop].isspace():
            stop -= 1
        return inner, stop


def _start(block: Block) -> int:
    return block.start
