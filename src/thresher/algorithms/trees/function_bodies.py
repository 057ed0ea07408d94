"""The bodies of all functions as one list, before anything else: what only they use can be removed afterwards.

In a program that must compile, few functions can be removed while others call them, but most bodies can. HDD meets them
together as well, if they happen to be on the same level.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.algorithms.combinators import while_productive
from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.registry import reduces_trees
from thresher.algorithms.trees.levels import weight
from thresher.algorithms.trees.lift import Minimizer, minimized
from thresher.kernel.place import Place
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy

BODIES = Place("bodies", "bodies", "body")
TESTS, SHARE = 16, 0.05  # tests, and the share of the nodes that they have to remove
PART = 0.25  # of the nodes that are in bodies
FEW = 4  # functions; with fewer, single nodes are tried soon anyway
_FUNCTION = re.compile("function|method|constructor|subroutine")
BODY = re.compile(".*(?:block|body|compound_statement)")


@reduces_trees(TreeGuarantee.NONE)
def function_bodies(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """No body left could be removed when it was tried; bodies within bodies are not tried.

    A few functions around all others, as around the modules of a bundle, are not tried, but those inside them are.
    Nothing is asked where bodies are a small part of the text, as in headers; ends when it stops paying off.
    """
    found = list(bodies(tree, kept))
    while found and sum(tree.removable(kept, node) for node in found) < FEW:
        within = (kept[kept.position(node) + 1 : kept.position(tree.end(node))] for node in found)
        found = [inner for inside in within for inner in bodies(tree, inside)]
    found = [node for node in found if tree.removable(kept, node)]
    if len(found) >= FEW and sum(weight(tree, kept, node) for node in found) >= PART * len(kept):
        search = minimized(tree, kept, found, minimizer, BODIES)
        kept, _ = yield from while_productive(search, kept, weight=len, tests=TESTS, share=SHARE)
    return kept


def bodies(tree: Hierarchy, kept: Selection) -> Iterator[int]:
    """The outermost bodies of functions, by what the grammar calls them and what they are in."""
    after = 0
    for node in kept:
        around = tree.kind(tree.parent(node)).name
        if node >= after and BODY.fullmatch(tree.kind(node).name) and _FUNCTION.search(around):
            yield node
            after = tree.end(node)
