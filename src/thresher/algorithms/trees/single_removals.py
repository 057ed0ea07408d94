"""Each node of a tree alone: what makes a result 1-tree-minimal, and proves it (HDD thesis, section 3.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from thresher.algorithms.trees.deep_nesting import unsampled
from thresher.algorithms.trees.levels import ROOT, Position, breadth_first
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy
from thresher.structures.trees.shape import without_runs

Changes: TypeAlias = Callable[[Hierarchy, Selection, Position], Iterator[Probe[Selection]]]


def single_removals(tree: Hierarchy, kept: Selection, after: Position = ROOT) -> Iterator[Probe[Selection]]:
    """All removals of one kept node, breadth first, beginning after a position and wrapping around.

    If none of them fails, what is kept is 1-tree-minimal; but of a deep nesting only some levels are tried (see
    `deep_nesting`). A probe's origin is the position of what it removes.
    """
    skipped = unsampled(tree, kept)
    for place in breadth_first(tree, kept, after):
        if place.node not in skipped and tree.removable(kept, place.node):
            run = (place.node, tree.end(place.node))
            yield Probe(
                without_runs(kept, [run]), move=Move(Action.DROP_NODE, (place.depth,), (place.node,)), origin=place
            )


def exhausted(tree: Hierarchy, kept: Selection, changes: Changes) -> Search[Selection, Selection]:
    """Makes one change after the other until none of those left fails; after a hit the search continues there.

    At most n runs after each hit for n changes, so n*(n+1)/2 at worst.
    """
    place = ROOT
    while True:
        hit = yield changes(tree, kept, place)
        if hit is None:
            return kept
        assert isinstance(hit.origin, Position)
        kept, place = hit.candidate, hit.origin
