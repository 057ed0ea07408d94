"""HDDr: the thesis' first future work (section 8), later studied by Kiss, Hodovan and Gyimothy (HDDr, A-TEST 2018).

Delta debugging is contained in branches of the tree: one minimization per parent over its children, breadth first,
where HDD mixes the children of all parents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from thresher.algorithms.hgt import hgt
from thresher.algorithms.levels import top_down
from thresher.algorithms.lift import Minimizer
from thresher.algorithms.tree_guarantee import TreeGuarantee
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.hierarchy import Hierarchy

TREE_GUARANTEE = TreeGuarantee.NONE
TAKES_MINIMIZER = True


def hdd_r(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """Of each parent no single child could go when it was done. With ddmin O(b*n) runs for at most b children each."""
    return (yield from top_down(tree, kept, minimizer=minimizer, groups=_by_parent))


def _by_parent(tree: Hierarchy, nodes: Sequence[int]) -> Iterator[Sequence[int]]:
    for _, children in groupby(nodes, tree.parent):
        yield list(children)
