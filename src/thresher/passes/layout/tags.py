"""One tag for an element with nothing in it: `<a></a>` becomes `<a/>`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

LIKELY = True
_EMPTY = re.compile(rb"\s*>\s*</[^<>]*>\Z")


def edits(document: Document) -> Iterator[Rewrite]:
    """An edit for each node that ends in a start tag, white space and an end tag, all of them its own."""
    tree = document.tree
    for node in range(1, len(tree)):
        own = max((tree.stops[child] for child in tree.children(node)), default=tree.starts[node])
        empty = _EMPTY.search(tree.data, own, tree.stops[node])
        if empty is not None:
            yield Rewrite(((empty.start(), tree.stops[node], b"/>"),), "one tag")
