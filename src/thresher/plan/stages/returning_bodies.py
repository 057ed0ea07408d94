"""Bodies of functions in C that return at once, where the test does not accept functions without a return.

An empty body is the shortest, and C allows it in a function with a result. Scripts for miscompiled programs often
forbid it, by `-Werror=return-type`, since such a program may do anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from thresher.algorithms.trees.function_bodies import bodies
from thresher.kernel.selection import Selection
from thresher.structures.document import Document, NamedDocument
from thresher.structures.references import NamedUnits
from thresher.structures.trees.tree import Tree

LANGUAGES = frozenset({"c", "objc"})
FUNCTION, POINTER = "function_definition", "pointer_declarator"
RECORDS = frozenset({"struct_specifier", "union_specifier"})
RETURNING = b"{return 0;}"


@dataclass(frozen=True, eq=False)
class _WithTree:
    """The same document with another tree of its bytes."""

    document: NamedDocument
    tree: Tree

    @property
    def language(self) -> str:
        return self.document.language

    def named_units(self) -> NamedUnits | None:
        return self.document.named_units()

    def valid(self, kept: Selection) -> bool:
        return self.document.valid_text(self.tree.render(kept))

    def valid_text(self, data: bytes) -> bool:
        return self.document.valid_text(data)


def with_returning_bodies(document: Document, accepts: Callable[[bytes], bool]) -> Document:
    """The document, whose bodies are replaced by such that return, if a check does not accept empty ones, but these."""
    if not isinstance(document, NamedDocument) or document.language not in LANGUAGES:
        return document
    tree = document.tree
    texts = dict(_returning(tree))
    emptied = tree.without(tree.everything, sorted(texts))
    returning = tree.replacing(texts)
    if not texts or accepts(tree.render(emptied)) or not accepts(returning.render(emptied)):
        return document
    return _WithTree(document, returning)


def _returning(tree: Tree) -> Iterator[tuple[int, bytes]]:
    """The bodies of functions with a result, each with one that returns at once."""
    for body in bodies(tree, tree.everything):
        function = tree.parent(body)
        if tree.kind(function).name == FUNCTION and tree.replacement(body) is not None:
            text = _text(tree, function)
            if text and tree.stops[body] - tree.starts[body] > len(text):
                yield body, text


def _text(tree: Tree, function: int) -> bytes:
    """A body for a function; nothing for one without a result."""
    children = {tree.kind(child).name: child for child in tree.children(function)}
    if POINTER in children:
        return RETURNING
    for record in RECORDS & children.keys():
        words = tree.data[tree.starts[children[record]] : tree.stops[children[record]]].partition(b"{")[0].split()
        return b"{static " + b" ".join(words) + b" r;return r;}"
    types = (tree.data[tree.starts[child] : tree.stops[child]] for child in children.values())
    return b"" if b"void" in types else RETURNING
