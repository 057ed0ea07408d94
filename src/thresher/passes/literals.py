"""Simple literals: numbers become 0 or 1, strings empty, characters a digit; or what is long becomes half as long."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

LIKELY = True
_NUMBER = re.compile(rb"(?P<head>[-+]?(?:#[xXbBoO])?)(?P<digits>\.?[0-9][\w.']*(?:[eEpP][-+][0-9]+)?)")
_SUFFIXED = re.compile(rb"(?P<plain>[-+]?[0-9.]+)(?:[uUlLfFdDnmM]+|[iuf](?:8|16|32|64|128|size))")
_STRING = re.compile(
    rb"""(?P<open>[A-Za-z@$]{0,3}(?:\"\"\"|'''|["'`]))(?P<inside>.+)(?P<close>\"\"\"|'''|["'`])""", re.DOTALL
)
CHARACTER = b"0"
LONG = 8  # bytes


def edits(document: Document) -> Iterator[Rewrite]:
    """For each literal its shorter forms, the simplest first; of those of one literal only one can be made."""
    tree = document.tree
    for node in range(1, len(tree)):
        start, stop = tree.starts[node], tree.stops[node]
        text = tree.data[start:stop]
        for simple in dict.fromkeys(_simpler(text, leaf=tree.end(node) == node + 1, kind=tree.kind(node).name)):
            if len(simple) < len(text) and simple != tree.replacement(node):
                yield Rewrite(((start, stop, simple),), "literal")


def _simpler(text: bytes, *, leaf: bool, kind: str) -> Iterator[bytes]:
    number = _NUMBER.fullmatch(text)
    if number is not None:
        yield from _numbers(number)
        return
    string = _STRING.fullmatch(text)
    if string is None or not string["open"].endswith(string["close"]):
        return
    if leaf and "char" not in kind:
        yield string["open"] + string["close"]
    yield string["open"] + CHARACTER + string["close"]
    if len(string["inside"]) >= LONG:
        yield string["open"] + string["inside"][: len(string["inside"]) // 2] + string["close"]


def _numbers(found: re.Match[bytes]) -> Iterator[bytes]:
    """0 and 1 as they are and with the mark of their base; then the number without its suffix, and the half of it."""
    for head in dict.fromkeys((b"", found["head"].lstrip(b"+-"))):
        yield head + b"0"
        yield head + b"1"
    suffixed = _SUFFIXED.fullmatch(found.group())
    if suffixed is not None:
        yield suffixed["plain"]
    if len(found["digits"]) >= LONG:
        yield found["head"] + found["digits"][: len(found["digits"]) // 2]
