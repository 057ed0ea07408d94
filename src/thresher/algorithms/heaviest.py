"""The heaviest node first, and again when it has become much lighter: HDDr in the order of Perses and Pardis.

What is inside a heavy node may be all that keeps its brothers in place: once the body of a function has gone, so can
what it called. So a list is looked at again before the search goes on to things that do not matter any more then.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import islice

from thresher.algorithms.levels import inside, weight
from thresher.algorithms.lift import Minimizer, minimized
from thresher.algorithms.tree_guarantee import TreeGuarantee
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.hierarchy import Hierarchy

TREE_GUARANTEE = TreeGuarantee.NONE
LIGHTER = 0.7  # of the weight it had: then it is worth another look


def heaviest(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer) -> Search[Selection, Selection]:
    """Every kept node's children have been minimized when it weighed at most 1/0.7 of what it weighs in the end."""
    queue: list[tuple[int, int]] = [(-len(kept), 0)]
    seen: dict[int, int] = {}  # the weights of nodes when their children were minimized
    while queue:
        light, node = heappop(queue)
        if node not in kept:
            continue
        now = weight(tree, kept, node)
        if now < -light:
            heappush(queue, (-now, node))
            continue
        children = list(inside(tree, kept, node))
        removable = [inner for inner in children if tree.removable(kept, inner)]
        before = kept
        if removable:
            kept = yield from minimized(tree, kept, removable, minimizer, f"inside {_described(tree, node)}: ")
        seen[node] = weight(tree, kept, node)
        for inner in children:
            if inner in kept and inner not in seen and tree.end(inner) > inner + 1:
                heappush(queue, (-weight(tree, kept, inner), inner))
        if kept != before:
            for outer in _around(tree, node):
                if weight(tree, kept, outer) < LIGHTER * seen.get(outer, 0):
                    del seen[outer]
                    heappush(queue, (-weight(tree, kept, outer), outer))
    return kept


def _described(tree: Hierarchy, node: int) -> str:
    """A node by its kind and those around it: what could go from one may well go from another of its kind."""
    kinds = [tree.kind(each).name for each in (node, *islice(_around(tree, node), 2))]
    return f"{' in '.join(kinds)}, node {node}"


def _around(tree: Hierarchy, node: int) -> Iterator[int]:
    while node != 0:
        node = tree.parent(node)
        yield node
