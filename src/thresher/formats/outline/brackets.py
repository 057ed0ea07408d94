"""The outline of a text with brackets: lists with commas inside them, statements, and lines outside of them."""

from __future__ import annotations

import re
from collections import Counter

from thresher.formats.content import HEAD
from thresher.formats.outline.block import Block, OpenBlock

DEEPEST = 32  # brackets inside each other, of which the lists are cut
NEAR = 64  # brackets around a place, among which the partner of a closing one is searched for
FEW = 16  # lines that are indented alike
CLOSERS = {b"(": ord(")"), b"[": ord("]"), b"{": ord("}")}
_TOKEN = re.compile(
    rb"""
    (?: (?:\A|(?<=\n)) [ \t]*+ (?: \# | -- ) [^\n]*+ )?+             # a line that is a comment, or for a preprocessor
    (?: [^()\[\]{},;\n"'`/\\]++ | \\.
      | " (?: [^"\\\n]++ | \\. )*+ " | ' (?: [^'\\\n]++ | \\. )*+ ' | ` [^`\n]*+ ` | ["'`\\]
      | //[^\n]*+ | /(?!\*)
    )*+
    ( [()\[\]{},;\n] | /\* | \Z )
    """,
    re.VERBOSE | re.DOTALL,
)
_ENDS = re.compile(rb"\s*+(?=[^\s,;)\]}])")  # after a curly bracket that ends something
_INDENTATION = re.compile(rb"^ *(?=\S)", re.MULTILINE)


def bracket_outline(data: bytes, grain: int) -> Block:
    """The whole text as a block; linear in its length, whatever is in it."""
    scan = _BracketScan(data, grain)
    for token in _TOKEN.finditer(data):
        scan.read(token[1], token.start(1))
    return scan.open[0].ended(len(data))


class _BracketScan:
    """An open block for each bracket: the first is the whole text, the last one is for all brackets that are deeper."""

    def __init__(self, data: bytes, grain: int) -> None:
        self._data = data
        self.open = [OpenBlock(grain) for _ in range(DEEPEST + 2)]
        self._closers = bytearray()
        self._skipped = 0  # comments up to there
        self._comments_end = True
        self.open[0].begin(0)
        self.open[-1].next_comma = self.open[-1].next_stop = len(data)
        self._innermost = self.open[0]
        self._line = re.compile(rb"[ ]{0,%d}(?=[^\s)\]}])" % _margin(data))

    def read(self, token: bytes, at: int) -> None:
        innermost = self._innermost
        if token == b",":
            if at >= innermost.next_comma and at >= self._skipped:
                innermost.add_comma(at)
        elif at < self._skipped:
            return
        elif token == b"\n":
            if at >= innermost.next_line and not self._closers and self._line.match(self._data, at + 1):
                innermost.add_line(at + 1)
        elif token == b";":
            if at >= innermost.next_stop:
                innermost.add_stop(at + 1)
        elif token in CLOSERS:
            self._open(CLOSERS[token], at + 1)
        elif token == b"/*":
            self._comment(at)
        elif token:
            self._close(token, at)

    def _open(self, closer: int, start: int) -> None:
        self._closers.append(closer)
        self._innermost = self.open[min(len(self._closers), DEEPEST + 1)]
        if len(self._closers) <= DEEPEST:
            self._innermost.begin(start)

    def _close(self, token: bytes, at: int) -> None:
        """Ends the bracket with this partner, and those in it that have none."""
        closers = self._closers
        index = closers.rfind(token, max(len(closers) - NEAR, 0))
        if index < 0:
            return
        del closers[index:]
        self._innermost = innermost = self.open[min(index, DEEPEST + 1)]
        if index < DEEPEST:
            innermost.add_block(self.open[index + 1], at)
        if token == b"}" and at >= innermost.next_stop and _ENDS.match(self._data, at + 1):
            innermost.add_stop(at + 1)

    def _comment(self, start: int) -> None:
        end = self._data.find(b"*/", start + 2) if self._comments_end else -1
        self._comments_end = end >= 0
        self._skipped = max(self._skipped, end)


def _margin(data: bytes) -> int:
    """The least indentation that many lines have.

    >>> _margin(b"items:\\n" + b"  - a\\n" * 20)
    2
    """
    widths = Counter(map(len, _INDENTATION.findall(data[:HEAD])))
    return min((width for width, count in widths.items() if count >= FEW), default=0)
