"""Neighbours that go together or not at all: a few nodes beside each other, a few tokens in a row.

After single removal each node and token left is needed as long as the others are there. What depends on each other
mostly stands side by side (Vulcan's local exhaustive pattern reduction, OOPSLA 2023, tries windows of nodes as well).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from thresher.passes.ranking import MOST, promising, windows
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

PATIENCE = 8
WIDTHS = (2, 3, 4)


def edits(document: Document) -> Iterator[Rewrite]:
    """Windows of 2 to 4 brothers or tokens."""
    tree = document.tree
    if len(tree) <= MOST:
        yield from promising(tree, chain.from_iterable(windows(tree, width) for width in WIDTHS), "window")
