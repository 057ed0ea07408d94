"""HDD (Misherghi and Su, Hierarchical Delta Debugging, ICSE 2006, Algorithm 1) and its published variants.

Minimize the nodes of the topmost level, prune what is not needed with everything inside it, continue with the next
level. HDD+ and HDD* are from section 3.4 of the paper and the thesis, HDDr from the thesis' future work (section 8).
Of these, only HDD* is part of a default plan; the others are baselines to compare with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.registry import reduces_trees
from thresher.algorithms.trees.levels import top_down
from thresher.algorithms.trees.lift import Minimizer
from thresher.algorithms.trees.single_removals import exhausted, single_removals
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy


@reduces_trees(TreeGuarantee.NONE, takes_minimizer=True)
def hdd(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """At each level no single node could go when the level was done; what later levels made superfluous stays.

    With ddmin O(n**2) runs for n nodes, and O(log n) on a balanced tree where one child of each needed node is needed
    (section 3.3 of the thesis).
    """
    return (yield from top_down(tree, kept, minimizer=minimizer, groups=_all))


def _all(tree: Hierarchy, nodes: Sequence[int]) -> Iterator[Sequence[int]]:
    yield nodes


@reduces_trees(TreeGuarantee.ONE_TREE_MINIMAL, takes_minimizer=True)
def hdd_plus(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """HDD, then single nodes breadth first until none can be removed.

    1-tree-minimal on any test, whatever the minimizer; O(n**2) runs for n nodes with ddmin.
    """
    kept = yield from hdd(tree, kept, minimizer=minimizer)
    return (yield from exhausted(tree, kept, single_removals))


@reduces_trees(TreeGuarantee.ONE_TREE_MINIMAL, takes_minimizer=True)
def hdd_star(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """HDD again and again until it removes nothing: what only deeper nodes needed goes in the next round.

    1-tree-minimal on any test, whatever the minimizer; O(n**3) runs for n nodes with ddmin, in practice twice HDD's.
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


@reduces_trees(TreeGuarantee.NONE, takes_minimizer=True)
def hdd_r(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """One minimization per parent over its children, breadth first, where HDD mixes the children of all parents.

    Of each parent no single child could go when it was done. With ddmin O(b*n) runs for at most b children each.
    Studied by Kiss, Hodovan and Gyimothy (HDDr, A-TEST 2018).
    """
    return (yield from top_down(tree, kept, minimizer=minimizer, groups=_by_parent))


def _by_parent(tree: Hierarchy, nodes: Sequence[int]) -> Iterator[Sequence[int]]:
    for _, children in groupby(nodes, tree.parent):
        yield list(children)


@reduces_trees(TreeGuarantee.NONE, takes_minimizer=True)
def coarse(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """HDD on the nodes whose replacement is empty: at most as many runs as HDD on a tree of those alone.

    Most of an input can be removed that way, with far fewer questions; the rest may be given to another algorithm
    (Hodovan, Kiss and Gyimothy, Coarse Hierarchical Delta Debugging, ICSME 2017).
    """
    return (yield from top_down(tree, kept, minimizer=minimizer, groups=_vanishing))


def _vanishing(tree: Hierarchy, nodes: Sequence[int]) -> Iterator[Sequence[int]]:
    yield [node for node in nodes if tree.replacement(node) == b""]
