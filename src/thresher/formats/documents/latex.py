r"""LaTeX: sections, environments, items, paragraphs, commands with their arguments, groups and formulas.

A section holds all up to the next one of its level, an item all up to the next item; a paragraph ends with a blank
line, an environment, or `\\`. A candidate is valid if it has no more braces, environments and formulas without a
partner than the input. What takes arguments need not be known: braces and options after a command are its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from thresher.formats.content import has_suffix, is_binary
from thresher.formats.structured.scanned import BracketMark, ScannedDocument, unpaired
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.tree import Tree

SUFFIXES = (".tex", ".ltx", ".latex", ".sty", ".cls", ".dtx")
LEVELS = {name: level for level, name in enumerate(
    (b"part", b"chapter", b"section", b"subsection", b"subsubsection", b"paragraph", b"subparagraph", b"item")
)}  # fmt: skip
PARAGRAPH, NONE = len(LEVELS), -1
CLOSING = {b"{": b"}", b"\\[": b"\\]", b"\\(": b"\\)"}
DOLLARS = (b"$", b"$$")
BREAK = b"\\\\"
BLOCKS, INLINE = frozenset(["block"]), frozenset(["inline"])
KINDS = {
    **{name: NodeKind(name, BLOCKS, takes=INLINE) for name in ("section", "item", "environment", "paragraph")},
    **{name: NodeKind(name, INLINE) for name in ("command", "argument", "group", "math", "text", "verbatim")},
    **{name: NodeKind(name, frozenset()) for name in ("option", "comment")},
}
_TOKEN = re.compile(
    rb"""
      (?P<comment> %[^\n]* )
    | (?P<verbatim> \\begin\{(?P<name>verbatim\*?|lstlisting|minted|comment)\}.{0,20000}?\\end\{(?P=name)\}
                  | \\verb\*?(?P<mark>[^\sa-zA-Z*])[^\n]*?(?P=mark) )
    | (?P<open> \\begin\s*\{[^{}\n]*\} | \{ | \\\[ | \\\( ) | (?P<close> \\end\s*\{[^{}\n]*\} | \} | \\\] | \\\) )
    | (?P<dollar> \$\$? ) | (?P<command> \\(?:[A-Za-z@]+\*?|.) )
    | (?P<option> \[ (?: [^\[\]{}] | \{[^{}]*\} ){0,400} \] )
    | (?P<blank> \n[ \t\r]*\n\s* ) | (?P<text> (?: [^\\{}\[\]$%\s] | [ \t]+(?=[^\\{}\[\]$%\s]) )+ | \S )
    """,
    re.VERBOSE | re.DOTALL,
)


class LatexToken(NamedTuple):
    """A token; `closed_by` is the text that closes it, without blanks, and `text` its own."""

    kind: str
    start: int
    stop: int
    text: bytes
    closed_by: bytes = b""


@dataclass
class _OpenNode:
    """An open node. It `waits` while arguments may follow; `level` is NONE if a token has to close it."""

    kind: str
    level: int = NONE
    waits: bool = False


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the name."""
    return 0.97 if has_suffix(name, *SUFFIXES) and not is_binary(data) else 0.0


def parse_document(name: str, data: bytes, language: object = None) -> ScannedDocument:
    """The document; the language makes no difference."""
    return ScannedDocument(data, "latex", _tree, lambda text: len(_alone([*_tokens(text)])))


def _tree(data: bytes) -> Tree:
    tokens = [*_tokens(data)]
    return _Nodes(data, _alone(tokens)).build(tokens)


