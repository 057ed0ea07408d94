"""From what tree-sitter found to the tree that is searched.

Tokens are text of the node around them, but for words that can go (`static`, `async`). A node that is all there is to
its parent is one with it; a sum within a sum is one sum. A token that can go with the node after it is grouped with
it, as in `= 1`; where it is between the elements of a list it is the element's separator.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from thresher.formats.source.node_contexts import AdjacentToken, NodeContexts
from thresher.formats.source.node_kinds import Kinds
from thresher.formats.source.replacements.prober import Decision
from thresher.formats.source.syntax import NAMED, SyntaxTree
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.replacements import Replacements
from thresher.structures.trees.separators import Separators
from thresher.structures.trees.shape import Shape
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree


class SourceTree:
    """Numbers the nodes of the tree; all else is looked up in columns and tables by C code."""

    def __init__(self, syntax: SyntaxTree, places: NodeContexts, decisions: Sequence[Decision]) -> None:
        self._syntax, self._places, self._decisions = syntax, places, decisions
        self._origins, self._depths = array("I", [0]), array("I", [0])  # of the tree's nodes
        self._numbers = array("I", bytes(4 * len(syntax)))  # of the syntax nodes in the tree
        self._firsts: dict[int, int] = {}  # the numbers of the first elements of the lists that nodes are in
        self._groups: dict[int, int] = {}  # from a group's number to the node in it
        self._merged: list[tuple[int, int]] = []  # numbers with one more kind each
        self._separated: tuple[array[int], ...] = array("I"), array("Q"), array("Q"), array("I")

    def tree(self, spacing: Spacing) -> Tree:
        """The tree."""
        self._number()
        syntax, stops = self._syntax, self._column(self._syntax.stops)
        for number, node in self._groups.items():
            stops[number] = syntax.stops[node]
        starts = self._column(syntax.starts)
        starts[0], stops[0] = 0, len(syntax.data)
        shape, separators = Shape.from_depths(self._depths), Separators(*self._separated)
        kinds, vocabulary = self._kinds()
        return Tree(syntax.data, shape, starts, stops, kinds, vocabulary, separators, self._replacements(), spacing)

    def _number(self) -> None:
        """Goes through all nodes once."""
        plain = self._plain()
        numbers, depths, origins = self._numbers, self._depths, self._origins
        flags, kinds = self._syntax.flags, self._syntax.kinds
        for node, (place, parent) in enumerate(zip(self._places.numbers, self._syntax.parents, strict=True)):
            around = numbers[parent]
            if plain[place]:
                numbers[node] = len(depths)
                depths.append(depths[around] + 1)
                origins.append(node)
                continue
            numbers[node] = around
            if place:
                self._special(node, around, self._decisions[place], self._places.places[place].role)
            elif node and flags[kinds[node]] & NAMED:
                self._merged.append((around, kinds[node]))

    def _plain(self) -> bytes:
        """For each place whether its nodes are nodes of the tree and nothing else is to be done."""
        chained = self._syntax.chained
        return bytes(
            number > 0
            and not decision.joined | chained[place.kind]
            and (place.role is not AdjacentToken.TOKEN or decision.text is not None)
            for number, (place, decision) in enumerate(zip(self._places.places, self._decisions, strict=True))
        )

    def _special(self, node: int, around: int, decision: Decision, role: AdjacentToken) -> None:
        syntax = self._syntax
        if syntax.chained[syntax.kinds[node]] and syntax.in_chain(node):
            self._firsts[node] = len(self._depths)
        elif role is not AdjacentToken.TOKEN:
            depth = self._depths[around] + 1
            if decision.joined and role is AdjacentToken.LED:
                self._group(node, depth)
                depth += 1
            self._add(node, depth)
            if decision.joined and role in (AdjacentToken.REST, AdjacentToken.ENDED):
                self._separate(node, role, around)

    def _group(self, node: int, depth: int) -> None:
        """A node around another one and the token before it, which may be a node already."""
        token = self._places.tokens[node]
        is_node = self._origins[-1] == token
        if is_node:
            self._origins.pop()
            self._depths.pop()
        self._groups[len(self._depths)] = node
        self._add(token, depth)
        if is_node:
            self._add(token, depth + 1)

    def _add(self, node: int, depth: int) -> None:
        self._numbers[node] = len(self._depths)
        self._depths.append(depth)
        self._origins.append(node)

    def _separate(self, node: int, role: AdjacentToken, around: int) -> None:
        """Notes the token that goes with an element."""
        syntax, token = self._syntax, self._places.tokens[node]
        start, stop = syntax.starts[token], syntax.stops[token]
        first = around  # a token after its element stays when the elements before go
        if role is AdjacentToken.REST:
            elder = syntax.neighbours[0][token]
            first = self._firsts[node] = self._firsts.get(elder) or self._numbers[elder]
            if not syntax.data[stop : syntax.starts[node]].strip():
                stop = syntax.starts[node]
        for column, value in zip(self._separated, (self._numbers[node], start, stop, first), strict=True):
            column.append(value)

    def _column(self, values: array[int]) -> array[int]:
        """One value for each node of the tree from one for each syntax node."""
        return array(values.typecode, map(values.__getitem__, self._origins))

    def _kinds(self) -> tuple[array[int], tuple[NodeKind, ...]]:
        kinds = Kinds(self._syntax, self._places)
        table = {kind: kinds.number(kind) for kind in set(self._syntax.kinds)}
        column = array("I", map(table.__getitem__, self._column(self._syntax.kinds)))
        for number in self._groups:
            column[number] = 0
        for number, kind in self._merged:
            column[number] = kinds.merged(column[number], kind)
        return column, tuple(kinds.vocabulary)

    def _replacements(self) -> Replacements:
        texts: dict[bytes | None, int] = {b"": 0}
        table = [texts.setdefault(decision.text, len(texts)) for decision in self._decisions]
        column = array("I", map(table.__getitem__, self._column(self._places.numbers)))
        for number in (0, *self._groups):
            column[number] = 0
        return Replacements(column, tuple(texts))
