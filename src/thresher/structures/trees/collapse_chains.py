"""One node instead of a chain of nodes around the same text: fewer levels, and no question asked twice.

A parse tree wraps a name into a primary into a term into an expression. All of these are the same text; the one node
that is left has the labels of them all, and so may be wherever one of them may.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Generic, TypeVar

from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.replacements import Replacements
from thresher.structures.trees.separators import Separators
from thresher.structures.trees.tree import Tree, tree_from_columns

T = TypeVar("T")


def collapse_chains(tree: Tree) -> Tree:
    """Merges only children with the node around them if that has no text of its own; the root stays.

    Of the replacements the shortest is kept, as all fit; the tree stays as it is if there is nothing to merge.
    """
    outermost = _outermost(tree)
    if all(outermost):
        return tree
    numbers = array("I", (count - 1 for count in accumulate(outermost)))
    return tree_from_columns(
        tree.data,
        starts=_left(tree.starts, outermost),
        stops=_left(tree.stops, outermost),
        depths=_depths(tree, outermost, numbers),
        kinds=(kinds := _ChainedValues(tree.kinds, tree.vocabulary, outermost, _both)).numbers,
        vocabulary=kinds.values,
        separators=_renumbered(tree.separators, numbers),
        replacements=_replacements(tree.replacements, outermost),
        spacing=tree.spacing,
    )


def _outermost(tree: Tree) -> bytearray:
    """For each node whether it stays; the others are merged into the one before them."""
    sizes, starts, stops = tree.shape.sizes, tree.starts, tree.stops
    stays = bytearray(b"\1") * len(tree)
    for node in range(2, len(tree)):
        outer = node - 1
        if sizes[outer] == sizes[node] + 1 and starts[outer] == starts[node] and stops[outer] == stops[node]:
            stays[node] = False
    return stays


def _left(column: array[int], outermost: bytearray) -> array[int]:
    return array(column.typecode, (value for value, stays in zip(column, outermost, strict=True) if stays))


def _depths(tree: Tree, outermost: bytearray, numbers: array[int]) -> array[int]:
    depths, parents = array("I", [0]), tree.shape.parents
    for node in range(1, len(tree)):
        if outermost[node]:
            depths.append(depths[numbers[parents[node]]] + 1)
    return depths


class _ChainedValues(Generic[T]):
    """Numbers of values, those of a chain joined to one."""

    def __init__(
        self, column: array[int], values: Sequence[T], outermost: bytearray, join: Callable[[T, T], T]
    ) -> None:
        self.values = list(values)
        self._join = join
        self._joined: dict[tuple[int, int], int] = {}
        self.numbers = array("I")
        for number, stays in zip(column, outermost, strict=True):
            if stays:
                self.numbers.append(number)
            else:
                self.numbers[-1] = self._both(self.numbers[-1], number)

    def _both(self, outer: int, inner: int) -> int:
        found = self._joined.get((outer, inner))
        if found is None:
            value = self._join(self.values[outer], self.values[inner])
            if value not in self.values:
                self.values.append(value)
            found = self._joined[outer, inner] = self.values.index(value)
        return found


def _both(outer: NodeKind, inner: NodeKind) -> NodeKind:
    """Named after the outer one."""
    return NodeKind(outer.name, outer.labels | inner.labels, outer.takes | inner.takes)


def _replacements(replacements: Replacements, outermost: bytearray) -> Replacements:
    column = _ChainedValues(replacements.numbers, replacements.texts, outermost, _shorter)
    return Replacements(column.numbers, tuple(column.values))


def _shorter(outer: bytes | None, inner: bytes | None) -> bytes | None:
    if outer is None or inner is None:
        return outer if inner is None else inner
    return min(outer, inner, key=len)


def _renumbered(separators: Separators, numbers: array[int]) -> Separators:
    nodes, firsts = (array("I", map(numbers.__getitem__, old)) for old in (separators.nodes, separators.firsts))
    return Separators(nodes, separators.starts, separators.stops, firsts)
