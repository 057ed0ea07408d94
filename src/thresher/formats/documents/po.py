"""Message catalogues of gettext (.po): entries, in them comments and messages, in these the lines of their texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.formats.content import has_suffix, is_binary
from thresher.formats.structured.scanned import ScannedDocument
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

_LINE = re.compile(
    rb"""[ \t\r]*(?: (?P<comment>\#[^\n]*) | (?P<message>(?P<word>msg[a-z_]+)(?:\[\d+\])?[ \t]*"[^\n]*)
         | (?P<line>"[^\n]*) | (?P<stray>\S[^\n]*) | (?P<blank>) ) (?:\n|\Z)""",
    re.VERBOSE,
)


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the name."""
    return 0.97 if has_suffix(name, ".po", ".pot") and not is_binary(data) else 0.0


def parse_document(name: str, data: bytes, language: object = None) -> ScannedDocument:
    """A fault is a line that is none of a catalogue, or an entry with a message and no translation, or the reverse."""
    return ScannedDocument(data, "po", _tree, lambda text: sum(map(_faults, _entries(text))))


def _entries(data: bytes) -> Iterator[list[re.Match[bytes]]]:
    """The lines of each entry: it ends with a blank line, or before what cannot be after a translation."""
    entry, is_translated = list[re.Match[bytes]](), False
    for line in _LINE.finditer(data):
        if entry and (entry[-1].lastgroup == "blank" or (is_translated and _begins(line))):
            yield entry
            entry, is_translated = [], False
        if line.group():
            entry.append(line)
            is_translated = is_translated or line["word"] == b"msgstr"
    if entry:
        yield entry


def _begins(line: re.Match[bytes]) -> bool:
    return line.lastgroup == "comment" or line["word"] in (b"msgctxt", b"msgid")


def _faults(entry: list[re.Match[bytes]]) -> int:
    words = {line["word"] for line in entry}
    return sum(line.lastgroup == "stray" for line in entry) + ((b"msgid" in words) != (b"msgstr" in words))


def _tree(data: bytes) -> Tree:
    builder = TreeBuilder(data, spacing=Spacing.EXACT)
    builder.open("document", 0)
    for entry in _entries(data):
        builder.open("entry", entry[0].start())
        is_open = False  # a message, which the lines of its text are in
        for line in entry:
            if is_open and line.lastgroup != "line":
                builder.close(line.start())
            builder.open((line["word"] or b"").decode() or str(line.lastgroup), line.start())
            first, last = (find(b'"', line.start(), line.end()) for find in (data.find, data.rfind))
            if line.lastgroup in ("message", "line") and first < last:
                builder.leaf("string", first, last + 1, replacement=b'""')
            if line.lastgroup == "message":
                is_open = True
            else:
                builder.close(line.end())
                is_open = is_open and line.lastgroup == "line"
        for _ in range(1 + is_open):
            builder.close(entry[-1].end())
    builder.close(len(data))
    return builder.build()
