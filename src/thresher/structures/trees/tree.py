"""Bytes with a hierarchy: nested nodes, any selection of which renders by joining slices of the bytes.

Nodes are numbered in preorder, so that the subtree of node i is the run of numbers from i to end(i)-1; a candidate is
the `Selection` of kept nodes. What a node's children do not cover is its own text and stays as long as the node does.
About 32 bytes per node.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from thresher.kernel import ordering
from thresher.kernel.selection import Selection
from thresher.structures.trees.cutter import Cutter
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.replacements import Replacements
from thresher.structures.trees.separators import Separators
from thresher.structures.trees.shape import Shape
from thresher.structures.trees.splice import Spacing, spliced

_LITERAL = re.compile("(?!concat).*(?:string|string_literal|char_literal|character_literal|regex|heredoc_body)")
SPACE = ord(" ")  # no white space is after it


@dataclass(frozen=True, eq=False)
class Tree:
    """Node i is the bytes from starts[i] to stops[i]; its children lie in there, beside each other and in order.

    With FREE spacing no node begins or ends with white space. See `TreeBuilder` for building one, and
    `structures.cutter` for what exactly a candidate's text is.
    """

    data: bytes
    shape: Shape
    starts: array[int]
    stops: array[int]
    kinds: array[int]
    vocabulary: tuple[NodeKind, ...]
    separators: Separators
    replacements: Replacements
    spacing: Spacing = Spacing.FREE

    def __len__(self) -> int:
        return len(self.shape)

    @cached_property
    def everything(self) -> Selection:
        """All nodes."""
        return Selection.all(len(self))

    @property
    def height(self) -> int:
        """The depth of the deepest node."""
        return self.shape.height

    def kind(self, node: int) -> NodeKind:
        """What the node is."""
        return self.vocabulary[self.kinds[node]]

    def parent(self, node: int) -> int:
        """The node around this one; the root is its own."""
        return self.shape.parents[node]

    def end(self, node: int) -> int:
        """The number after the last one of the subtree."""
        return self.shape.end(node)

    def children(self, node: int) -> Iterator[int]:
        """The nodes directly inside, in order."""
        return self.shape.children(node)

    def level(self, kept: Selection, depth: int) -> Sequence[int]:
        """The kept nodes at a depth, in order."""
        return self.shape.level(kept, depth)

    def without(self, kept: Selection, nodes: Sequence[int]) -> Selection:
        """Less the subtrees of the nodes, which are increasing and not inside each other."""
        return self.shape.without(kept, nodes)

    def replacement(self, node: int) -> bytes | None:
        """What replaces the node once it is removed; None if it cannot be removed on its own."""
        return self.replacements.get(node)

    def replacing(self, texts: Mapping[int, bytes | None]) -> Tree:
        """The same tree with other replacements for some nodes."""
        return replace(self, replacements=self.replacements.replacing(texts))

    def fits(self, node: int, place: int) -> bool:
        """Whether a node may replace another."""
        labels, wanted = self.kind(node).labels, self.kind(place)
        return not (labels.isdisjoint(wanted.labels) and labels.isdisjoint(wanted.takes))

    def weight(self, kept: Selection, node: int) -> int:
        """How many nodes are kept in the subtree."""
        return kept.position(self.end(node)) - kept.position(node)

    def render(self, kept: Selection) -> bytes:
        """The bytes of a candidate; all nodes give the data."""
        if len(kept) == len(self):
            return self.data
        cuts = self.cutter.cuts(kept, 0, len(self))
        return spliced(self.data, cuts, 0, len(self.data), self.spacing)

    def text(self, kept: Selection, node: int) -> bytes:
        """The bytes of a kept node as they are in a candidate."""
        start, stop = self.starts[node], self.stops[node]
        cuts = self.cutter.cuts(kept, node, self.end(node))
        return spliced(self.data, cuts, start, stop, self.spacing) if cuts else self.data[start:stop]

    def removable(self, kept: Selection, node: int) -> bool:
        """Whether removing a kept node makes the text smaller: shorter, or earlier in byte order."""
        filler = self.replacements.get(node)
        if filler is None:
            return False
        if self.weight(kept, node) == self.shape.sizes[node]:
            width = self.stops[node] - self.starts[node]
            if width != len(filler):
                return width > len(filler)
        last = kept.unit(kept.position(self.end(node)) - 1)
        if self.shape.sizes[last] == 1 and self.stops[last] - self.starts[last] > len(filler):
            return True  # the usual case, decided without rendering
        text = self.text(kept, node)
        if text == filler and self.separators:
            return ordering.size(self.render(self.without(kept, [node]))) < ordering.size(self.render(kept))
        return ordering.size(text) > ordering.size(filler)

    @cached_property
    def cutter(self) -> Cutter:
        """Says which bytes to cut for a candidate."""
        columns = self.starts, self.stops, self.separators, self.replacements
        return Cutter(self.data, self.shape, *columns, self.spacing, self._in_literal())

    def _in_literal(self) -> bytes:
        """For each node whether it is a part of a string, where white space is not free; empty if none is."""
        if self.spacing is Spacing.EXACT:
            return b""
        literals = bytes(any(map(_LITERAL.fullmatch, (kind.name, *kind.labels))) for kind in self.vocabulary)
        if not any(literals):
            return b""
        return bytes(map(literals.__getitem__, map(self.kinds.__getitem__, self.shape.parents)))


def tree_from_columns(
    data: bytes,
    *,
    starts: array[int],
    stops: array[int],
    depths: array[int],
    kinds: array[int],
    vocabulary: Sequence[NodeKind],
    separators: Separators | None = None,
    replacements: Replacements | None = None,
    spacing: Spacing = Spacing.FREE,
) -> Tree:
    """A tree from one value per node, in preorder: the fast way to build one. The columns then belong to the tree."""
    shape = Shape.from_depths(depths)
    if spacing is not Spacing.EXACT:
        _trim(data, shape, starts, stops)
    return Tree(
        data,
        shape,
        starts,
        stops,
        kinds,
        tuple(vocabulary),
        separators or Separators.of({}),
        replacements or Replacements.none(len(starts)),
        spacing,
    )


def _trim(data: bytes, shape: Shape, starts: array[int], stops: array[int]) -> None:
    """Takes white space off the ends of the spans; an empty one stays inside its parent's."""
    for node, (start, stop) in enumerate(zip(starts, stops, strict=True)):
        if start < stop and data[start] > SPACE and data[stop - 1] > SPACE:
            continue
        text = data[start:stop].lstrip()
        if text:
            starts[node] = stop - len(text)
            stops[node] = stop - len(text) + len(text.rstrip())
        else:
            parent = shape.parents[node]
            starts[node] = stops[node] = min(max(start, starts[parent]), stops[parent])
