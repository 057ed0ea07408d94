"""Removes five to eight adjacent nodes or tokens together, as in `INT,FOREIGN KEY(b)REFERENCES a(b)`.

Rules and arguments that need each other are often longer than the four that `adjacent` tries. Only the windows that
lose the fewest words are tried; most that can go are among these.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from thresher.passes.ranking import MOST, ranked_edits, windows
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

MISS_LIMIT = 2
WIDTHS = (5, 6, 7, 8)


def edits(document: Document) -> Iterator[Rewrite]:
    """Windows of 5 to 8 siblings or tokens."""
    tree = document.tree
    if len(tree) <= MOST:
        yield from ranked_edits(tree, chain.from_iterable(windows(tree, width) for width in WIDTHS), "window")
