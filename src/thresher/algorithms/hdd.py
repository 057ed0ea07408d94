"""HDD: Misherghi and Su, HDD: Hierarchical Delta Debugging (ICSE 2006), Algorithm 1.

Minimize the nodes of the topmost level, prune what is not needed with all that is inside, go on with the next level.
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


def hdd(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """At each level no single node could go when the level was done; what later levels made superfluous stays.

    With ddmin O(n**2) runs for n nodes, and O(log n) on a balanced tree where one child of each needed node is needed
    (section 3.3 of the thesis).
    """
    return (yield from top_down(tree, kept, minimizer=minimizer, groups=_all))


def _all(tree: Hierarchy, nodes: Sequence[int]) -> Iterator[Sequence[int]]:
    yield nodes
