"""Configuration files with sections: `[name]` lines, `key = value` lines below them, comments after # or ;.

Sections hold entries, entries hold values. An indented line after an entry continues with its value. All is cut at
the ends of lines and nothing else is touched, white space included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.formats.content import has_suffix, is_binary
from thresher.formats.structured.scanned import ScannedDocument
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

SURE = (".ini",)
MAYBE = (".cfg", ".conf", ".cnf", ".desktop", ".service", ".timer", ".socket", ".inf", ".gitconfig", ".editorconfig")
_HEADER = re.compile(rb"[ \t]*\[[^\]\r\n]+\][ \t]*(?:[#;][^\r\n]*)?\r?$", re.MULTILINE)
_BEGINNING = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t\r]*(?:[#;][^\n]*)?\n)*"  # blank lines and comments
    rb"[ \t]*\[[\w .:\"@/-]+\][ \t]*(?:[#;][^\n]*)?\r?(?:\n|\Z)"
)
_LINE = re.compile(rb"[^\n]*(?:\n|\Z)")
_VALUE = re.compile(rb"[^=:\r\n]+?[ \t]*[=:][ \t]*(?P<value>[^\r\n](?:.*[^\s])?)", re.DOTALL)


def confidence(name: str, data: bytes) -> float:
    """Sure of itself for the usual name, and for others that often are such files if they begin with a section."""
    if is_binary(data):
        return 0.0
    return 0.97 if has_suffix(name, *SURE) or (has_suffix(name, *MAYBE) and _BEGINNING.match(data)) else 0.0


def parse_document(name: str, data: bytes, language: object = None) -> ScannedDocument:
    """Sections with their entries, entries with their values; comments and blank lines, in any language."""
    return ScannedDocument(data, "ini", _tree, count_faults)


def count_faults(data: bytes) -> int:
    r"""How many lines are neither a section, an entry, a comment nor a continuation of a value.

    >>> count_faults(b"[a]\nx = 1\n  2\n# c\n"), count_faults(b"[a\n= 1\n")
    (0, 2)
    """
    return sum(kind == "stray" for kind, _, _ in _lines(data))


def _lines(data: bytes) -> Iterator[tuple[str, int, int]]:
    """Each line with what it is, from where to where; continuations are part of their entry's."""
    entry: tuple[str, int, int] | None = None
    for line in _LINE.finditer(data):
        if not line.group():
            continue
        text = line.group().strip()
        if entry is not None and text and line.group()[:1] in b" \t":
            entry = (entry[0], entry[1], line.end())
            continue
        if entry is not None:
            yield entry
            entry = None
        kind = _kind(line.group(), text)
        if kind == "entry":
            entry = (kind, line.start(), line.end())
        else:
            yield kind, line.start(), line.end()
    if entry is not None:
        yield entry


def _kind(line: bytes, text: bytes) -> str:
    if not text:
        return "blank"
    if text[:1] in b"#;":
        return "comment"
    if _HEADER.match(line):
        return "section"
    return "stray" if text[:1] in b"[=:" else "entry"


def _tree(data: bytes) -> Tree:
    builder = TreeBuilder(data, spacing=Spacing.EXACT)
    builder.open("document", 0)
    inside, last = False, 0
    for kind, start, stop in _lines(data):
        if kind == "section":
            if inside:
                builder.close(start)
            builder.open("section", start)
            inside = True
        elif kind == "entry":
            _entry(builder, data, start, stop)
        else:
            builder.leaf(kind, start, stop)
        last = stop
    if inside:
        builder.close(last)
    builder.close(len(data))
    return builder.build()


def _entry(builder: TreeBuilder, data: bytes, start: int, stop: int) -> None:
    builder.open("entry", start)
    value = _VALUE.match(data, start, stop)
    if value is not None:
        builder.leaf("value", *value.span("value"))
    builder.close(stop)
