"""Parts of an input that parse on their own, so that something can be tried without parsing all of it each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from tree_sitter import Tree

from thresher.formats.faults import Faults, count_errors
from thresher.formats.reparse import Reparser
from thresher.formats.strict import strict_check
from thresher.formats.syntax import Syntax

LENGTHS = (1 << 8, 1 << 11, 1 << 14)  # of stretches in bytes
PREFIX = 1 << 8  # the longest prefix in bytes
ALLOWANCE = 10_000_000  # bytes of inputs that may be parsed as a whole for one node or another
RECOVERY = 100_000  # what recovering from errors costs, in bytes


class Stretch(NamedTuple):
    """Bytes that parse on their own, behind the first `prefix` bytes of the input; the whole input may have errors."""

    start: int
    stop: int
    prefix: int
    faults: Faults
    strict: Callable[[bytes], bool] | None


class Stretches:
    """Finds for nodes the shortest stretch around them that parses to the same; whole inputs are not found for ever."""

    def __init__(self, syntax: Syntax, reparser: Reparser) -> None:
        self._syntax = syntax
        self._reparser = reparser
        self._allowance = ALLOWANCE

    def around(self, node: int) -> Stretch | None:
        """None if the node can only be tried in the whole input and that has been done too often."""
        reparser, data = self._reparser, self._syntax.data
        for start, stop, prefix in self._possible(node):
            text = data[:prefix] + data[start:stop]
            tree = reparser.parser.parse(text)
            faults = Faults(reparser.language, tree)
            if faults.errors == self._errors(start, stop) and self._same(tree, node, start - prefix):
                return Stretch(start, stop, prefix, faults, strict_check(reparser.language, text))
        self._allowance -= len(data) + (RECOVERY if reparser.faults.errors else 0)
        return Stretch(0, len(data), 0, reparser.faults, reparser.strict) if self._allowance > 0 else None

    def _possible(self, node: int) -> Iterator[tuple[int, int, int]]:
        """Stretches with their prefixes, none but whole nodes."""
        starts, stops, parents = self._syntax.starts, self._syntax.stops, self._syntax.parents
        around = parents[parents[node]] or parents[node]
        for length in LENGTHS:
            while (outer := parents[around]) and stops[outer] - starts[outer] <= length:
                around = outer
            start, stop = (starts[around], stops[around]) if around else self._top(node)
            if stop - start <= length:
                yield start, stop, 0
                if self._prefix <= start:
                    yield start, stop, self._prefix

    def _errors(self, start: int, stop: int) -> int:
        """How many errors a stretch has where it stands."""
        if not self._reparser.faults.errors:
            return 0
        around = self._reparser.parse.root_node.descendant_for_byte_range(start, stop)
        return count_errors(around.walk()) if around else 0

    def _top(self, node: int) -> tuple[int, int]:
        """A node right below the root and two on each side."""
        before, after = self._syntax.neighbours
        elder, younger = before[node] or node, after[node] or node
        return self._syntax.starts[before[elder] or elder], self._syntax.stops[after[younger] or younger]

    @cached_property
    def _prefix(self) -> int:
        """The end of the first node of the input and the white space after it: `<?php` must stand before all else."""
        data, stop = self._syntax.data, self._syntax.stops[1]
        head = data[: 2 * PREFIX]
        return len(head) - len(head[stop:].lstrip()) if stop < PREFIX else len(data)

    def _same(self, tree: Tree, node: int, offset: int) -> bool:
        """Whether a stretch parses to the node, in a parent of the same kind."""
        syntax = self._syntax
        start, stop = syntax.starts[node] - offset, syntax.stops[node] - offset
        found = tree.root_node.descendant_for_byte_range(start, stop)
        while found is not None and found.start_byte == start:
            if found.kind_id == syntax.kinds[node]:
                return found.parent is not None and found.parent.kind_id == syntax.kinds[syntax.parents[node]]
            found = found.parent
        return False
