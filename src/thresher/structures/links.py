"""What must go together: the nodes around all occurrences of a name.

A declaration cannot go while its uses are there, nor can a use that the declaration has made necessary. Nothing is
known here about any language: a name is a word that is a leaf of the tree more than once, its first occurrence is
taken for the declaration, and the tree tells what is the least around an occurrence that can go.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from thresher.kernel.selection import Selection
from thresher.structures.hierarchy import Hierarchy

_WORD = re.compile(rb"[A-Za-z_$\x80-\xff][^\s\"'|;()\[\]{}]*")


@dataclass(frozen=True, slots=True)
class Link:
    """Nodes beside each other, in order, without which nothing is left of a name."""

    name: bytes
    nodes: tuple[int, ...]

    def weight(self, tree: Hierarchy, kept: Selection) -> int:
        """How many kept nodes go with it."""
        return sum(kept.position(tree.end(node)) - kept.position(node) for node in self.nodes)


def links(tree: Hierarchy, kept: Selection) -> Iterator[Link]:
    """A link for each name that can go as a whole, by two nodes or more.

    The declaration must go without a trace, or something else would be declared in its place.
    """
    for name, leaves in _names(tree, kept):
        around = [_least_around(tree, kept, leaf) for leaf in leaves]
        if all(around) and not tree.replacement(around[0]):
            nodes = tuple(_outermost(tree, around))
            if len(nodes) > 1:
                yield Link(name, nodes)


def _names(tree: Hierarchy, kept: Selection) -> Iterator[tuple[bytes, Sequence[int]]]:
    """Words with their leaves, in the order of the first ones; not what the language itself puts in a place."""
    found: dict[bytes, list[int]] = {}
    for leaf in _leaves(tree, kept):
        text = tree.text(kept, leaf)
        if _WORD.fullmatch(text):
            found.setdefault(text, []).append(leaf)
    for name, leaves in found.items():
        if len(leaves) > 1 and not any(tree.replacement(leaf) == name for leaf in leaves):
            yield name, leaves


def _leaves(tree: Hierarchy, kept: Selection) -> Iterator[int]:
    """The kept nodes inside which none is kept."""
    before = 0
    for node in kept:
        if node >= tree.end(before):
            yield before
        before = node
    if before:
        yield before


def _least_around(tree: Hierarchy, kept: Selection, node: int) -> int:
    """The smallest kept node around a kept one, or itself, that can go; 0 if only the root could."""
    while node and not (node in kept and tree.removable(kept, node)):
        node = tree.parent(node)
    return node


def _outermost(tree: Hierarchy, nodes: Iterable[int]) -> Iterator[int]:
    """In order, without those inside others."""
    end = 0
    for node in sorted(nodes):
        if node >= end:
            yield node
            end = tree.end(node)
