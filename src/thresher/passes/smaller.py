"""Smaller nodes from elsewhere: a node gives way to a copy of a small one that may stand in its place.

Removal and promotion put nothing in a node's place but the shortest text that parses there, or what is inside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from thresher.structures.document import Document
from thresher.structures.rewrites import Edit
from thresher.structures.tree import Kind, Tree

TEXTS = 2  # for each node
CHOICE = 20  # texts that these are chosen from
LARGE = 2000  # bytes of a node that is left alone, as is one that is half of the text
SHORT = 24  # bytes of a text that is copied
_TOKEN = re.compile(rb"[\w\x80-\xff]+|\S")
_WORD = re.compile(rb"[\w\x80-\xff]+")


def edits(document: Document) -> list[Edit]:
    """For each node the smallest texts of fewer tokens that fit and are not in it; the largest gain is last."""
    tree = document.tree
    pool = _pool(tree)
    fitting = {kind: _fitting(tree.vocabulary[kind], pool) for kind in set(tree.kinds)}
    found = {
        (tree.starts[node], tree.stops[node], text)
        for node in range(1, len(tree))
        if tree.stops[node] - tree.starts[node] < min(LARGE, len(tree.data) // 2)
        for text in _copies(tree, node, fitting[tree.kinds[node]])
    }
    gains = sorted((stop - start - len(text), -start, text, stop) for start, stop, text in found)
    return [Edit(((-start, stop, text),), "a smaller one") for _, start, text, stop in gains]


def _pool(tree: Tree) -> list[tuple[bytes, Kind]]:
    """Short texts, the smallest and most frequent first, with the kind of a node that is one or is replaced by one."""
    found: Counter[tuple[bytes, int]] = Counter()
    for node in range(1, len(tree)):
        if tree.stops[node] - tree.starts[node] <= SHORT:
            found[tree.data[tree.starts[node] : tree.stops[node]], tree.kinds[node]] += 1
        filler = tree.replacement(node)
        if filler is not None and _WORD.fullmatch(filler):
            found[filler, tree.kinds[node]] += 1
    texts = sorted(found, key=lambda each: (len(each[0]), -found[each], each))
    return [(text, tree.vocabulary[kind]) for text, kind in texts]


def _fitting(place: Kind, pool: Sequence[tuple[bytes, Kind]]) -> list[bytes]:
    """The texts that may stand in a place, the smallest first."""
    wanted = place.labels | place.takes
    fit = dict.fromkeys(text for text, kind in pool if not kind.labels.isdisjoint(wanted))
    return list(fit)[:CHOICE]


def _copies(tree: Tree, node: int, texts: Sequence[bytes]) -> Iterator[bytes]:
    """The first texts of fewer tokens than a node's that no other search has put in its place."""
    whole = tree.data[tree.starts[node] : tree.stops[node]]
    tokens, filler, count = _tokens(whole), tree.replacement(node), 0
    for text in texts:
        if len(text) >= len(whole) or count == TEXTS:
            return
        tried = text == filler or (filler == b"" and not _WORD.search(text))
        if not tried and _tokens(text) < tokens and not (text in whole and _has(tree, node, text)):
            count += 1
            yield text


def _tokens(text: bytes) -> int:
    return len(_TOKEN.findall(text))


def _has(tree: Tree, node: int, text: bytes) -> bool:
    """Whether a text is one of the nodes inside."""
    return any(tree.data[tree.starts[each] : tree.stops[each]] == text for each in range(node + 1, tree.end(node)))
