"""Which node lies inside which: nodes numbered in preorder, so that a subtree is a run of numbers.

Three numbers per node in compact arrays, and no recursion: a million nodes or a depth of a hundred thousand are
nothing special. A candidate is a `Selection` of the kept nodes; to remove a node is to remove its run.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from thresher.kernel.selection import Selection


@dataclass(frozen=True, eq=False)
class Shape:
    """`sizes[i]` nodes are in the subtree of node i, itself included; node 0 is the root, at depth 0, its own parent.

    >>> shape = Shape.from_depths([0, 1, 2, 2, 1])
    >>> list(shape.sizes), list(shape.parents), list(shape.children(0))
    ([5, 3, 1, 1, 1], [0, 0, 1, 1, 0], [1, 4])
    >>> everything = Selection.all(5)
    >>> shape.without(everything, [2, 4]), list(shape.level(everything, 2))
    (Selection(0-1, 3), [2, 3])
    """

    sizes: Sequence[int]
    parents: Sequence[int]
    depths: Sequence[int]

    @classmethod
    def from_depths(cls, depths: Iterable[int]) -> Shape:
        """The shape of nodes given by their depths in preorder."""
        levels = depths if isinstance(depths, array) else array("I", depths)
        parents = _parents(levels)
        sizes = array("I", [1]) * len(levels)
        for node in range(len(levels) - 1, 0, -1):
            sizes[parents[node]] += sizes[node]
        return cls(sizes, parents, levels)

    def __len__(self) -> int:
        return len(self.sizes)

    def end(self, node: int) -> int:
        """The number after the last one of the subtree."""
        return node + self.sizes[node]

    def children(self, node: int) -> Iterator[int]:
        """The children in order."""
        child, end = node + 1, self.end(node)
        while child < end:
            yield child
            child += self.sizes[child]

    @cached_property
    def order(self) -> Sequence[int]:
        """The nodes level by level: a node's children are neighbours here."""
        return self._levels[0]

    @cached_property
    def offsets(self) -> Sequence[int]:
        """Where each level begins in `order`, and where the last one ends."""
        return self._levels[1]

    @cached_property
    def _levels(self) -> tuple[Sequence[int], Sequence[int]]:
        levels = [array("I") for _ in range(max(self.depths, default=-1) + 1)]
        for node, depth in enumerate(self.depths):
            levels[depth].append(node)
        order, offsets = array("I"), array("I", [0])
        for level in levels:
            order += level
            offsets.append(len(order))
        return order, offsets

    @property
    def height(self) -> int:
        """The depth of the deepest node."""
        return len(self.offsets) - 2

    def ranks(self, first: int, end: int) -> tuple[int, int]:
        """Where in `order` the nodes from `first` up to the number `end` lie that are as deep as `first`."""
        depth = self.depths[first]
        level_end = self.offsets[depth + 1]
        low = bisect_left(self.order, first, self.offsets[depth], level_end)
        return low, bisect_left(self.order, end, low, level_end)

    def level(self, kept: Selection, depth: int) -> Sequence[int]:
        """The kept nodes at a depth, in order; costs what there is less of: nodes there or runs of kept ones."""
        if not 0 <= depth <= self.height:
            return ()
        order, low, high = self.order, self.offsets[depth], self.offsets[depth + 1]
        if high - low < len(kept.bounds) // 2:
            return [node for node in order[low:high] if node in kept]
        found: list[int] = []
        for start, stop in kept.runs():
            low = bisect_left(order, start, low, high)
            up_to = bisect_left(order, stop, low, high)
            found += order[low:up_to]
            low = up_to
        return found

    def without(self, kept: Selection, nodes: Iterable[int]) -> Selection:
        """Less the subtrees of the nodes, which are increasing and lie beside each other, not inside."""
        return without_runs(kept, ((node, self.end(node)) for node in nodes))


def _parents(depths: Sequence[int]) -> array[int]:
    path = [0] * (max(depths, default=0) + 1)
    parents = array("I")
    before = -1
    for node, depth in enumerate(depths):
        if depth > before + 1 or (depth == 0) != (node == 0):
            raise ValueError(f"node {node} cannot be at depth {depth} after one at depth {before}")
        path[depth] = node
        parents.append(path[depth - 1] if depth else 0)
        before = depth
    return parents


def without_runs(kept: Selection, runs: Iterable[tuple[int, int]]) -> Selection:
    """Less the numbers in the runs, which are increasing and not empty; one slice per run, whatever lies between.

    >>> without_runs(Selection.all(9), [(1, 3), (3, 4), (8, 9)])
    Selection(0, 4-7)
    """
    bounds, done = kept.bounds, 0
    left: list[int] = []
    for start, stop in runs:
        index = bisect_left(bounds, start, done)
        left += bounds[done:index]
        if index % 2:
            if left[-1] == start:
                left.pop()
            else:
                left.append(start)
        done = bisect_right(bounds, stop, index)
        if done % 2:
            left.append(stop)
    return Selection(tuple(chain(left, bounds[done:])))


def gaps(kept: Selection, low: int, high: int) -> list[tuple[int, int]]:
    """The maximal runs of numbers from low to high-1, of which there are some, that are not kept.

    >>> gaps(Selection.of([0, 1, 4]), 0, 7)
    [(2, 4), (5, 7)]
    """
    bounds = kept.bounds
    first, last = bisect_right(bounds, low), bisect_left(bounds, high)
    edges = [*(() if first % 2 else (low,)), *bounds[first:last], *(() if last % 2 else (high,))]
    return list(zip(edges[::2], edges[1::2], strict=True))
