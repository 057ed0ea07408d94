"""Removes a name that only qualifies others, at all its occurrences: `a::` with `namespace a { }`, `x:`.

No single removal does that: the scope cannot go while it is named, nor can a use drop the name while it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.passes.occurrences import Name, names_of
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

_MARK = re.compile(rb"\s*(?:::|->|[.:](?=[\w$\x80-\xff]))\s*")
_OPENING = re.compile(rb"[^{}();]*\{")


def edits(document: Document) -> list[Rewrite]:
    """For each name in front of a mark such as `::` all of these places, with the brackets around its scope or without.

    The one that cuts the most is last.
    """
    tree = document.tree
    found = [Rewrite(tuple(sorted(cuts)), "qualifier") for name in names_of(tree) for cuts in _ways(tree, name)]
    return sorted(found, key=lambda edit: sum(stop - start for start, stop, _ in edit.cuts))


def _ways(tree: Tree, name: Name) -> Iterator[list[Cut]]:
    uses, scopes = list(_uses(tree, name)), list(_scopes(tree, name))
    if uses:
        yield uses
    if uses and scopes:
        yield [*uses, *scopes]


def _uses(tree: Tree, name: Name) -> Iterator[Cut]:
    """The name and the mark after it, wherever there is one."""
    for start, stop, _ in name.occurrences:
        mark = _MARK.match(tree.data, stop)
        if mark is not None:
            yield start, mark.end(), b""


def _scopes(tree: Tree, name: Name) -> Iterator[Cut]:
    """What is around the content of each node that begins with the name and a bracket: `namespace a {` and `}`."""
    for start, stop, leaf in name.occurrences:
        opening, node = _OPENING.match(tree.data, stop), tree.parent(leaf)
        while node and tree.stops[node] <= stop:
            node = tree.parent(node)
        head = tree.data[tree.starts[node] : start]
        if opening is not None and node and tree.data[tree.stops[node] - 1] == ord("}") and b"{" not in head:
            yield tree.starts[node], opening.end(), b""
            yield tree.stops[node] - 1, tree.stops[node], b""
