"""Parts of an input that parse on their own, so that something can be tried without parsing all of it each time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from heapq import nsmallest
from itertools import chain
from typing import NamedTuple, TypeAlias

from tree_sitter import Tree

from thresher.formats.source.parse_errors import Faults, count_errors
from thresher.formats.source.reparse import Reparser
from thresher.formats.source.strict import strict_check
from thresher.formats.source.syntax import CLOSING, NAMED, OPENING, SyntaxTree

LENGTHS = (1 << 8, 1 << 11, 1 << 14)  # of fragments in bytes
PREFIX = 1 << 8  # the longest prefix in bytes
ALLOWANCE = 10_000_000  # bytes of inputs that may be parsed as a whole for one node or another
FEW = 2  # nodes of a kind that are typical
RECOVERY = 100_000  # what recovering from errors costs, in bytes


Piece: TypeAlias = tuple[int, int]  # from where to where in the input


class Excerpt(NamedTuple):
    """The bytes from start to stop, with pieces of the input before and after them to make them whole."""

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
        """The text, with another middle if given."""
        middle = data[self.start : self.stop] if middle is None else middle
        head, tail = (b"".join(data[start:stop] for start, stop in pieces) for pieces in (self.before, self.behind))
        return head + middle + tail

    @property
    def length(self) -> int:
        pieces = ((self.start, self.stop), *self.before, *self.behind)
        return sum(stop - start for start, stop in pieces)


class Fragment(NamedTuple):
    """An excerpt that parses on its own, and its errors; the whole input may have errors."""

    excerpt: Excerpt
    faults: Faults
    strict: Callable[[bytes], bool] | None


class Fragments:
    """Finds the shortest fragment around nodes that parses to the same; ends with whole inputs."""

    def __init__(self, syntax: SyntaxTree, reparser: Reparser) -> None:
        self.syntax = syntax
        self._reparser = reparser
        self._allowance = ALLOWANCE

    def around(self, node: int, token: int = 0) -> Fragment | None:
        """None if the node, with its token, can only be tried in the whole input and that has been done too often."""
        reparser, data = self._reparser, self.syntax.data
        for excerpt in self._possible(node, token):
            text = excerpt.text(data)
            tree = reparser.parser.parse(text)
            faults = Faults(reparser.language, tree)
            if self._as_good(faults, excerpt) and self._same(tree, node, excerpt):
                return Fragment(excerpt, faults, strict_check(reparser.language, text))
        self._allowance -= len(data) + (RECOVERY if reparser.faults.errors else 0)
        return Fragment(Excerpt(0, len(data)), reparser.faults, reparser.strict) if self._allowance > 0 else None

    def _possible(self, node: int, token: int) -> Iterator[Excerpt]:
        """Whole nodes, and last those near it in a long list; each alone and after the required prefix."""
        for excerpt in chain(self._whole(node), self._shortened(node, token)):
            yield excerpt
            if self._prefix <= min([excerpt.start, *(start for start, _ in excerpt.before)]):
                yield excerpt._replace(before=((0, self._prefix), *excerpt.before))

    def _whole(self, node: int) -> Iterator[Excerpt]:
        """Nodes around it, each as long as the next limit allows."""
        starts, stops, parents = self.syntax.starts, self.syntax.stops, self.syntax.parents
        around = parents[parents[node]] or parents[node]
        for length in LENGTHS:
            while (outer := parents[around]) and stops[outer] - starts[outer] <= length:
                around = outer
            start, stop = (starts[around], stops[around]) if around else self._near(node)
            if stop - start <= length:
                yield Excerpt(start, stop)

    def _shortened(self, node: int, token: int) -> Iterator[Excerpt]:
        """The node around it with only some of its nodes, alone or in what is around that."""
        starts, stops, around = self.syntax.starts, self.syntax.stops, self.syntax.parents[node]
        if not around:
            return
        before, after = self.syntax.neighbours
        siblings = self._siblings(node)
        for some in (self._next_to(node), self._shortest(siblings)):
            kept = self._joined(siblings, {node, token, *self._firsts(siblings), *some})
            first = kept.index(node) - (token > 0 and token == before[node])
            last = kept.index(node) + (token > 0 and token == after[node])
            pieces = [(stops[before[each]] if before[each] else starts[around], stops[each]) for each in kept]
            rest = stops[around] if after[kept[-1]] else stops[kept[-1]]
            middle, front, back = (pieces[first][0], pieces[last][1]), pieces[:first], pieces[last + 1 :]
            for start, stop in self._frames(around):
                excerpt = Excerpt(*middle, ((start, starts[around]), *front), (*back, (rest, stop)))
                if excerpt.length <= max(LENGTHS):
                    yield excerpt

    def _frames(self, node: int) -> Iterator[Piece]:
        """What is around a node, and the node itself with the token that ends it."""
        starts, stops = self.syntax.starts, self.syntax.stops
        if outer := self.syntax.parents[node]:
            yield starts[outer], stops[outer]
        end = self.syntax.neighbours[1][node]
        yield starts[node], stops[end if self._separates(end) else node]

    def _siblings(self, node: int) -> list[int]:
        """All nodes in the node around it, in order, without comments."""
        before, after = self.syntax.neighbours
        while before[node]:
            node = before[node]
        siblings = [node]
        while node := after[node]:
            siblings.append(node)
        return siblings

    def _firsts(self, siblings: list[int]) -> Iterable[int]:
        """The first of each kind."""
        return {self.syntax.kinds[each]: each for each in reversed(siblings) if self._is_named(each)}.values()

    def _next_to(self, node: int) -> Iterator[int]:
        """The nodes next to it, whatever token is between them."""
        for neighbours in self.syntax.neighbours:
            near = neighbours[node]
            yield near if self._is_named(near) else neighbours[near]

    def _shortest(self, siblings: list[int]) -> Iterator[int]:
        """The shortest of each kind."""
        syntax, alike = self.syntax, dict[int, list[int]]()
        for each in filter(self._is_named, siblings):
            alike.setdefault(syntax.kinds[each], []).append(each)
        for nodes in alike.values():
            yield from nsmallest(FEW, nodes, key=lambda each: syntax.stops[each] - syntax.starts[each])

    def _is_named(self, node: int) -> bool:
        return bool(self.syntax.flags[self.syntax.kinds[node]] & NAMED)

    def _separates(self, node: int) -> bool:
        return node > 0 and not self.syntax.flags[self.syntax.kinds[node]] & (NAMED | OPENING | CLOSING)

    def _joined(self, siblings: list[int], wanted: set[int]) -> list[int]:
        """The nodes that are wanted and all tokens, but for the separators that go with other nodes."""
        kept: list[int] = []
        orphaned = False  # whether the next separator has lost the node before it
        for each in siblings:
            separates = self._separates(each)
            if each in wanted or not (self._is_named(each) or (separates and orphaned)):
                kept.append(each)
                orphaned = False
            elif separates:
                orphaned = False
            elif kept and kept[-1] not in wanted and self._separates(kept[-1]):
                kept.pop()
            else:
                orphaned = True
        return kept

    def _as_good(self, faults: Faults, excerpt: Excerpt) -> bool:
        """Whether an excerpt has no errors, or as many as in its context."""
        if not faults.errors or not self._reparser.faults.errors:
            return not faults.errors
        around = self._reparser.parse.root_node.descendant_for_byte_range(excerpt.start, excerpt.stop)
        return not excerpt.behind and around is not None and faults.errors == count_errors(around.walk())

    def _near(self, node: int) -> Piece:
        """A node and two of its siblings on each side."""
        before, after = self.syntax.neighbours
        elder, younger = before[node] or node, after[node] or node
        return self.syntax.starts[before[elder] or elder], self.syntax.stops[after[younger] or younger]

    @cached_property
    def _prefix(self) -> int:
        """The end of the first node of the input and the white space after it: `<?php` must come first."""
        data, stop = self.syntax.data, self.syntax.stops[1]
        head = data[: 2 * PREFIX]
        return len(head) - len(head[stop:].lstrip()) if stop < PREFIX else len(data)

    def _same(self, tree: Tree, node: int, excerpt: Excerpt) -> bool:
        """Whether an excerpt parses to the node, in a parent of the same kind."""
        syntax = self.syntax
        start = excerpt.position(syntax.starts[node])
        stop = start + syntax.stops[node] - syntax.starts[node]
        found = tree.root_node.descendant_for_byte_range(start, stop)
        while found is not None and found.start_byte == start:
            if found.kind_id == syntax.kinds[node]:
                return found.parent is not None and found.parent.kind_id == syntax.kinds[syntax.parents[node]]
            found = found.parent
        return False
