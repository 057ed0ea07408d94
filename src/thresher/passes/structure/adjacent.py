"""Removes a few adjacent nodes, or a few tokens in a row, together.

After single removals each node and token left is needed as long as the others are there. Nodes that depend on each
other are mostly adjacent (Vulcan's local exhaustive pattern reduction, OOPSLA 2023, tries windows of nodes as well).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from thresher.passes.ranking import MOST, ranked_edits, windows
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

MISS_LIMIT = 8
WIDTHS = (2, 3, 4)


def edits(document: Document) -> Iterator[Rewrite]:
    """Windows of 2 to 4 siblings or tokens."""
    tree = document.tree
    if len(tree) <= MOST:
        yield from ranked_edits(tree, chain.from_iterable(windows(tree, width) for width in WIDTHS), "window")
