"""The outline of a text with tags: elements in elements."""

from __future__ import annotations

import re

from thresher.formats.outline.block import Block, OpenBlock

DEEPEST = 32  # elements inside each other, of which the contents are cut
NEAR = 64  # elements around a place, among which that of an end tag is searched for
_TOKEN = re.compile(
    rb"""
    < (?: (?P<skipped> !-- | !\[CDATA\[ | \? )
        | (?P<end> /? ) (?P<name> [A-Za-z_:\x80-\xff] [^\s<>/="']*+ ) [^<>]*+ > )
    """,
    re.VERBOSE,
)
ENDS = {b"!--": b"-->", b"![CDATA[": b"]]>", b"?": b"?>"}


def tag_outline(data: bytes, grain: int) -> Block:
    """The whole text as a block; linear in its length, whatever is in it."""
    scan = _TagScan(data, grain)
    for token in _TOKEN.finditer(data):
        scan.read(token)
    return scan.open[0].ended(len(data))


class _TagScan:
    """An open block for each element: the first is the whole text, the last one is for all elements that are deeper."""

    def __init__(self, data: bytes, grain: int) -> None:
        self._data = data
        self.open = [OpenBlock(grain) for _ in range(DEEPEST + 2)]
        self.open[0].begin(0)
        self.open[-1].next_stop = len(data) + 1
        self._innermost = self.open[0]
        self._names: list[bytes] = []
        self._skipped = 0  # comments and the like up to there
        self._endless: set[bytes] = set()

    def read(self, token: re.Match[bytes]) -> None:
        if token.start() < self._skipped:
            return
        if token["skipped"]:
            self._skip(token["skipped"], token.end())
        elif token["end"]:
            self._close(token["name"], token.start(), token.end())
        elif self._data[token.end() - 2] == ord("/"):
            self._stop(token.end())
        else:
            self._names.append(token["name"])
            self._innermost = self.open[min(len(self._names), DEEPEST + 1)]
            if len(self._names) <= DEEPEST:
                self._innermost.begin(token.end())

    def _skip(self, opened: bytes, start: int) -> None:
        end = -1 if opened in self._endless else self._data.find(ENDS[opened], start)
        if end < 0:
            self._endless.add(opened)
        self._skipped = max(self._skipped, end)

    def _close(self, name: bytes, start: int, end: int) -> None:
        """Ends the innermost element of that name, and those in it that have no end tag."""
        names = self._names
        near = range(len(names) - 1, max(len(names) - NEAR, 0) - 1, -1)
        index = next((index for index in near if names[index] == name), None)
        if index is None:
            return
        del names[index:]
        self._innermost = self.open[min(index, DEEPEST + 1)]
        if index < DEEPEST:
            self._innermost.add_block(self.open[index + 1], start)
        self._stop(end)

    def _stop(self, place: int) -> None:
        if place >= self._innermost.next_stop:
            self._innermost.add_stop(place)
