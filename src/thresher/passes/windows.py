"""Neighbours that go together or not at all: a few nodes beside each other, a few tokens in a row.

After single removal each node and token left is needed as long as the others are there. What depends on each other
mostly stands side by side (Vulcan's local exhaustive pattern reduction, OOPSLA 2023, tries windows of nodes as well).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from thresher.formats import tokens
from thresher.structures.document import Document
from thresher.structures.rewrites import Edit
from thresher.structures.splice import Cut, spliced
from thresher.structures.tree import Tree

PATIENCE = 12
WIDTHS = (2, 3, 4)
MOST = 1000  # nodes of a text; in a larger one each single try is too little
_WORD = re.compile(rb"[\w$\x80-\xff]")
_QUOTES = b"\"'`"


def edits(document: Document) -> Iterator[Edit]:
    """Windows of 2 to 4 brothers or tokens, but none that leads to the same as the removal of one node."""
    tree = document.tree
    if len(tree) <= MOST:
        spans = token_spans(tree)
        found = (each for width in WIDTHS for each in (*_token_windows(spans, width), *_node_windows(tree, width)))
        yield from promising(tree, found, "window", tried=_single_removals(tree))


def promising(
    tree: Tree, found: Iterable[tuple[Cut, ...]], label: str, tried: Iterable[tuple[Cut, ...]] = ()
) -> list[Edit]:
    """Edits that shorten the text, none to the same as another or as what was tried; the most promising is the last.

    That is the one that loses the fewest words, then the one that cuts the most: after single removal what is left has
    its use, but what is around it may be just its form.
    """
    leaves = (node for node in range(len(tree)) if tree.end(node) == node + 1)
    words = [tree.starts[leaf] for leaf in leaves if _WORD.match(tree.data, tree.starts[leaf], tree.stops[leaf])]
    seen = {made(tree, cuts) for cuts in tried}
    ranked: list[tuple[int, int, tuple[Cut, ...]]] = []
    for cuts in found:
        text = made(tree, cuts)
        if len(text) < len(tree.data) and text not in seen:
            seen.add(text)
            lost = sum(bisect_left(words, stop) - bisect_left(words, start) for start, stop, _ in cuts)
            ranked.append((-lost, len(tree.data) - len(text), cuts))
    return [Edit(cuts, label) for _, _, cuts in sorted(ranked)]


def made(tree: Tree, cuts: Iterable[Cut]) -> bytes:
    """The text with the cuts made."""
    return spliced(tree.data, list(cuts), 0, len(tree.data), tree.spacing)


def token_spans(tree: Tree) -> list[tuple[int, int]]:
    """From where to where the tokens of the text are, without white space; a node's end within a mark parts it.

    So `>>` are two tokens where they close two lists.
    """
    bounds = sorted({*tree.starts, *tree.stops})
    found: list[tuple[int, int]] = []
    for begin, end in pairwise(tokens.parse(tree.data).offsets):
        text = tree.data[begin:end]
        start, stop = end - len(text.lstrip()), begin + len(text.rstrip())
        if start < stop:
            inside = [] if text[0] in _QUOTES else bounds[bisect_right(bounds, start) : bisect_left(bounds, stop)]
            found += pairwise((start, *inside, stop))
    return found


def _single_removals(tree: Tree) -> Iterator[tuple[Cut, ...]]:
    for node in range(len(tree)):
        yield ((tree.starts[node], tree.stops[node], b""),)
        yield _removal(tree, [node])


def _token_windows(spans: list[tuple[int, int]], width: int) -> Iterator[tuple[Cut, ...]]:
    for first, last in zip(spans, spans[width - 1 :], strict=False):
        yield ((first[0], last[1], b""),)


def _node_windows(tree: Tree, width: int) -> Iterator[tuple[Cut, ...]]:
    """Each row of brothers, cut with what is between them, and as the removal of them all would."""
    for parent in range(len(tree)):
        brothers = list(tree.children(parent))
        for low in range(len(brothers) - width + 1):
            window = brothers[low : low + width]
            yield ((tree.starts[window[0]], tree.stops[window[-1]], b""),)
            yield _removal(tree, window)


def _removal(tree: Tree, nodes: list[int]) -> tuple[Cut, ...]:
    """What the removal of nodes cuts."""
    return tuple(tree.cutter.cuts(tree.without(tree.everything, nodes), 0, len(tree)))
