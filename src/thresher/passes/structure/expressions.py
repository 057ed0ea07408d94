"""An expression of an SQL statement becomes the whole statement: `select E`, with the tables if it names columns.

Removal works from outside to inside, clause by clause and level by level. Here the first expression tried has about
half of the statement in it; what misses has nothing to do with the failure, most likely, so the next has about half of
the rest. So an expression deep inside is found in few tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 4
PERSISTENT = True
LABEL = "expression"
STATEMENT, FROM, SUBQUERY = "statement", "from", "subquery"
UPDATED = "relation"  # in an update, a table stands without a clause
FIELDS = frozenset({"field", "all_fields"})
CONDITIONS = frozenset({"where", "group_by", "having", "order_by", "limit", "window_clause"})
EXPRESSIONS = frozenset(
    {"binary_expression", "unary_expression", "between_expression", "case", "cast", "exists", "invocation", SUBQUERY}
)
SHORTEST = 1 / 16  # of a statement


class _Part(NamedTuple):
    """An expression, and the statement around it."""

    node: int
    statement: int


def edits(document: Document) -> list[Rewrite]:
    """Those of a statement with more than half of the text; the best one is the last. Others had better go first."""
    tree = document.tree
    found: list[Rewrite] = []
    for statement in tree.children(0):
        if tree.kind(statement).name == STATEMENT and 2 * _size(tree, statement) > len(tree.data):
            found += reversed([_alone(tree, part) for part in _halving(tree, statement)])
    return found


def _halving(tree: Tree, statement: int) -> Iterator[_Part]:
    """The expression with about half of what is left of the statement if all before it go; and so on."""
    size = _size(tree, statement)
    nodes = [node for node in range(statement + 1, tree.end(statement)) if tree.kind(node).labels & EXPRESSIONS]
    sizes = {node: _size(tree, node) for node in nodes}
    left = size
    while (nodes := [node for node in nodes if sizes[node] >= size * SHORTEST]) and left > 0:
        best = min(nodes, key=lambda node: (abs(sizes[node] - left / 2), node))
        yield _Part(best, statement)
        left -= sizes[best]
        for node in nodes:
            if node < best < tree.end(node):
                sizes[node] -= sizes[best]
        nodes = [node for node in nodes if not best <= node < tree.end(best)]


def _size(tree: Tree, node: int) -> int:
    return tree.stops[node] - tree.starts[node]


def _alone(tree: Tree, part: _Part) -> Rewrite:
    """The statement as a query for the expression alone."""
    start, stop = tree.starts[part.node], tree.stops[part.node]
    before, tables = _keyword(tree, b"select "), _tables(tree, part) if _has_columns(tree, part.node) else b""
    if SUBQUERY in tree.kind(part.node).labels and tree.data[start : start + 1] == b"(":
        start, stop, before, tables = start + 1, stop - 1, b"", b""
    end = tree.stops[part.statement] - tree.data[: tree.stops[part.statement]].endswith(b";")
    cuts = ((tree.starts[part.statement], start, before), (stop, end, b" " + tables if tables else b""))
    return Rewrite(tuple(cut for cut in cuts if cut[0] < cut[1] or cut[2]), LABEL)


def _has_columns(tree: Tree, expression: int) -> bool:
    """Whether it names columns of tables that are outside of it."""
    for node in range(expression, tree.end(expression)):
        if tree.kind(node).labels & FIELDS:
            around = node
            while around > expression and not _from(tree, around):
                around = tree.parent(around)
            if not _from(tree, around):
                return True
    return False


def _tables(tree: Tree, part: _Part) -> bytes:
    """The tables of the innermost query around an expression, without conditions and order."""
    around = part.node
    while around > part.statement and not _from(tree, around):
        around = tree.parent(around)
    for clause in _from(tree, around):
        node, end = clause + 1, tree.end(clause)
        while node < end and tree.kind(node).name not in CONDITIONS:
            node = tree.end(node) if SUBQUERY in tree.kind(node).labels else node + 1
        stop = tree.starts[node] if node < end else tree.stops[clause]
        return tree.data[tree.starts[clause] : stop].strip()
    updated = next((node for node in range(part.statement, part.node) if UPDATED in tree.kind(node).labels), 0)
    return _keyword(tree, b"from ") + tree.data[tree.starts[updated] : tree.stops[updated]] if updated else b""


def _from(tree: Tree, node: int) -> list[int]:
    return [child for child in tree.children(node) if tree.kind(child).name == FROM]


def _keyword(tree: Tree, word: bytes) -> bytes:
    """In capitals if the first keyword of the text is."""
    return word.upper() if tree.data[:1].isupper() else word
