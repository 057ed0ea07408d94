"""Replaces an SQL query by a query inside it: a subquery, the body of a WITH, or one branch of a UNION.

Removal takes a query apart clause by clause, and clauses may need each other. A query inside it needs none of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 5
PERSISTENT = True
SELECT, KEYWORD = "select", "keyword_"
BEGINNINGS = (b"SELECT", b"WITH", b"VALUES")


def edits(document: Document) -> list[Rewrite]:
    """For each query, the outermost queries inside it; the largest of all is the last, and so the first to be tried."""
    tree = document.tree
    found: dict[bytes, tuple[int, Rewrite]] = {}
    for node in range(1, len(tree)):
        if tree.parent(node) == 0 or _selects(tree, node):
            start, stop = _bounds(tree, node)
            for first, last in (*_branches(tree, node), *_inside(tree, node)):
                text = tree.data[first:last]
                cuts = tuple(cut for cut in ((start, first, b""), (last, stop, b"")) if cut[0] < cut[1])
                if cuts and _is_query(text):
                    found.setdefault(text, (len(text), Rewrite(cuts, "query")))
    return [rewrite for _, rewrite in sorted(found.values(), key=lambda each: each[0])]


def _selects(tree: Tree, node: int) -> list[int]:
    """Where the queries that a node consists of begin, among its children: more than one in a union."""
    return [at for at, child in enumerate(tree.children(node)) if tree.kind(child).name == SELECT]


def _branches(tree: Tree, node: int) -> Iterator[tuple[int, int]]:
    """From where to where the queries of a union are."""
    children, begins = list(tree.children(node)), _selects(tree, node)
    for begin, end in zip(begins, [*begins[1:], len(children)], strict=True) if len(begins) > 1 else ():
        parts = [child for child in children[begin:end] if not tree.kind(child).name.startswith(KEYWORD)]
        yield tree.starts[parts[0]], tree.stops[parts[-1]]


def _inside(tree: Tree, node: int) -> Iterator[tuple[int, int]]:
    """From where to where the outermost queries inside a node are, without their brackets."""
    at, end = node + 1, tree.end(node)
    while at < end:
        is_query = bool(_selects(tree, at))
        if is_query:
            yield _bounds(tree, at)
        at = tree.end(at) if is_query else at + 1


def _bounds(tree: Tree, node: int) -> tuple[int, int]:
    """Without the brackets around a query, what is before it, and the semicolon after a statement."""
    start, stop = tree.starts[node], tree.stops[node]
    if tree.data[start : start + 1] == b"(" and tree.data[stop - 1 : stop] == b")":
        return start + 1, stop - 1
    begins = _selects(tree, node)
    if begins and tree.parent(node) != 0 and not _is_query(tree.data[start:stop]):
        start = tree.starts[list(tree.children(node))[begins[0]]]
    return start, stop - tree.data[start:stop].endswith(b";")


def _is_query(text: bytes) -> bool:
    return text[:6].upper().startswith(BEGINNINGS)
