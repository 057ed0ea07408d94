"""HDD+: HDD, then single nodes breadth first until none goes (thesis, section 3.4; ICSE paper, section 3.4)."""

from __future__ import annotations

from thresher.algorithms.hdd import hdd
from thresher.algorithms.hgt import hgt
from thresher.algorithms.lift import Minimizer
from thresher.algorithms.single_removals import exhausted, single_removals
from thresher.algorithms.tree_guarantee import TreeGuarantee
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.hierarchy import Hierarchy

TREE_GUARANTEE = TreeGuarantee.ONE_TREE_MINIMAL
TAKES_MINIMIZER = True


def hdd_plus(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """1-tree-minimal on any test, whatever the minimizer; O(n**2) runs for n nodes with ddmin."""
    kept = yield from hdd(tree, kept, minimizer=minimizer)
    return (yield from exhausted(tree, kept, single_removals))
