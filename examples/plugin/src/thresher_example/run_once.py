"""Runs a loop once: `while (c) s` becomes `if (c) s`."""

from __future__ import annotations

from collections.abc import Iterator

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

WHY = "a loop that is run once is shorter"


def edits(document: Document) -> Iterator[Rewrite]:
    """An edit for each while loop."""
    tree = document.tree
    for node in range(1, len(tree)):
        start = tree.starts[node]
        if tree.kind(node).name == "while_statement" and tree.data.startswith(b"while", start):
            yield Rewrite(((start, start + len(b"while"), b"if"),), "run once")
