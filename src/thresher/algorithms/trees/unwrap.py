"""A node gives way to what it holds: an element to its children, a block to its statements."""

from __future__ import annotations

from collections.abc import Iterator

from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.registry import reduces_trees
from thresher.algorithms.trees.levels import ROOT, Position, breadth_first
from thresher.algorithms.trees.single_removals import exhausted
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy
from thresher.structures.trees.shape import without_runs


@reduces_trees(TreeGuarantee.NONE)
def unwrap(tree: Hierarchy, kept: Selection) -> Search[Selection, Selection]:
    """No node is left that could give way to the nodes in it, if all fit its place. At most n runs after a hit."""
    return (yield from exhausted(tree, kept, _unwrapped))


def _unwrapped(tree: Hierarchy, kept: Selection, after: Position = ROOT) -> Iterator[Probe[Selection]]:
    for place in breadth_first(tree, kept, after):
        node = place.node
        inside = list(_inside(tree, kept, node))
        if inside and all(tree.fits(inner, node) for inner in inside):
            candidate = without_runs(kept, [(node, node + 1)])
            yield Probe(candidate, move=Move(Action.UNWRAP, shown=(node,)), origin=place)


def _inside(tree: Hierarchy, kept: Selection, node: int) -> Iterator[int]:
    """The outermost kept nodes inside a kept node."""
    position, end = kept.position(node) + 1, tree.end(node)
    while position < len(kept) and (inner := kept.unit(position)) < end:
        yield inner
        position = kept.position(tree.end(inner))
