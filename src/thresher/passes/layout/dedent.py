"""Replaces a statement by its block where indentation shows nesting: `if x:` and its lines become the lines.

Brackets can be cut around contents; indentation has to be removed from each line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 8
_INDENT = re.compile(rb"(?:\A|(?<=\n))[ \t]*")
_HEAD = re.compile(rb":\s*(?:#[^\n]*\s*)*\Z")


def edits(document: Document) -> Iterator[Rewrite]:
    """An edit for each block after a colon: removes the head and what follows the block in its statement."""
    tree = document.tree
    for node in range(1, len(tree)):
        statement = tree.parent(node)
        if tree.kind(node).name == "block" and _HEAD.search(tree.data, tree.starts[statement], tree.starts[node]):
            yield Rewrite(tuple(_cuts(tree, node, statement)), "dedent")


def _cuts(tree: Tree, block: int, statement: int) -> Iterator[Cut]:
    start, stop = tree.starts[block], tree.stops[block]
    yield tree.starts[statement], start, b""
    outer, inner = (_indent(tree.data, tree.starts[each]) for each in (statement, block))
    if len(inner) > len(outer) and inner.startswith(outer):
        for line in _INDENT.finditer(tree.data, start + 1, stop):
            if line.group().startswith(inner):
                yield *line.span(), outer + line.group()[len(inner) :]
    if stop < tree.stops[statement]:
        yield stop, tree.stops[statement], b""


def _indent(data: bytes, position: int) -> bytes:
    """The white space that the line of a position begins with."""
    line = data.rfind(b"\n", 0, position) + 1
    found = _INDENT.match(data, line)
    return found.group() if found else b""
