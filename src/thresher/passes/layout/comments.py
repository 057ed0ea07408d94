"""All comments in one step: half of many a program, and seldom what fails.

Each comment is a light node among many, so that a search by weight comes to it late.
"""

from __future__ import annotations

from thresher.passes.ranking import applied
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

MISS_LIMIT = 1
SHARE = 0.1  # of the bytes; fewer go with other nodes soon enough


def edits(document: Document) -> list[Rewrite]:
    """One edit for all comments, if they are a good part of the text and there are several."""
    tree = document.tree
    comments = [
        node
        for node in range(1, len(tree))
        if "comment" in tree.kind(node).name.lower() and "comment" not in tree.kind(tree.parent(node)).name.lower()
    ]
    size = sum(tree.stops[node] - tree.starts[node] for node in comments)
    if len(comments) < 2 or size < SHARE * len(tree.data):
        return []
    cuts = tuple(tree.cutter.cuts(tree.without(tree.everything, comments), 0, len(tree)))
    return [Rewrite(cuts, "comments")] if len(applied(tree, cuts)) < len(tree.data) else []
