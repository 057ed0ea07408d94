"""Nodes of about the same weight from anywhere in a tree as one list, so that much goes in few tests.

A program is lists in lists, short ones mostly. Level by level each list takes its own tests, and what is heavy may be
many levels down. As one list of parts, each a small share of the whole, group testing finds the few that are needed.
What is needed is divided again, until little is left.
"""

from __future__ import annotations

from functools import partial
from heapq import heapify, heappop, heappush

from thresher.algorithms.combinators import give_up_after_misses, while_productive
from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.registry import reduces_trees
from thresher.algorithms.trees.levels import inside, weight
from thresher.algorithms.trees.lift import Minimizer, minimized
from thresher.kernel.place import Place
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy

PARTS = Place("parts", "parts", "parts of about the same weight")
HEAVY, LIGHT = 32, 512  # a node with more than 1/32 of all nodes is divided, one with less than 1/512 is no part
COVERED = 0.5  # the share of all nodes that is in parts; less in a long flat list, which is searched as such
SMALL = 3000  # nodes; of fewer, the heaviest list is as good
TESTS, SHARE = 24, 0.05  # tests, and the share of the nodes that they have to remove
MISSES = 8  # in a row: then nearly all parts are needed as they are, as where a program must compile
AGAIN = 0.7  # the share of the nodes that may be left for another search


QUICK: Minimizer = partial(hgt, hurry=True, proves=False)


@reduces_trees(TreeGuarantee.NONE)
def equal_parts(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = QUICK) -> Search[Selection, Selection]:
    """Ends when it stops paying off, or little is left. Nothing is asked about a small tree, or a long flat list."""
    before = 2 * len(kept)
    while SMALL <= len(kept) <= AGAIN * before:
        before = len(kept)
        parts = parts_of(tree, kept)
        if sum(weight(tree, kept, node) for node in parts) < COVERED * len(kept):
            break
        search = give_up_after_misses(minimized(tree, kept, parts, minimizer, PARTS), kept, MISSES)
        kept, _ = yield from while_productive(search, kept, weight=len, tests=TESTS, share=SHARE)
    return kept


def parts_of(tree: Hierarchy, kept: Selection) -> list[int]:
    """Nodes that can go and are neither heavy nor light, none inside another, in order."""
    most, least = len(kept) / HEAVY, len(kept) / LIGHT
    queue = [(-weight(tree, kept, node), node) for node in inside(tree, kept, 0)]
    heapify(queue)
    found: list[int] = []
    while queue and -queue[0][0] >= least:
        light, node = heappop(queue)
        if -light > most or not tree.removable(kept, node):
            for child in inside(tree, kept, node):
                heappush(queue, (-weight(tree, kept, child), child))
        else:
            found.append(node)
    return sorted(found)
