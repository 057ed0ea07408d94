"""Traversal of a tree from the root down, level by level, as in every variant of HDD."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from thresher.algorithms.trees.lift import Minimizer, minimized
from thresher.kernel.place import Place
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy

Grouping: TypeAlias = Callable[[Hierarchy, Sequence[int]], Iterable[Sequence[int]]]


class Position(NamedTuple):
    """A node and how deep it is: positions are in breadth-first order."""

    depth: int
    node: int


ROOT = Position(0, 0)


def top_down(
    tree: Hierarchy, kept: Selection, *, minimizer: Minimizer, groups: Grouping
) -> Search[Selection, Selection]:
    """Minimizes each group of nodes of each level; the root stays, for without it nothing would be left.

    Nodes whose removal would not make the text smaller are skipped.
    """
    for depth in range(1, tree.height + 1):
        nodes = [node for node in tree.level(kept, depth) if tree.removable(kept, node)]
        before = kept
        for group in groups(tree, nodes):
            left = group if kept is before else [node for node in group if node in kept]
            if left:
                kept = yield from minimized(tree, kept, left, minimizer, Place(depth, depth, f"level {depth}"))
    return kept


def breadth_first(tree: Hierarchy, kept: Selection, after: Position = ROOT) -> Iterator[Position]:
    """The kept nodes but the root, beginning after a position and wrapping around to end with it."""
    for depth in range(after.depth, tree.height + 1):
        for place in _level(tree, kept, depth):
            if place > after:
                yield place
    for depth in range(1, after.depth + 1):
        for place in _level(tree, kept, depth):
            if place <= after:
                yield place


def _level(tree: Hierarchy, kept: Selection, depth: int) -> Iterator[Position]:
    return (Position(depth, node) for node in tree.level(kept, depth) if depth > 0)


def inside(tree: Hierarchy, kept: Selection, node: int) -> Iterator[int]:
    """The kept children of a node; where a child is not kept, what is kept in it."""
    position, end = kept.position(node) + 1, tree.end(node)
    while position < len(kept) and (inner := kept.unit(position)) < end:
        yield inner
        position = kept.position(tree.end(inner))


def weight(tree: Hierarchy, kept: Selection, node: int) -> int:
    """How many kept nodes there are in the subtree."""
    return kept.position(tree.end(node)) - kept.position(node)
