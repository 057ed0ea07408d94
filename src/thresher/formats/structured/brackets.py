"""Text of an unknown language, by what nearly all languages share: brackets, quotes, comments, line ends, indentation.

An item ends with a semicolon, a comma inside brackets, a curly bracket that closes, or its line; the lines below that
are indented more belong to it. Brackets, and the words begin and end in any case, are nodes with items inside; so are
`<` and `>` around a few words. A candidate is valid if it has no more brackets without a partner than the input.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from thresher.formats.content import is_binary
from thresher.formats.structured.scanned import ScannedDocument, unpaired_brackets
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.tree import Tree

LEAST = 3  # pairs of brackets, of lines with begin and end, or indented lines, that a text must have
CLOSING = {b"(": b")", b"[": b"]", b"{": b"}", b"<": b">", b"begin": b"end"}
ITEM, BLOCK = NodeKind("item", frozenset(["item"])), NodeKind("block", frozenset())
_INDENTED = re.compile(rb"\n[ \t]+\S")
_BEGIN, _END = (re.compile(rb"^[ \t]*%s\b" % word, re.IGNORECASE | re.MULTILINE) for word in (b"begin", b"end"))
_TOKEN = re.compile(
    rb"""
      (?P<line> \r?\n (?:[ \t]*\r?\n)* (?P<indentation>[ \t]*) )
    | (?P<open> [(\[{] | <(?=[\w/!?:$%][^<>;{}\n]*(?<![-=])>) | \b(?i:begin)\b )
    | (?P<close> [)\]}] | (?<![-=\s])> | \b(?i:end)\b ) | (?P<stop> [;,] )
    | (?P<comment> /\*.*?\*/ | //[^\n]* | \#[ ][^\n]* | --[ ][^\n]* )
    | (?P<text> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `[^`]*` | [\w$@]+ | [^\s\w] )
    """,
    re.VERBOSE | re.DOTALL,
)


def confidence(name: str, data: bytes) -> float:
    """A little more than lines and tokens, for a text with some structure."""
    if is_binary(data):
        return 0.0
    pairs = min(sum(map(data.count, b"([{")), sum(map(data.count, b")]}")))
    pairs += min(len(_BEGIN.findall(data)), len(_END.findall(data)))
    return 0.52 if pairs >= LEAST or (pairs and len(_INDENTED.findall(data)) >= LEAST) else 0.0


def parse_document(name: str, data: bytes, language: object = None) -> ScannedDocument:
    """The document, with a node for each item and each pair of brackets; the language makes no difference."""
    return ScannedDocument(data, "brackets", lambda text: _Items(text).build(), lambda text: len(lone_brackets(text)))


def lone_brackets(data: bytes) -> set[int]:
    """Where brackets without a partner begin.

    >>> sorted(lone_brackets(b'f(a, ")", {b)] // ('))
    [10, 13]
    """
    return unpaired_brackets(data, _TOKEN, CLOSING)


@dataclass
class _Frame:
    """An open block with the indentations of its open items; `running` if the last one is not complete."""

    bracket: bytes
    items: list[int] = field(default_factory=list)
    running: bool = False


class _Items:
    """Reads the tokens of a text once, and opens and closes nodes."""

    def __init__(self, data: bytes) -> None:
        self._data, self._alone = data, lone_brackets(data)
        self._builder, self._frames = TreeBuilder(data), [_Frame(b"")]
        self._column, self._end = 0, 0

    def build(self) -> Tree:
        """The tree."""
        self._builder.open("document", 0)
        for token in _TOKEN.finditer(self._data):
            self._read(token, token.lastgroup or "")
        while self._frames:
            self._leave()
        self._builder.close(len(self._data))
        return self._builder.build()

    def _read(self, token: re.Match[bytes], kind: str) -> None:
        frame = self._frames[-1]
        if kind in ("line", "indentation"):
            self._column = len(token.group("indentation").expandtabs(8))
            frame.running = frame.running and frame.bracket in (b"(", b"[")
            return
        paired = token.start() not in self._alone
        if kind == "close" and paired:
            self._leave()
            self._end = token.end()
            self._builder.close(token.end())
            self._frames[-1].running = self._frames[-1].running and token.group() != b"}"
            return
        if not frame.running:
            self._begin(frame, token.start())
        self._end = token.end()
        if kind == "open" and paired:
            self._builder.open(BLOCK, token.start())
            self._frames.append(_Frame(token.group()))
        elif kind == "stop" and (token.group() == b";" or frame.bracket):
            frame.running = False

    def _begin(self, frame: _Frame, start: int) -> None:
        """Ends the items that are not indented less, and begins one."""
        while frame.items and frame.items[-1] >= self._column:
            frame.items.pop()
            self._builder.close(self._end)
        frame.items.append(self._column)
        frame.running = True
        self._builder.open(ITEM, start)

    def _leave(self) -> None:
        """Ends the items of the innermost block."""
        for _ in self._frames.pop().items:
            self._builder.close(self._end)
