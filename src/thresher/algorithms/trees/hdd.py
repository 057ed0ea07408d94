"""HDD (Misherghi and Su, Hierarchical Delta Debugging, ICSE 2006, Algorithm 1) and its published variants.

Minimize the nodes of the topmost level, prune what is not needed with everything inside it, continue with the next
level. HDD+, HDD* and leaves on the last level are from section 3.4 of the paper and the thesis, one list per branch
(HDDr, and in preorder) from the thesis' future work (chapters 2 and 8). Of these, only HDD* is part of a default plan;
the others are baselines to compare with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.registry import reduces_trees
from thresher.algorithms.trees.levels import inside, top_down
from thresher.algorithms.trees.lift import Minimizer, minimized
from thresher.algorithms.trees.single_removals import exhausted, single_removals
from thresher.kernel.place import Place
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
def hdd_preorder(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """One minimization per parent, as HDDr, but a branch is finished before the next one is begun.

    Of each parent no single child could go when it was done. The thesis mentions this order in chapter 2.
    """
    node = 0
    while True:
        children = [child for child in inside(tree, kept, node) if tree.removable(kept, child)]
        if children:
            kept = yield from minimized(tree, kept, children, minimizer, Place(node, node, f"inside node {node}"))
        following = kept.position(node + 1)
        if following == len(kept):
            return kept
        node = kept.unit(following)


@reduces_trees(TreeGuarantee.NONE, takes_minimizer=True)
def hdd_leaves(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """HDD with all leaves on the last level: nodes with children level by level, then all leaves in one list.

    With a minimizer whose results are 1-minimal, no single leaf can be removed from the result; section 3.4 of the
    thesis. It is 1-minimal where only leaves have text, and need not be 1-tree-minimal even there.
    """
    kept = yield from top_down(tree, kept, minimizer=minimizer, groups=_with_children)
    leaves = [node for node in kept if node > 0 and not _has_children(tree, node) and tree.removable(kept, node)]
    depth = tree.height + 1
    return (yield from minimized(tree, kept, leaves, minimizer, Place(depth, depth, "leaves"))) if leaves else kept


def _with_children(tree: Hierarchy, nodes: Sequence[int]) -> Iterator[Sequence[int]]:
    yield [node for node in nodes if _has_children(tree, node)]


def _has_children(tree: Hierarchy, node: int) -> bool:
    return tree.end(node) > node + 1


@reduces_trees(TreeGuarantee.NONE, takes_minimizer=True)
def coarse(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """HDD on the nodes whose replacement is empty: at most as many runs as HDD on a tree of those alone.

    Most of an input can be removed that way, with far fewer questions; the rest may be given to another algorithm
    (Hodovan, Kiss and Gyimothy, Coarse Hierarchical Delta Debugging, ICSME 2017).
    """
    return (yield from top_down(tree, kept, minimizer=minimizer, groups=_vanishing))


def _vanishing(tree: Hierarchy, nodes: Sequence[int]) -> Iterator[Sequence[int]]:
    yield [node for node in nodes if tree.replacement(node) == b""]
