"""A body becomes a declaration: `int f() { ... }` becomes `int f();`, `struct s { ... };` becomes `struct s;`.

What refers to the name still compiles. The parser rejects this where a language does not allow it.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.tree import Tree

LIKELY = True
MISS_LIMIT = 2
END = b";"


def edits(document: Document) -> Iterator[Rewrite]:
    """An edit for each outermost node in curly brackets that ends the node around it."""
    tree = document.tree
    after = 0
    for node in range(1, len(tree)):
        if node >= after and _is_body(tree, node):
            after = tree.end(node)
            follows = tree.data[tree.stops[node] :].lstrip()[:1]
            start = _initializers(tree, node)
            yield Rewrite(((start, tree.stops[node], b"" if follows == END else END),), "declaration")


def _is_body(tree: Tree, node: int) -> bool:
    """Whether a node is in curly brackets at the end of a node that has more before it."""
    start, stop, around = tree.starts[node], tree.stops[node], tree.parent(node)
    in_brackets = tree.data[start : start + 1] == b"{" and tree.data[stop - 1 : stop] == b"}"
    return in_brackets and tree.starts[around] < start and stop == tree.stops[around] and around > 0


def _initializers(tree: Tree, node: int) -> int:
    """Where the body begins, with the list of initializers before it in C++."""
    before = [child for child in tree.children(tree.parent(node)) if child < node]
    start = tree.starts[before[-1]] if before else tree.starts[node]
    return start if tree.data[start : start + 1] == b":" else tree.starts[node]
