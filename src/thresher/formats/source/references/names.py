"""Definitions and references of a parsed program by scope, as places in its text."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_DEFINITIONS = 16  # of one name in one scope; of more, none is meant by a reference
MOST_MEMBERS = 8  # of one name; with more, an access says nothing


class NameReference(NamedTuple):
    """A place and the places of what it refers to."""

    start: int
    targets: Sequence[int]


class Scopes:
    """The scopes of a program by place; scope 0 is the program."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        spans = sorted({(node.start_byte, -node.end_byte) for node in nodes})
        self._starts, self._stops, self.around = [-1], [1 << 62], [0]
        inside = [0]
        for start, stop in spans:
            while -stop > self._stops[inside[-1]] or start >= self._stops[inside[-1]]:
                inside.pop()
            self.around.append(inside[-1])
            inside.append(len(self._starts))
            self._starts.append(start)
            self._stops.append(-stop)

    def at(self, offset: int) -> int:
        """The innermost scope with this byte in it."""
        scope = bisect_right(self._starts, offset) - 1
        while offset >= self._stops[scope]:
            scope = self.around[scope]
        return scope


class Names:
    """The names of a program, from what its table's query captures."""

    def __init__(self, data: bytes, captures: dict[str, list[Node]]) -> None:
        self._data, self._captures = data, captures
        self._scopes = Scopes(captures.get("scope", []))
        self._defined: dict[tuple[int, bytes], list[int]] = defaultdict(list)
        self._members: dict[bytes, list[int]] = defaultdict(list)
        for start, text in self._texts("local"):
            self._define(self._scopes.at(start), text, start)
        for start, text in self._texts("name"):
            self._define(self._scopes.around[self._scopes.at(start)], text, start)
        for start, text in self._texts("import"):
            self._define(0, text.strip(b"\"'`").rpartition(b"/")[2], start)
        fixed = Scopes([*captures.get("fixed", []), *captures.get("overriding", [])])
        self._overriding: set[int] = set()  # members that only go with what is around them
        for start, text in self._texts("member"):
            self._members[text].append(start)
            if fixed.at(start):
                self._overriding.add(start)

    def references(self) -> Iterator[NameReference]:
        """All references to something that is defined in the program."""
        defining = {start for starts in self._defined.values() for start in starts}
        accessed = set()
        for start, text in self._texts("access"):
            accessed.add(start)
            yield NameReference(start, self._few_members(text))
        for start, text in self._texts("reference"):
            if start not in accessed and start not in defining:
                yield NameReference(start, self._visible(start, text))

    def extensions(self) -> Iterator[NameReference]:
        """What adds something to a definition, as an implementation of a trait: the definition needs it."""
        for capture in ("extended", "implemented"):
            for start, text in self._texts(capture):
                yield NameReference(start, self._visible(start, text))

    def _visible(self, start: int, text: bytes) -> Sequence[int]:
        """The definitions of a name in the innermost scope that has some; else the members of that name."""
        scope = self._scopes.at(start)
        while True:
            found = self._defined.get((scope, text))
            if found:
                return found if len(found) <= MOST_DEFINITIONS else ()
            if scope == 0:
                return self._few_members(text)
            scope = self._scopes.around[scope]

    def _few_members(self, text: bytes) -> Sequence[int]:
        found = self._members.get(text, ())
        if len(found) > MOST_MEMBERS:
            found = [start for start in found if start not in self._overriding] or found[:1]
        return found if len(found) <= MOST_MEMBERS else ()

    def _define(self, scope: int, text: bytes, start: int) -> None:
        self._defined[scope, text].append(start)

    def _texts(self, capture: str) -> Iterator[tuple[int, bytes]]:
        for node in self._captures.get(capture, ()):
            start = node.start_byte
            yield start, self._data[start : node.end_byte]
