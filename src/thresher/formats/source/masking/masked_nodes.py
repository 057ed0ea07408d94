"""Nodes for what was masked with blanks and is therefore in no node of the parse, so that it can be removed too."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from thresher.formats.source.syntax import MASKED, SyntaxTree

MOST_BLANKS = 256  # before a declaration


def with_masked_nodes(syntax: SyntaxTree, spans: Iterable[tuple[int, int]]) -> SyntaxTree:
    """The same nodes and one for each span, which are in order and contain no node.

    A span at the beginning of a declaration becomes part of it, so that both are removed together.
    """
    waiting = deque(spans)
    return _Insertion(syntax).run(waiting) if waiting else syntax


class _Insertion:
    def __init__(self, syntax: SyntaxTree) -> None:
        self._syntax = syntax
        self._columns = tuple(array(column.typecode) for column in self._old_columns)
        self._numbers = array("I")  # of the nodes that were there before

    @property
    def _old_columns(self) -> tuple[array[int], ...]:
        syntax = self._syntax
        return syntax.starts, syntax.stops, syntax.kinds, syntax.fields, syntax.parents

    def run(self, waiting: deque[tuple[int, int]]) -> SyntaxTree:
        numbers = self._numbers
        for start, stop, kind, field, parent in zip(*self._old_columns, strict=True):
            before = []
            while numbers and waiting and waiting[0][1] <= start:
                before.append(waiting.popleft())
            leading = _leading(self._syntax.data, before, start)
            self._add_masked(before[: len(before) - len(leading)])
            around = numbers[parent] if parent else 0
            numbers.append(len(self._columns[0]))
            self._add(leading[0][0] if leading else start, stop, kind, field, around)
            for span in leading:
                self._add(*span, MASKED, 0, numbers[-1])
        self._add_masked(waiting)
        starts, stops, kinds, fields, parents = self._columns
        return replace(self._syntax, starts=starts, stops=stops, kinds=kinds, fields=fields, parents=parents)

    def _add_masked(self, spans: Iterable[tuple[int, int]]) -> None:
        """Each into the innermost node around it."""
        starts, stops, _, _, parents = self._columns
        for start, stop in spans:
            node = len(starts) - 1
            while node and not starts[node] <= start <= stop <= stops[node]:
                node = parents[node]
            self._add(start, stop, MASKED, 0, node)

    def _add(self, *values: int) -> None:
        for column, value in zip(self._columns, values, strict=True):
            column.append(value)


def _leading(data: bytes, spans: list[tuple[int, int]], start: int) -> list[tuple[int, int]]:
    """The last spans, if a declaration or statement begins with them that continues at `start`."""
    first = len(spans)
    while first and not data[spans[first - 1][1] : start].strip():
        first -= 1
        start = spans[first][0]
    head = data[max(start - MOST_BLANKS, 0) : start].rstrip()[-1:]
    return spans[first:] if not head or head in b";{}" else []
