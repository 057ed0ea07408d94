"""The value of an object in a PDF file: entries of dictionaries, items of arrays, any of which can go."""

from __future__ import annotations

import re

from thresher.formats.structured.scanned import ScannedDocument, unpaired_brackets
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.tree import Tree

CLOSING = {b"<<": b">>", b"[": b"]"}
_VALUE = frozenset(["value"])  # any value may replace any other
KINDS = {
    name: NodeKind(name, labels)
    for name, labels in (("<<", _VALUE), ("[", _VALUE), ("string", _VALUE), ("value", _VALUE), ("entry", frozenset()))
}
_BEGINNING = re.compile(rb"<<\s*/[A-Za-z]")
_TOKEN = re.compile(
    rb"""
      (?P<open> << | \[ ) | (?P<close> >> | \] ) | (?P<comment> %[^\r\n]* )
    | (?P<string> \( (?: [^()\\] | \\. | \( (?: [^()\\] | \\. )* \) )* \) )
    | (?P<value> \d+\s+\d+\s+R\b | <[0-9A-Fa-f\s]*> | /?[^\s()<>\[\]{}/%]+ | \S )
    """,
    re.VERBOSE | re.DOTALL,
)


def confidence(name: str, data: bytes) -> float:
    """More than text for what begins like a dictionary and has no name, as a part of a file."""
    return 0.6 if not name and _BEGINNING.match(data) else 0.0


def parse_document(name: str, data: bytes, language: object = None) -> ScannedDocument:
    """A fault is a bracket without a partner."""
    return ScannedDocument(data, "pdf_object", _tree, lambda text: len(_alone(text)))


def _alone(data: bytes) -> set[int]:
    return unpaired_brackets(data, _TOKEN, CLOSING)


def _tree(data: bytes) -> Tree:
    """The tree, without recursion; `frames` has for each open bracket whether a key of it waits for its value."""
    alone, builder = _alone(data), TreeBuilder(data)
    builder.open("document", 0)
    frames, end = [("", False)], 0
    for token in _TOKEN.finditer(data):
        kind, (bracket, waits) = token.lastgroup or "", frames[-1]
        if kind == "comment":
            continue
        if kind in ("open", "close") and token.start() in alone:
            kind = "value"
        if kind == "open":
            builder.open(KINDS[token.group().decode()], token.start(), replacement=None if waits else b"")
            frames.append((token.group().decode(), False))
        elif kind == "close":
            for stop in (*([end] if waits else []), token.end()):
                builder.close(stop)
            frames.pop()
            bracket, waits = frames[-1]
        elif bracket == "<<" and not waits and token.group().startswith(b"/"):
            builder.open(KINDS["entry"], token.start())
            frames[-1] = bracket, True
        elif kind == "string" or not waits:
            builder.leaf(
                KINDS.get(kind, KINDS["value"]), token.start(), token.end(), replacement=b"()" if waits else b""
            )
        end = token.end()
        if waits and kind != "open" and frames[-1][1]:
            builder.close(end)
            frames[-1] = bracket, False
    builder.close(len(data))
    return builder.build()
