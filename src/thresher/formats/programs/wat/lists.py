"""The lists and atoms of WebAssembly's text, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

TOKEN = re.compile(
    rb"""
      (?P<comment> ;;[^\n]* | \(;(?:[^;]|;(?!\)))*;\) )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<atom> "(?:[^"\\]|\\.)*" | [^\s()";]+ )
    | (?P<stray> "[^\n]* | ; )                     # a string that does not end
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class WatAtom:
    """A word, a number, a name or a string."""

    start: int
    stop: int
    text: bytes

    @property
    def is_name(self) -> bool:
        return self.text.startswith(b"$")

    @property
    def is_reference(self) -> bool:
        """Whether it is a name or a number of something."""
        return self.is_name or self.text.isdigit()


@dataclass(slots=True)
class WatList:
    """What is in a pair of brackets."""

    start: int
    stop: int = -1
    items: list[WatNode] = field(default_factory=list)

    @property
    def head(self) -> bytes:
        """Its first word, or nothing."""
        return self.items[0].text if self.items and isinstance(self.items[0], WatAtom) else b""

    @property
    def name(self) -> bytes:
        """The name of what it defines, or nothing."""
        second = self.items[1] if len(self.items) > 1 else None
        return second.text if isinstance(second, WatAtom) and second.is_name else b""

    def lists(self, *heads: bytes) -> list[WatList]:
        """The lists directly in it that begin with one of these words."""
        return [each for each in self.items if isinstance(each, WatList) and each.head in heads]

    def atoms(self) -> list[WatAtom]:
        """The atoms directly in it, without the first."""
        return [each for each in self.items[1:] if isinstance(each, WatAtom)]


WatNode: TypeAlias = WatList | WatAtom


def parsed(data: bytes) -> list[WatNode]:
    """What is in no list; lists without an end, and what is after a bracket too many, are left out."""
    outer = WatList(0)
    around = [outer]
    for token in TOKEN.finditer(data):
        kind = token.lastgroup
        if kind == "open":
            around.append(WatList(token.start()))
        elif kind == "atom":
            around[-1].items.append(WatAtom(*token.span(), token.group()))
        elif kind == "close":
            if len(around) == 1:
                break
            done = around.pop()
            done.stop = token.end()
            around[-1].items.append(done)
    return outer.items


def gaps(data: bytes) -> Iterator[tuple[int, int]]:
    """The comments and the white space between tokens, but for one blank or line break where there is any."""
    at = 0
    for token in TOKEN.finditer(data):
        if token.lastgroup == "comment":
            continue
        gap = data[at : token.start()]
        kept = at + max(gap.find(b"\n"), 0)
        spaces = (
            ((at, token.start()),)
            if not at or not gap[kept - at : kept - at + 1].isspace()
            else ((at, kept), (kept + 1, token.start()))
        )
        yield from (each for each in spaces if each[0] < each[1])
        at = token.end()
