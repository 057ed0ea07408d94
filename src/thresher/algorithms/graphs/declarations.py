"""The units of a program for a search over dependencies: declarations at its top level and in its namespaces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from thresher.structures.references import UnitSpan
from thresher.structures.trees.tree import Tree

SCOPES = frozenset({"namespace_definition", "linkage_specification"})
LISTS = frozenset({"declaration_list"})  # in a scope, with declarations in it
_CONDITION = re.compile(r"preproc_(?:if|else|elif).*")  # has declarations in it among other nodes


class Declarations(NamedTuple):
    """Units in document order; `around[i]` is the unit that unit i lies in, -1 for none."""

    spans: tuple[UnitSpan, ...]
    around: tuple[int, ...]


def declarations_of(tree: Tree) -> Declarations:
    """The declarations of a tree; a namespace is a unit, and so is each declaration in it."""
    spans: list[UnitSpan] = []
    around: list[int] = []
    for node, outer in _declared(tree, 0, -1, around):
        spans.append(UnitSpan(tree.starts[node], tree.stops[node], node))
        around.append(outer)
    return Declarations(tuple(spans), tuple(around))


def _declared(tree: Tree, node: int, outer: int, before: list[int]) -> Iterator[tuple[int, int]]:
    """The units inside a node, each with the number of the one around it; `before` has an entry for each so far."""
    for child in tree.children(node):
        name, number = tree.kind(child).name, len(before)
        if name in LISTS:
            yield from _declared(tree, child, outer, before)
        elif tree.kind(node).name not in SCOPES:
            removable = tree.replacement(child) == b""
            if removable:
                yield child, outer
            if name in SCOPES or _CONDITION.fullmatch(name):
                yield from _declared(tree, child, number if removable else outer, before)
