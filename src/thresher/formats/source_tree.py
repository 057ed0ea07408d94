"""From what tree-sitter found to the tree that is searched.

Tokens are text of the node around them, but for words that can go (`static`, `async`). A node that is all there is to
its parent is one with it; a sum within a sum is one sum. A token that can go with the node behind it is grouped with
it, as in `= 1`; where it stands between the elements of a list it is the element's separator.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from thresher.formats.kinds import Kinds
from thresher.formats.minimal import Decision
from thresher.formats.places import Places, Role
from thresher.formats.syntax import NAMED, Syntax
from thresher.structures.replacements import Replacements
from thresher.structures.separators import Separators
from thresher.structures.splice import Spacing
from thresher.structures.tree import Tree, tree_from_columns


class SourceTree:
    """Builds the columns of the tree, one number after the other."""

    def __init__(self, syntax: Syntax, places: Places, decisions: Sequence[Decision]) -> None:
        self._syntax, self._places, self._decisions = syntax, places, decisions
        offset = syntax.starts.typecode
        self._starts, self._stops = array(offset, [0]), array(offset, [len(syntax.data)])
        self._depths, self._texts = array("I", [0]), array("I", [0])
        self._kinds = Kinds(syntax, places)
        self._numbers = array("I", bytes(4 * len(syntax)))  # of the syntax nodes in the tree
        self._firsts = array("I", bytes(4 * len(syntax)))  # numbers of the first elements of their lists
        self._separated: tuple[array[int], ...] = array("I"), array("Q"), array("Q"), array("I")
        self._table: dict[bytes | None, int] = {b"": 0}

    def tree(self, spacing: Spacing) -> Tree:
        """The tree; the columns are used up."""
        syntax, flags = self._syntax, self._syntax.flags
        self._kinds.add(syntax.kinds[0])
        for node, place in enumerate(self._places.numbers):
            if place:
                self._place(node, self._decisions[place], self._places.places[place].role)
            elif node and flags[syntax.kinds[node]] & NAMED:
                self._numbers[node] = number = self._numbers[syntax.parents[node]]
                self._kinds.merge(number, syntax.kinds[node])
        return tree_from_columns(
            syntax.data,
            starts=self._starts,
            stops=self._stops,
            depths=self._depths,
            kinds=self._kinds.numbers,
            vocabulary=self._kinds.vocabulary,
            separators=Separators(*self._separated),
            replacements=Replacements(self._texts, tuple(self._table)),
            spacing=spacing,
        )

    def _place(self, node: int, decision: Decision, role: Role) -> None:
        """Puts a node into the tree that has a place."""
        syntax = self._syntax
        around = self._numbers[syntax.parents[node]]
        if syntax.chained[syntax.kinds[node]] and syntax.in_chain(node):
            self._numbers[node] = around
            self._firsts[node] = len(self._starts)
            return
        if role is Role.TOKEN and decision.text is None:
            return
        depth, start, stop = self._depths[around] + 1, syntax.starts[node], syntax.stops[node]
        if decision.joined and role is Role.LED:
            self._add(depth, syntax.starts[self._places.tokens[node]], stop, b"")
            self._kinds.add_group()
            depth += 1
        self._numbers[node] = len(self._starts)
        self._add(depth, start, stop, decision.text)
        self._kinds.add(syntax.kinds[node])
        if decision.joined and role in (Role.REST, Role.ENDED):
            self._separate(node, role, around)

    def _add(self, depth: int, start: int, stop: int, text: bytes | None) -> None:
        self._depths.append(depth)
        self._starts.append(start)
        self._stops.append(stop)
        self._texts.append(self._table.setdefault(text, len(self._table)))

    def _separate(self, node: int, role: Role, around: int) -> None:
        """Notes the token that goes with an element."""
        syntax, token = self._syntax, self._places.tokens[node]
        start, stop = syntax.starts[token], syntax.stops[token]
        first = around  # a token behind its element does not go before it
        if role is Role.REST:
            elder = syntax.neighbours[0][token]
            first = self._firsts[node] = self._firsts[elder] or self._numbers[elder]
            if not syntax.data[stop : syntax.starts[node]].strip():
                stop = syntax.starts[node]
        for column, value in zip(self._separated, (self._numbers[node], start, stop, first), strict=True):
            column.append(value)
