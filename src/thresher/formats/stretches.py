"""Parts of an input that parse on their own, so that something can be tried without parsing all of it each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeAlias

from tree_sitter import Tree

from thresher.formats.faults import Faults, count_errors
from thresher.formats.reparse import Reparser
from thresher.formats.strict import strict_check
from thresher.formats.syntax import CLOSING, OPENING, Syntax

LENGTHS = (1 << 8, 1 << 11, 1 << 14)  # of stretches in bytes
PREFIX = 1 << 8  # the longest prefix in bytes
ALLOWANCE = 10_000_000  # bytes of inputs that may be parsed as a whole for one node or another
RECOVERY = 100_000  # what recovering from errors costs, in bytes


Piece: TypeAlias = tuple[int, int]  # from where to where in the input


class Excerpt(NamedTuple):
    """The bytes from start to stop, with pieces of the input before and behind them to make them whole."""

    start: int
    stop: int
    before: tuple[Piece, ...] = ()
    behind: tuple[Piece, ...] = ()

    def position(self, offset: int) -> int:
        """Where a byte of the input is in the text: one between start and stop, or one of a piece before them."""
        position = 0
        for start, stop in self.before:
            if start <= offset < stop <= self.start:
                return position + offset - start
            position += stop - start
        return position + offset - self.start

    def text(self, data: bytes, middle: bytes | None = None) -> bytes:
        """The text, with something else in the middle if wished."""
        middle = data[self.start : self.stop] if middle is None else middle
        head, tail = (b"".join(data[start:stop] for start, stop in pieces) for pieces in (self.before, self.behind))
        return head + middle + tail

    @property
    def length(self) -> int:
        pieces = ((self.start, self.stop), *self.before, *self.behind)
        return sum(stop - start for start, stop in pieces)


class Stretch(NamedTuple):
    """An excerpt that parses on its own, and what is wrong with it; the whole input may have errors."""

    excerpt: Excerpt
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
        for excerpt in self._possible(node):
            text = excerpt.text(data)
            tree = reparser.parser.parse(text)
            faults = Faults(reparser.language, tree)
            if self._as_good(faults, excerpt) and self._same(tree, node, excerpt):
                return Stretch(excerpt, faults, strict_check(reparser.language, text))
        self._allowance -= len(data) + (RECOVERY if reparser.faults.errors else 0)
        return Stretch(Excerpt(0, len(data)), reparser.faults, reparser.strict) if self._allowance > 0 else None

    def _possible(self, node: int) -> Iterator[Excerpt]:
        """Whole nodes, and last those near it in a long list; each alone and behind what must stand before all else."""
        for excerpt in chain(self._whole(node), self._shortened(node)):
            yield excerpt
            if self._prefix <= min([excerpt.start, *(start for start, _ in excerpt.before)]):
                yield excerpt._replace(before=((0, self._prefix), *excerpt.before))

    def _whole(self, node: int) -> Iterator[Excerpt]:
        """Nodes around it, each as long as the next limit allows."""
        starts, stops, parents = self._syntax.starts, self._syntax.stops, self._syntax.parents
        around = parents[parents[node]] or parents[node]
        for length in LENGTHS:
            while (outer := parents[around]) and stops[outer] - starts[outer] <= length:
                around = outer
            start, stop = (starts[around], stops[around]) if around else self._near(node)
            if stop - start <= length:
                yield Excerpt(start, stop)

    def _shortened(self, node: int) -> Iterator[Excerpt]:
        """A list without most of its elements: what the node around begins and ends with, and a few of its nodes."""
        syntax, around = self._syntax, self._syntax.parents[node]
        if not around:
            return
        begun, ended = self._elements(node)
        start, stop = (max(begun, self._near(node)[0]), min(ended, self._near(node)[1]))
        for outer in dict.fromkeys((syntax.parents[around] or around, around)):
            before, behind = (syntax.starts[outer], begun), (ended, syntax.stops[outer])
            excerpt = Excerpt(start, stop, (before,), (behind,))
            if excerpt.length <= max(LENGTHS):
                yield excerpt

    def _elements(self, node: int) -> Piece:
        """From where to where in the node around are such nodes: within its brackets, or else of the same kind."""
        syntax, kind = self._syntax, self._syntax.kinds[node]
        before, after = syntax.neighbours
        first = last = each = node
        while each := before[each]:
            first = each if syntax.kinds[each] == kind or syntax.flags[syntax.kinds[each]] & OPENING else first
        each = node
        while each := after[each]:
            last = each if syntax.kinds[each] == kind or syntax.flags[syntax.kinds[each]] & CLOSING else last
        begun = syntax.starts[first] if syntax.kinds[first] == kind else syntax.stops[first]
        return begun, syntax.stops[last] if syntax.kinds[last] == kind else syntax.starts[last]

    def _as_good(self, faults: Faults, excerpt: Excerpt) -> bool:
        """Whether an excerpt has no errors, or as many as it has where it stands."""
        if not faults.errors or not self._reparser.faults.errors:
            return not faults.errors
        around = self._reparser.parse.root_node.descendant_for_byte_range(excerpt.start, excerpt.stop)
        return not excerpt.behind and around is not None and faults.errors == count_errors(around.walk())

    def _near(self, node: int) -> Piece:
        """A node and two of its brothers on each side."""
        before, after = self._syntax.neighbours
        elder, younger = before[node] or node, after[node] or node
        return self._syntax.starts[before[elder] or elder], self._syntax.stops[after[younger] or younger]

    @cached_property
    def _prefix(self) -> int:
        """The end of the first node of the input and the white space after it: `<?php` must stand before all else."""
        data, stop = self._syntax.data, self._syntax.stops[1]
        head = data[: 2 * PREFIX]
        return len(head) - len(head[stop:].lstrip()) if stop < PREFIX else len(data)

    def _same(self, tree: Tree, node: int, excerpt: Excerpt) -> bool:
        """Whether an excerpt parses to the node, in a parent of the same kind."""
        syntax = self._syntax
        start = excerpt.position(syntax.starts[node])
        stop = start + syntax.stops[node] - syntax.starts[node]
        found = tree.root_node.descendant_for_byte_range(start, stop)
        while found is not None and found.start_byte == start:
            if found.kind_id == syntax.kinds[node]:
                return found.parent is not None and found.parent.kind_id == syntax.kinds[syntax.parents[node]]
            found = found.parent
        return False
