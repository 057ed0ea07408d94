"""Replaces a statement by the statements of a block in it: a branch, the body of a loop, of a function that is passed.

Removal takes a statement apart piece by piece, and its pieces need each other. The statements in it need none of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 5
BLOCKS = frozenset(["statement_block"])


def edits(document: Document) -> list[Rewrite]:
    """For each statement, the outermost blocks in it; the largest of all is the last, and so the first to be tried."""
    tree = document.tree
    found = sorted((stop - start, cuts) for start, stop, cuts in _bodies(tree))
    return [Rewrite(cuts, "statements") for _, cuts in found]


def _bodies(tree: Tree) -> Iterator[tuple[int, int, tuple[Cut, ...]]]:
    for node in range(1, len(tree)):
        if not tree.kind(node).name.endswith("_statement"):
            continue
        at, end = node + 1, tree.end(node)
        while at < end:
            if tree.kind(at).name in BLOCKS:
                start, stop = tree.starts[at] + 1, tree.stops[at] - 1
                if start < stop:
                    yield start, stop, ((tree.starts[node], start, b""), (stop, tree.stops[node], b""))
                at = tree.end(at)
            else:
                at += 1
