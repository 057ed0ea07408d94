"""Coarse HDD: Hodovan, Kiss and Gyimothy, Coarse Hierarchical Delta Debugging (ICSME 2017).

Only nodes that can vanish altogether are tried, not those for which a replacement would have to stand. Most of an input
goes that way, with far fewer questions; what is left may be given to another algorithm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thresher.algorithms.hgt import hgt
from thresher.algorithms.levels import top_down
from thresher.algorithms.lift import Minimizer
from thresher.algorithms.tree_guarantee import TreeGuarantee
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.hierarchy import Hierarchy

TREE_GUARANTEE = TreeGuarantee.NONE
TAKES_MINIMIZER = True


def coarse(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """HDD on the nodes whose replacement is empty: at most as many runs as HDD on a tree of those alone."""
    return (yield from top_down(tree, kept, minimizer=minimizer, groups=_vanishing))


def _vanishing(tree: Hierarchy, nodes: Sequence[int]) -> Iterator[Sequence[int]]:
    yield [node for node in nodes if tree.replacement(node) == b""]
