"""Replaces a node by its contents: an element by its children, a block by its statements."""

from __future__ import annotations

from collections.abc import Iterator

from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.registry import reduces_trees
from thresher.algorithms.trees.levels import ROOT, Position, breadth_first, inside
from thresher.algorithms.trees.single_removals import exhausted
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy
from thresher.structures.trees.shape import without_runs


@reduces_trees(TreeGuarantee.NONE)
def unwrap(tree: Hierarchy, kept: Selection) -> Search[Selection, Selection]:
    """No node is left that could be replaced by its contents, if all of them fit there. At most n runs after a hit."""
    return (yield from exhausted(tree, kept, _unwrapped))


def _unwrapped(tree: Hierarchy, kept: Selection, after: Position = ROOT) -> Iterator[Probe[Selection]]:
    for place in breadth_first(tree, kept, after):
        node = place.node
        contents = list(inside(tree, kept, node))
        if contents and all(tree.fits(inner, node) for inner in contents):
            candidate = without_runs(kept, [(node, node + 1)])
            yield Probe(candidate, move=Move(Action.UNWRAP, shown=(node,)), origin=place)
