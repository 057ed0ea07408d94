"""Simple literals: numbers become 0 or 1, strings empty, characters a digit; or what is long becomes half as long."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

LIKELY = True
NUMBER = re.compile(rb"(?P<head>[-+]?(?:#[xXbBoO])?)(?P<digits>\.?[0-9][\w.']*(?:[eEpP][-+][0-9]+)?)")
STRING = re.compile(
    rb"""(?P<open>(?P<prefix>[A-Za-z@$]{0,3})(?P<quote>\"\"\"|'''|["'`]))(?P<inside>.*)(?P<close>(?P=quote))""",
    re.DOTALL,
)
_SUFFIXED = re.compile(rb"(?P<plain>[-+]?[0-9.]+)(?:[uUlLfFdDnmM]+|[iuf](?:8|16|32|64|128|size))")
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
    number, string = NUMBER.fullmatch(text), STRING.fullmatch(text)
    if number is not None:
        yield from _numbers(number)
    elif string is not None:
        yield from _strings(string, may_be_empty=leaf and "char" not in kind)


def _strings(found: re.Match[bytes], *, may_be_empty: bool) -> Iterator[bytes]:
    """Empty, one character, and the half of a long one; then as it is, with a single quote and without a prefix."""
    opening, inside, quote = found["open"], found["inside"], found["quote"]
    for mark in dict.fromkeys((quote[:1], quote)):
        prefix = found["prefix"]
        if may_be_empty or len(quote) > 1:
            yield prefix + mark + mark
        yield prefix + mark + CHARACTER + mark
    if len(inside) >= LONG:
        yield opening + inside[: len(inside) // 2] + quote
    if len(quote) > 1:
        yield found["prefix"] + quote[:1] + inside + quote[:1]
    if found["prefix"]:
        yield quote + inside + quote


def _numbers(found: re.Match[bytes]) -> Iterator[bytes]:
    """0 and 1, also with the sign or the mark of the base; then without its suffix, and the half of it."""
    for head in dict.fromkeys((b"", found["head"].lstrip(b"+-"), found["head"])):
        yield head + b"0"
        yield head + b"1"
    suffixed = _SUFFIXED.fullmatch(found.group())
    if suffixed is not None:
        yield suffixed["plain"]
    if len(found["digits"]) >= LONG:
        yield found["head"] + found["digits"][: len(found["digits"]) // 2]
