"""Removes brackets with what is in them and the few words before them, in a text that the grammar does not understand.

Beside an error a clause is not a node: in `with f as(select)select from @@` nothing else removes `with f as(select)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.passes.ranking import MOST, ranked_edits
from thresher.passes.structure.brackets import Bracketed
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

NEED_NOT_PARSE = True
MISS_LIMIT = 6


def edits(document: Document) -> Iterator[Rewrite]:
    """Each pair of brackets with up to 3 units before it; none if the text has no error."""
    tree = document.tree
    if len(tree) <= MOST and any(tree.kind(node).name == "ERROR" for node in range(len(tree))):
        yield from ranked_edits(tree, Bracketed(tree).phrases(), "phrase")[::-1]  # the longest first
