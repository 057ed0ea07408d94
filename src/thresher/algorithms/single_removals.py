"""Each node of a tree alone: what makes a result 1-tree-minimal, and proves it (HDD thesis, section 3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.hierarchy import Hierarchy
from thresher.structures.shape import without_runs


def single_removals(tree: Hierarchy, kept: Selection, *, after: tuple[int, int] = (0, 0)) -> Iterator[Probe[Selection]]:
    """All ways to take one kept node out, breadth first, beginning after a (depth, node) and wrapping around.

    If none of them fails, what is kept is 1-tree-minimal. A probe's origin is the (depth, node) it takes out.
    """
    depths = chain(range(after[0], tree.height + 1), range(1, after[0] + 1))
    for index, depth in enumerate(depths):
        for node in tree.level(kept, depth):
            place = (depth, node)
            wrapped = index > 0 and depth == after[0]
            if depth == 0 or (index == 0 and place <= after) or (wrapped and place > after):
                continue
            if tree.removable(kept, node):
                run = [(node, tree.end(node))]
                yield Probe(without_runs(kept, run), label=f"drop node {node} at level {depth}", origin=place)


def one_by_one_node(tree: Hierarchy, kept: Selection) -> Search[Selection, Selection]:
    """1-tree-minimal; at most n runs after each node that goes, so n*(n+1)/2 at worst."""
    place = (0, 0)
    while True:
        hit = yield single_removals(tree, kept, after=place)
        if hit is None:
            return kept
        kept, place = hit.candidate, _place(hit)


def _place(hit: Probe[Selection]) -> tuple[int, int]:
    assert isinstance(hit.origin, tuple)
    return hit.origin
