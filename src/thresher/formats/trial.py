"""One node of a place, to try out on it what could stand there, without parsing the whole input each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tree_sitter import Tree

from thresher.formats.faults import Faults, count_errors
from thresher.formats.places import Place, Role
from thresher.formats.reparse import Reparser, difference
from thresher.formats.syntax import Syntax
from thresher.structures.splice import Cut, Spacing, spliced

LENGTHS = (1 << 8, 1 << 11, 1 << 14)  # of stretches in bytes
PREFIX = 1 << 8  # bytes of white space in a prefix
ALLOWANCE = 10_000_000  # bytes of nodes that can be tried in the whole input only


class Stretch(NamedTuple):
    """Bytes that parse on their own, behind the first `prefix` bytes of the input; the whole input may have errors."""

    start: int
    stop: int
    prefix: int
    faults: Faults


@dataclass(frozen=True, eq=False)
class Trial:
    """A node in its place and the stretch around it."""

    syntax: Syntax
    place: Place
    node: int
    token: int
    stretch: Stretch
    reparser: Reparser
    spacing: Spacing

    def goes_with_token(self) -> bool:
        """Whether the node can go with its token."""
        starts, stops = self.syntax.starts, self.syntax.stops
        start, stop = starts[self.node], stops[self.node]
        if self.place.role in (Role.REST, Role.LED):
            cuts = [(starts[self.token], stop, b"")]
        else:
            cuts = [(start, stop, b""), (starts[self.token], stops[self.token], b"")]
        return self._parsed(self._without(cuts)) is not None

    def takes(self, text: bytes) -> bool:
        """Whether the text can stand in the place of the node; as one clean node if it is not empty."""
        start, stop = self.syntax.starts[self.node], self.syntax.stops[self.node]
        new = self._without([(start, stop, text)])
        tree = self._parsed(new)
        if tree is None or not text:
            return tree is not None
        before = self.stretch.prefix + len(self.syntax.data[self.stretch.start : start].rstrip())
        return self._is_node(tree, new.index(text, before), len(text))

    def _without(self, cuts: Sequence[Cut]) -> bytes:
        stretch, data = self.stretch, self.syntax.data
        return data[: stretch.prefix] + spliced(data, cuts, stretch.start, stretch.stop, self.spacing)

    def _parsed(self, text: bytes) -> Tree | None:
        """The parse of a changed stretch, None if it has more errors."""
        data = self.syntax.data
        if len(data) > max(LENGTHS) and self.stretch.stop - self.stretch.start == len(data):
            tree = self.reparser.edited(text, [difference(data, text)])
        else:
            tree = self.reparser.parser.parse(text)
        return None if self.stretch.faults.more(tree) else tree

    def _is_node(self, tree: Tree, start: int, length: int) -> bool:
        """Whether the bytes are a node, in a node like the one that the place is in."""
        node = tree.root_node.descendant_for_byte_range(start, start + length)
        kinds = set()
        while node is not None and node.byte_range == (start, start + length) and not node.has_error:
            kinds |= {node.kind_id} if node.is_named else set()
            node = node.parent
        if not kinds or (node is not None and node.kind_id != self.place.parent):
            return False
        return self.place.kind not in kinds or not self.syntax.is_name(self.node)


class Stretches:
    """Finds for nodes the shortest stretch around them that parses to the same; whole inputs are not found for ever."""

    def __init__(self, syntax: Syntax, reparser: Reparser) -> None:
        self._syntax = syntax
        self._reparser = reparser
        self._allowance = ALLOWANCE

    def around(self, node: int) -> Stretch | None:
        """None if the node can only be tried in the whole input and that has been done too often."""
        parser, data = self._reparser.parser, self._syntax.data
        for start, stop, prefix in self._possible(node):
            tree = parser.parse(data[:prefix] + data[start:stop])
            faults = Faults(self._reparser.language, tree)
            if faults.errors == self._errors(start, stop) and self._same(tree, node, start - prefix):
                return Stretch(start, stop, prefix, faults)
        self._allowance -= len(data)
        return Stretch(0, len(data), 0, self._reparser.faults) if self._allowance > 0 else None

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
        head = data[: stop + PREFIX]
        return len(head) - len(head[stop:].lstrip())

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
