"""Where a name is given a value or a body, as far as the shape of the tree shows it in any language.

`x = V`, `let x: T = V`, `type x = V`, `type x V`, `typedef V x`, `#define x V`, `def x(): V` and `int x() { V }` have
in common that the name, or what begins with it, has the value beside it in a node that can be removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from thresher.structures.trees.tree import Tree

_ASSIGNED = re.compile(rb"(?:.*[^=!<>+*/%&|^-])?(?::=|=)\s*|.*\bas\s*\(?\s*", re.DOTALL)
_BODY = re.compile(".*(?:block|body|compound_statement|statement_list)")
_WITHOUT_MARK = frozenset({"type_spec", "preproc_def"})  # `type x V` of Go and `#define x V`
_TYPEDEF = re.compile(rb"typedef\s+(?P<type>[^{};]+?)\s*\Z")


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A name has the value `data[start:stop]`; `head` is what the value is assigned to, `nodes` may be removed for it.

    A `block` is the body of a function; None for other values.
    """

    head: bytes
    start: int
    stop: int
    nodes: tuple[int, ...]
    block: int | None = None


def definition_at(tree: Tree, leaf: int) -> NamedValue | None:
    """What an occurrence of a name defines, None if nothing."""
    node = leaf
    while node:
        around = tree.parent(node)
        value = _last(tree, around, node)
        if value is not None:
            between = tree.data[tree.stops[node] : tree.starts[value]]
            is_body = _BODY.fullmatch(tree.kind(value).name) is not None
            follows = tree.kind(around).name in _WITHOUT_MARK and not between.strip()
            if is_body or follows or _ASSIGNED.fullmatch(between):
                head = tree.data[tree.starts[node] : tree.stops[node]]
                bracketed = int(between.rstrip().endswith(b"(") and tree.data.startswith(b")", tree.stops[value]))
                start, stop = tree.starts[value] - bracketed, tree.stops[value] + bracketed
                return NamedValue(head, start, stop, tuple(_removable(tree, around)), value if is_body else None)
        node = around
    return _typedef(tree, leaf)


def _last(tree: Tree, around: int, node: int) -> int | None:
    """The last node after one that is in the same node, without the mark before it."""
    last = max(tree.children(around), default=node)
    if last <= node:
        return None
    while tree.kind(last).name == "group":
        last = max(tree.children(last))
    return last


def _typedef(tree: Tree, leaf: int) -> NamedValue | None:
    around = tree.parent(leaf)
    found = _TYPEDEF.fullmatch(tree.data[tree.starts[around] : tree.starts[leaf]])
    if found is None:
        return None
    name = tree.data[tree.starts[leaf] : tree.stops[leaf]]
    start = tree.starts[around] + found.start("type")
    return NamedValue(name, start, start + len(found["type"]), tuple(_removable(tree, around)))


def _removable(tree: Tree, node: int) -> Iterator[int]:
    """The nodes around a definition that can be removed, the smallest first, without those that are all in another."""
    while node:
        alone = tree.parent(node) and len(list(tree.children(tree.parent(node)))) == 1
        if tree.replacement(node) is not None and not alone:
            yield node
        node = tree.parent(node)