def _tokens(data: bytes) -> Iterator[LatexToken]:
    """The tokens. A dollar closes the one before it in its paragraph, if that is open."""
    dollar = b""
    for match in _TOKEN.finditer(data):
        kind, text = match.lastgroup or "", match.group()
        closed_by = b""
        if kind in ("open", "close"):
            text = b"".join(text.split())
            closed_by = CLOSING.get(text) or (text.replace(b"begin", b"end", 1) if kind == "open" else b"")
        elif kind == "dollar":
            kind, closed_by, dollar = ("close", b"", b"") if text == dollar else ("open", text, text)
        elif kind == "blank":
            dollar = b""
        yield LatexToken(kind, *match.span(), text, closed_by)


def _alone(tokens: list[LatexToken]) -> set[int]:
    """Where what has no partner begins."""
    return unpaired(
        BracketMark(token.start, token.text, token.closed_by) for token in tokens if token.kind in ("open", "close")
    )


class _Nodes:
    """Reads the tokens of a text once, and opens and closes nodes."""

    def __init__(self, data: bytes, alone: set[int]) -> None:
        self._data, self._alone = data, alone
        self._builder, self._frames, self._end = TreeBuilder(data), [_OpenNode("document")], 0

    def build(self, tokens: list[LatexToken]) -> Tree:
        """The tree."""
        self._builder.open("document", 0)
        for token in tokens:
            kind = "text" if token.start in self._alone else token.kind
            if not self._is_argument(token, kind):
                self._settle()
                self._read(token, kind)
            if kind != "blank":
                self._end = token.stop
        self._settle()
        self._leave(0)
        self._builder.close(len(self._data))
        return self._builder.build()

    def _is_argument(self, token: LatexToken, kind: str) -> bool:
        """Whether a token is an argument of the node that is open, or begins one; then it is added."""
        if not self._frames[-1].waits or not (kind == "option" or (kind == "open" and token.text == b"{")):
            return False
        if kind == "option":
            self._builder.leaf(KINDS[kind], token.start, token.stop)
        else:
            self._enter(_OpenNode("argument"), token.start, replacement=b"{}")
        return True

    def _settle(self) -> None:
        """No more arguments follow: ends a command."""
        while self._frames[-1].waits:
            if self._frames[-1].kind == "command":
                self._frames.pop()
                self._builder.close(self._end)
            else:
                self._frames[-1].waits = False

    def _read(self, token: LatexToken, kind: str) -> None:
        name = token.text[1:].rstrip(b"*")
        if kind == "blank":
            self._leave(PARAGRAPH)
        elif kind == "close":
            self._leave(0)
            self._frames.pop()
            self._builder.close(token.stop)
        elif kind == "command" and name in LEVELS:
            self._leave(LEVELS[name])
            self._enter(_OpenNode("item" if name == b"item" else "section", LEVELS[name], waits=True), token.start)
        elif kind == "open" and token.text.startswith(b"\\begin"):
            self._leave(PARAGRAPH)
            self._enter(_OpenNode("environment", waits=True), token.start)
        else:
            self._inline(token, kind)

    def _inline(self, token: LatexToken, kind: str) -> None:
        """What is in a paragraph, unless it is in a command, group or formula."""
        if self._frames[-1].kind in ("document", "section", "item", "environment"):
            self._enter(_OpenNode("paragraph", PARAGRAPH), token.start)
        if kind == "open":
            self._enter(_OpenNode("group" if token.text == b"{" else "math"), token.start)
        elif kind == "command" and token.text[1:2].isalpha():
            self._enter(_OpenNode("command", waits=True), token.start)
        else:
            self._builder.leaf(KINDS["text" if kind in ("command", "option") else kind], token.start, token.stop)
            if token.text == BREAK:
                self._end = token.stop
                self._leave(PARAGRAPH)

    def _enter(self, frame: _OpenNode, start: int, *, replacement: bytes = b"") -> None:
        self._builder.open(KINDS[frame.kind], start, replacement=replacement)
        self._frames.append(frame)

    def _leave(self, level: int) -> None:
        """Ends the innermost nodes of that level or a finer one."""
        while self._frames[-1].level >= max(level, 0):
            self._frames.pop()
            self._builder.close(self._end)
