"""Smaller nodes from elsewhere: a node gives way to a copy of a small one that may stand in its place.

Removal and promotion put nothing in a node's place but the shortest text that parses there, or what is inside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from thresher.kernel import ordering
from thresher.structures.document import Document
from thresher.structures.rewrites import Edit
from thresher.structures.tree import Kind, Tree

TEXTS = 2  # for each node
_WORD = re.compile(rb"[\w\x80-\xff]+")
SHORT = 24  # bytes of a text that is copied


def edits(document: Document) -> list[Edit]:
    """For each node the smallest texts that fit and are not in it; the largest gain is last."""
    tree = document.tree
    pool = _pool(tree)
    fitting = {kind: _fitting(tree.vocabulary[kind], pool) for kind in set(tree.kinds)}
    found = {
        (tree.starts[node], tree.stops[node], text)
        for node in range(1, len(tree))
        if 2 * (tree.stops[node] - tree.starts[node]) < len(tree.data)
        for text in _copies(tree, node, fitting[tree.kinds[node]])
    }
    gains = sorted((stop - start - len(text), -start, text, stop) for start, stop, text in found)
    return [Edit(((-start, stop, text),), "a smaller one") for _, start, text, stop in gains]


def _pool(tree: Tree) -> list[tuple[bytes, Kind]]:
    """Short texts, the smallest first, with the kind of a node that is one, or that one stands for when it goes."""
    found: set[tuple[bytes, int]] = set()
    for node in range(1, len(tree)):
        if tree.stops[node] - tree.starts[node] <= SHORT:
            found.add((tree.data[tree.starts[node] : tree.stops[node]], tree.kinds[node]))
        filler = tree.replacement(node)
        if filler is not None and _WORD.fullmatch(filler):
            found.add((filler, tree.kinds[node]))
    texts = sorted(found, key=lambda each: (ordering.size(each[0]), each[1]))
    return [(text, tree.vocabulary[kind]) for text, kind in texts]


def _fitting(place: Kind, pool: Sequence[tuple[bytes, Kind]]) -> list[bytes]:
    """The texts that may stand in a place, the smallest first."""
    wanted = place.labels | place.takes
    return list(dict.fromkeys(text for text, kind in pool if not kind.labels.isdisjoint(wanted)))


def _copies(tree: Tree, node: int, texts: Sequence[bytes]) -> Iterator[bytes]:
    """The first texts that are shorter than a node and that no other search has put in its place."""
    whole = tree.data[tree.starts[node] : tree.stops[node]]
    filler, count = tree.replacement(node), 0
    for text in texts:
        if len(text) >= len(whole) or count == TEXTS:
            return
        if text == filler or (filler == b"" and not _WORD.search(text)):
            continue
        if not (text in whole and _has(tree, node, text)):
            count += 1
            yield text


def _has(tree: Tree, node: int, text: bytes) -> bool:
    """Whether a text is one of the nodes inside."""
    return any(tree.data[tree.starts[each] : tree.stops[each]] == text for each in range(node + 1, tree.end(node)))
