"""Neighbours that go together or not at all: a few nodes beside each other, a few tokens in a row.

After single removal each node and token left is needed as long as the others are there. What depends on each other
mostly stands side by side (Vulcan's local exhaustive pattern reduction, OOPSLA 2023, tries windows of nodes as well).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

from thresher.formats import tokens
from thresher.structures.document import Document
from thresher.structures.rewrites import Edit
from thresher.structures.splice import Cut
from thresher.structures.tree import Tree

WIDTHS = (2, 3, 4)
_QUOTES = b"\"'`"


def edits(document: Document) -> Iterator[Edit]:
    """Windows of 2 to 4 brothers or tokens; no text twice, and none that the removal of one node leads to.

    The widest come last, so that they are tried first.
    """
    tree = document.tree
    seen = set(_single_nodes(tree))
    for width in WIDTHS:
        for cuts in (*_token_windows(token_spans(tree), width), *_node_windows(tree, width)):
            if cuts not in seen:
                seen.add(cuts)
                yield Edit(cuts, f"window of {width}")


def token_spans(tree: Tree) -> list[tuple[int, int]]:
    """From where to where the tokens of the text are, without white space; a node's end within a mark parts it.

    So `>>` are two tokens where they close two lists.
    """
    bounds = sorted({*tree.starts, *tree.stops})
    offsets = tokens.parse(tree.data).offsets
    found: list[tuple[int, int]] = []
    for begin, end in pairwise(offsets):
        text = tree.data[begin:end]
        start, stop = end - len(text.lstrip()), begin + len(text.rstrip())
        if start >= stop:
            continue
        inside = [] if text[0] in _QUOTES else bounds[bisect_right(bounds, start) : bisect_left(bounds, stop)]
        found += zip((start, *inside), (*inside, stop), strict=True)
    return found


def _single_nodes(tree: Tree) -> Iterator[tuple[Cut, ...]]:
    """What single removals cut."""
    for node in range(len(tree)):
        yield ((tree.starts[node], tree.stops[node], b""),)
        yield tuple(tree.cutter.cuts(tree.without(tree.everything, [node]), 0, len(tree)))


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
            yield tuple(tree.cutter.cuts(tree.without(tree.everything, window), 0, len(tree)))
