"""The units of a program: declarations, members, bodies of functions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from thresher.formats.source.references.table import NameTable
from thresher.structures.references import UnitSpan
from thresher.structures.trees.tree import Tree

if TYPE_CHECKING:
    from tree_sitter import Node

MANY = 8  # functions in a body, from which on its statements are units


class ProgramUnits:
    """Goes through a tree from the top: declarations, bodies, and the statements of bodies with many others in them.

    `around[i]` is the unit that unit i lies in, -1 for none. `empty` has the texts that stand for removed nodes.
    """

    def __init__(self, tree: Tree, table: NameTable, captures: dict[str, list[Node]]) -> None:
        self._tree, self._table = tree, table
        self._bodies, self._fixed, self._whole = (
            _spans(captures, tree.data, name) for name in ("body", "fixed", "whole")
        )
        self._starts = sorted(start for start, _ in self._bodies)
        self.spans: list[UnitSpan] = []
        self.around: list[int] = []
        self.attached: list[int] = []  # units that go with the next one
        self.empty: dict[int, bytes] = {}
        self.aside: list[int] = []  # comments
        self._visit(_spans(captures, tree.data, "attached"), _spans(captures, tree.data, "aside"))

    def _visit(self, attached: set[tuple[int, int]], aside: set[tuple[int, int]]) -> None:
        """Nodes in document order, each with the unit around it."""
        tree = self._tree
        waiting = [(0, -1)]
        while waiting:
            node, outer = waiting.pop()
            span = tree.starts[node], tree.stops[node]
            if self._table.filler and node and span not in self._bodies and tree.kind(node).name in self._table.lists:
                self.empty[node] = self._table.filler
            if node and span not in self._whole and self._is_unit(node, span):
                if span in attached:
                    self.attached.append(len(self.spans))
                if span in aside:
                    self.aside.append(len(self.spans))
                self.spans.append(UnitSpan(*span, node))
                self.around.append(outer)
                outer = len(self.spans) - 1
            if span not in self._whole and (span not in self._bodies or self._wraps(span)):
                waiting += reversed([(child, outer) for child in tree.children(node)])

    def _wraps(self, body: tuple[int, int]) -> bool:
        """Whether a body has many others in it."""
        return bisect_left(self._starts, body[1]) - bisect_right(self._starts, body[0]) >= MANY

    def _is_unit(self, node: int, span: tuple[int, int]) -> bool:
        tree, table = self._tree, self._table
        if span in self._bodies:
            if not table.empty or span[1] - span[0] <= 2 * len(table.empty):
                return False
            self.empty[node] = table.empty
            return True
        in_list = tree.kind(tree.parent(node)).name in table.lists
        return in_list and tree.replacement(node) == b"" and span not in self._fixed


def _spans(captures: dict[str, list[Node]], data: bytes, name: str) -> set[tuple[int, int]]:
    """The places of nodes, without white space at their ends: that is how the nodes of a tree are."""
    spans = ((node.start_byte, node.end_byte) for node in captures.get(name, ()))
    return {(start, start + len(data[start:stop].rstrip())) for start, stop in spans}
