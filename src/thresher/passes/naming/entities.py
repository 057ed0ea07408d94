"""An entity of XML goes with all references to it: `<!ENTITY e "x">` and every `&e;`, or its value replaces them.

Neither can go alone: a reference without a declaration is an error, and a declaration cannot go while it is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.tree import Tree

LIKELY = True
_DECLARED = re.compile(
    rb"\s*<!ENTITY\s+(?P<parameter>%\s+)?(?P<name>[^\s%]+)\s+(?:\"(?P<a>[^\"]*)\"|'(?P<b>[^']*)'|SYSTEM|PUBLIC)"
)
_REFERENCE = re.compile(rb"\s*([&%][^\s&%;<>\"']+;)")


def edits(document: Document) -> Iterator[Rewrite]:
    """For each entity that is referred to: without it and its references; then with its value in their places."""
    tree = document.tree
    references = _references(tree)
    for node in range(1, len(tree) if references else 0):
        found = _declaration(tree, node)
        if found is None:
            continue
        mark = b"%" if found["parameter"] else b"&"
        start, stop = tree.starts[node], tree.stops[node]
        used = [each for each in references.get(mark + found["name"] + b";", ()) if not start <= each[0] < stop]
        value = found["a"] or found["b"] or b""
        for text in dict.fromkeys((b"", value)) if used else ():
            yield Rewrite(tuple(sorted([(start, stop, b""), *((*each, text) for each in used)])), "entity")


def _declaration(tree: Tree, node: int) -> re.Match[bytes] | None:
    is_entity = tree.kind(node).name == "entity"
    return _DECLARED.match(tree.data, tree.starts[node], tree.stops[node]) if is_entity else None


def _references(tree: Tree) -> dict[bytes, list[tuple[int, int]]]:
    """Where each entity is referred to, by the reference."""
    found: dict[bytes, list[tuple[int, int]]] = {}
    for node in range(1, len(tree)):
        reference = _REFERENCE.fullmatch(tree.data, tree.starts[node], tree.stops[node])
        if reference is not None and tree.end(node) == node + 1:
            found.setdefault(reference[1], []).append(reference.span(1))
    return found
