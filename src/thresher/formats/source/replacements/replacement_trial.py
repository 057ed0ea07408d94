"""One node of a context, on which replacements are tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Tree

from thresher.formats.source.node_contexts import AdjacentToken, NodeContext
from thresher.formats.source.reparse import Reparser, difference
from thresher.formats.source.replacements.parse_fragments import LENGTHS, Fragment
from thresher.formats.source.syntax import SyntaxTree
from thresher.structures.trees.splice import Cut, Spacing, spliced

STATEMENT = ";"  # in some grammars a statement is just this token


@dataclass(frozen=True, eq=False)
class ReplacementTrial:
    """A node in its context and the fragment around it."""

    syntax: SyntaxTree
    place: NodeContext
    node: int
    token: int
    stretch: Fragment
    reparser: Reparser
    spacing: Spacing

    def goes_with_token(self) -> bool:
        """Whether the node can go with its token."""
        starts, stops = self.syntax.starts, self.syntax.stops
        start, stop = starts[self.node], stops[self.node]
        if self.place.role in (AdjacentToken.REST, AdjacentToken.LED):
            cuts = [(starts[self.token], stop, b"")]
        else:
            cuts = [(start, stop, b""), (starts[self.token], stops[self.token], b"")]
        return self._parsed(self._without(cuts)) is not None

    def is_extra(self) -> bool:
        """Whether the node can go and leaves a parent of the same kind: `static` in a declaration, not `return`."""
        starts, stops, parent = self.syntax.starts, self.syntax.stops, self.syntax.parents[self.node]
        tree = self._parsed(self._without([(starts[self.node], stops[self.node], b"")]))
        start = self.stretch.excerpt.position(starts[parent])
        node = tree.root_node.descendant_for_byte_range(start, start + 1) if tree else None
        while node is not None and node.start_byte == start and node.kind_id != self.place.parent:
            node = node.parent
        return node is not None and node.start_byte == start

    def takes(self, text: bytes) -> bool:
        """Whether the text can replace the node; as one clean node if it is not empty."""
        start, stop = self.syntax.starts[self.node], self.syntax.stops[self.node]
        new = self._without([(start, stop, text)])
        tree = self._parsed(new)
        if tree is None or not text:
            return tree is not None
        excerpt = self.stretch.excerpt
        before = excerpt.position(excerpt.start + len(self.syntax.data[excerpt.start : start].rstrip()))
        return self._is_node(tree, new.index(text, before), len(text))

    def _without(self, cuts: Sequence[Cut]) -> bytes:
        excerpt, data = self.stretch.excerpt, self.syntax.data
        return excerpt.text(data, spliced(data, cuts, excerpt.start, excerpt.stop, self.spacing))

    def _parsed(self, text: bytes) -> Tree | None:
        """The parse of a changed stretch, None if it has more errors."""
        data = self.syntax.data
        if len(data) > max(LENGTHS) and self.stretch.excerpt.length == len(data):
            tree = self.reparser.edited(text, [difference(data, text)])
        else:
            tree = self.reparser.parser.parse(text)
        strict = self.stretch.strict
        return None if self.stretch.faults.more(tree) or (strict and not strict(text)) else tree

    def _is_node(self, tree: Tree, start: int, length: int) -> bool:
        """Whether the bytes are a node, in a node like the one that the place is in."""
        node = tree.root_node.descendant_for_byte_range(start, start + length)
        kinds = set()
        while node is not None and node.byte_range == (start, start + length) and not node.has_error:
            kinds |= {node.kind_id} if node.is_named or node.type == STATEMENT else set()
            node = node.parent
        if not kinds or (node is not None and node.kind_id != self.place.parent):
            return False
        return self.place.kind not in kinds or not self.syntax.is_name(self.node)
