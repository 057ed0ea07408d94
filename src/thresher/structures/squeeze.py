"""One node instead of a chain of nodes around the same text: fewer levels, and no question asked twice.

A parse tree wraps a name into a primary into a term into an expression. All of these are the same text; the one node
that is left has the labels of them all, and so may stand wherever one of them may.
"""

from __future__ import annotations

from array import array

from thresher.structures.replacements import Replacements
from thresher.structures.separators import Separators
from thresher.structures.tree import Kind, Tree, tree_from_columns


def squeeze(tree: Tree) -> Tree:
    """Merges only children with the node around them if that has no text of its own; the root stays.

    Of the replacements the shortest is kept, as all fit; the tree stays as it is if there is nothing to merge.
    """
    merged = _merged(tree)
    if not any(merged):
        return tree
    numbers = array("I")
    depths, kinds = array("I"), _Kinds(tree)
    replacements: dict[int, bytes | None] = {}
    for node, inner in enumerate(merged):
        if inner:
            number = numbers[-1]
            kinds.merge(number, tree.kinds[node])
            replacements[number] = _shorter(replacements.get(number, b""), tree.replacement(node))
        else:
            number = len(depths)
            depths.append(depths[numbers[tree.parent(node)]] + 1 if node else 0)
            kinds.append(tree.kinds[node])
            if tree.replacement(node) != b"":
                replacements[number] = tree.replacement(node)
        numbers.append(number)
    return tree_from_columns(
        tree.data,
        starts=_left(tree.starts, merged),
        stops=_left(tree.stops, merged),
        depths=depths,
        kinds=kinds.numbers,
        vocabulary=kinds.vocabulary,
        separators=_renumbered(tree.separators, numbers),
        replacements=Replacements.none(len(depths)).replacing(replacements),
        spacing=tree.spacing,
    )


def _merged(tree: Tree) -> bytearray:
    """For each node whether it is merged into the one before it."""
    sizes, starts, stops = tree.shape.sizes, tree.starts, tree.stops
    merged = bytearray(len(tree))
    for node in range(2, len(tree)):
        outer = node - 1
        if sizes[outer] == sizes[node] + 1 and starts[outer] == starts[node] and stops[outer] == stops[node]:
            merged[node] = True
    return merged


def _left(column: array[int], merged: bytearray) -> array[int]:
    return array(column.typecode, (value for value, inner in zip(column, merged, strict=True) if not inner))


def _shorter(left: bytes | None, right: bytes | None) -> bytes | None:
    if left is None or right is None:
        return left if right is None else right
    return min(left, right, key=len)


class _Kinds:
    """The kinds of the new tree; a chain's is named after its outermost node."""

    def __init__(self, tree: Tree) -> None:
        self.numbers = array("I")
        self.vocabulary = list(tree.vocabulary)
        self._merged: dict[tuple[int, int], int] = {}

    def append(self, kind: int) -> None:
        self.numbers.append(kind)

    def merge(self, node: int, inner: int) -> None:
        outer = self.numbers[node]
        if (outer, inner) not in self._merged:
            name, labels = self.vocabulary[outer]
            union = Kind(name, labels | self.vocabulary[inner].labels)
            if union not in self.vocabulary:
                self.vocabulary.append(union)
            self._merged[outer, inner] = self.vocabulary.index(union)
        self.numbers[node] = self._merged[outer, inner]


def _renumbered(separators: Separators, numbers: array[int]) -> Separators:
    return Separators.of(
        {numbers[node]: found._replace(first=numbers[found.first]) for node, found in separators.items()}
    )
