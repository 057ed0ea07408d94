"""HDD*: HDD again and again until it removes nothing (thesis, section 3.4; ICSE paper, section 3.4).

What only deeper nodes needed, a variable used in an expression that is gone now, goes in the next round.
"""

from __future__ import annotations

from thresher.algorithms.hdd import hdd
from thresher.algorithms.hgt import hgt
from thresher.algorithms.lift import Minimizer
from thresher.algorithms.single_removals import single_removals
from thresher.algorithms.tree_guarantee import TreeGuarantee
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.hierarchy import Hierarchy

TREE_GUARANTEE = TreeGuarantee.ONE_TREE_MINIMAL
TAKES_MINIMIZER = True


def hdd_star(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """1-tree-minimal on any test, whatever the minimizer; O(n**3) runs for n nodes with ddmin, in practice twice HDD's.

    The round that removes nothing has asked for each node alone if the minimizer's results are 1-minimal; the last
    stream then asks nothing new.
    """
    while True:
        before = kept
        kept = yield from hdd(tree, kept, minimizer=minimizer)
        if kept != before:
            continue
        hit = yield single_removals(tree, kept)
        if hit is None:
            return kept
        kept = hit.candidate
