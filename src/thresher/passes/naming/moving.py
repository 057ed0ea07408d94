"""A definition outside its class goes to its declaration inside: `struct a{struct b;}; struct a::b{};` becomes
`struct a{struct b{};};`.

Neither can go alone, and the name of the class need not be written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.passes.occurrences import Name, names_of
from thresher.passes.ranking import MOST, applied
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 3
_QUALIFIER = re.compile(rb"[\w$]+\s*(?:<[^<>{};]*>)?\s*::\s*\Z")


def edits(document: Document) -> list[Rewrite]:
    """For each qualified name with a body and each other occurrence that ends in a semicolon; the best is last."""
    tree = document.tree
    if len(tree) > MOST or b"::" not in tree.data:
        return []
    found = {applied(tree, cuts): cuts for name in names_of(tree) for cuts in _moves(tree, name)}
    return [Rewrite(found[text], "move") for text in sorted(found, key=len, reverse=True)]


def _moves(tree: Tree, name: Name) -> Iterator[tuple[Cut, ...]]:
    for each in name.occurrences:
        qualifier = _QUALIFIER.search(tree.data, max(0, each.start - 64), each.start)
        whole = _with_body(tree, each.node) if qualifier is not None else 0
        if not whole or qualifier is None or qualifier.start() < tree.starts[whole]:
            continue
        start, stop = tree.starts[whole], tree.stops[whole]
        text = tree.data[start : qualifier.start()] + tree.data[each.start : stop]
        for other in name.occurrences:
            declaration = _declaration(tree, other.node)
            low, high = tree.starts[declaration], tree.stops[declaration]
            if declaration and (high <= start or low >= stop):
                for end in (b"", b";"):
                    yield tuple(sorted([*_gone(tree, whole), (low, high, text + end)]))


def _with_body(tree: Tree, node: int) -> int:
    """The smallest node around one that ends in curly brackets; 0 if there is none."""
    while node and tree.data[tree.stops[node] - 1] != ord("}"):
        node = tree.parent(node)
    return node


def _declaration(tree: Tree, node: int) -> int:
    """The smallest node around one that ends in a semicolon; 0 if it has a body, or there is none."""
    while node and tree.data[tree.stops[node] - 1] not in b";}":
        node = tree.parent(node)
    return node if tree.data[tree.stops[node] - 1 : tree.stops[node]] == b";" else 0


def _gone(tree: Tree, node: int) -> list[Cut]:
    """Without a node, and what is only around it: a template's head, the semicolon of a declaration."""
    around = tree.parent(node)
    while around and (tree.data.startswith(b"template", tree.starts[around]) or _is_all_of(tree, node, around)):
        node, around = around, tree.parent(around)
    return [(tree.starts[node], tree.stops[node], b"")]


def _is_all_of(tree: Tree, node: int, around: int) -> bool:
    return tree.starts[node] == tree.starts[around] and not tree.data[tree.stops[node] : tree.stops[around]].strip(
        b"; "
    )
