"""Removes characters of literals that could not become simple: `602e308` becomes `6e308`, a URL `http`.

All characters of all literals are one list, so that group testing removes long parts in a few tests: prefixes, halves,
then single characters.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.passes.literals.literals import NUMBER, STRING
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Verbatim
from thresher.structures.trees.tree import Tree

LIKELY = True
MISS_LIMIT = 8
LONGEST = 20_000  # characters in literals; more of them are not worth a search one by one


def edits(document: Document) -> list[Rewrite]:
    """An edit for each character between the quotes of a string and each one of a number; characters, not bytes."""
    tree = document.tree
    spans = [span for start, stop in _literals(tree) for span in _characters(tree.data, start, stop)]
    if len(spans) > LONGEST:
        return []
    return [Rewrite(((start, stop, Verbatim()),), "character") for start, stop in spans]


def _literals(tree: Tree) -> Iterator[tuple[int, int]]:
    """What is between the quotes of each string, and the numbers; what is inside another one only once."""
    after = 0
    for node in range(1, len(tree)):
        start, stop = tree.starts[node], tree.stops[node]
        if start < after or stop - start < 2:
            continue
        text = tree.data[start:stop]
        string = STRING.fullmatch(text) if _is_one(tree, node) else None
        if string is not None:
            yield start + string.start("inside"), start + string.end("inside")
        elif NUMBER.fullmatch(text):
            yield start, stop
        else:
            continue
        after = stop


def _is_one(tree: Tree, node: int) -> bool:
    """Whether a node may be one string, not several that are written one after the other, nor one with code in it."""
    return all(tree.end(child) == child + 1 for child in tree.children(node)) and "concat" not in tree.kind(node).name


def _characters(data: bytes, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Where each character is; a backslash is one with what follows it, continuation bytes of UTF-8 with the first."""
    while start < stop:
        end = start + (2 if data[start] == ord("\\") else 1)
        while end < stop and data[end] & 0xC0 == 0x80:
            end += 1
        yield start, min(end, stop)
        start = end
