"""Ranks the cuts of passes that try one after the other, without those whose result is known."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from thresher.formats.units import tokens
from thresher.passes.occurrences import string_spans
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut, spliced
from thresher.structures.trees.tree import Tree

MOST = 1000  # nodes of a text; in a larger one a single removal gains too little
_WORD = re.compile(rb"[\w$\x80-\xff]")
_QUOTES = b"\"'`"


def ranked_edits(tree: Tree, found: Iterable[tuple[Cut, ...]], label: str) -> list[Rewrite]:
    """Edits that shorten the text, but none to the same as another or as the removal of one node or token.

    The best is the last. That is one that cuts brackets in pairs only, then the one that loses the fewest words, then
    the one that cuts the most: the words left are likely to be needed, the punctuation around them less so.
    """
    leaves = (node for node in range(len(tree)) if tree.end(node) == node + 1)
    words = [tree.starts[leaf] for leaf in leaves if _WORD.match(tree.data, tree.starts[leaf], tree.stops[leaf])]
    seen, excess = {applied(tree, cuts) for cuts in windows(tree, 1)}, _excess(tree.data)
    ranked: list[tuple[bool, int, int, tuple[Cut, ...]]] = []
    for cuts in found:
        text = applied(tree, cuts)
        if len(text) < len(tree.data) and text not in seen:
            seen.add(text)
            lost = sum(bisect_left(words, stop) - bisect_left(words, start) for start, stop, _ in cuts)
            ranked.append((_excess(text) == excess, -lost, len(tree.data) - len(text), cuts))
    return [Rewrite(cuts, label) for *_, cuts in sorted(ranked)]


def _excess(text: bytes) -> list[int]:
    """How many more brackets open than close, for each kind."""
    return [text.count(opening) - text.count(closing) for opening, closing in (b"()", b"[]", b"{}")]


def applied(tree: Tree, cuts: Iterable[Cut]) -> bytes:
    """The text with the cuts made."""
    return spliced(tree.data, list(cuts), 0, len(tree.data), tree.spacing)


def token_spans(tree: Tree) -> list[tuple[int, int]]:
    """From where to where the tokens of the text are, without white space; a node's end within a mark parts it.

    So `>>` are two tokens where they close two lists. A string is one token, also if it is long or has several lines.
    """
    bounds = sorted({*tree.starts, *tree.stops})
    strings = string_spans(tree)
    found: list[tuple[int, int]] = []
    for begin, end in pairwise(tokens.parse(tree.data).offsets):
        text = tree.data[begin:end]
        start, stop = end - len(text.lstrip()), begin + len(text.rstrip())
        around = bisect_right(strings, (start, len(tree.data))) - 1
        if around >= 0 and start < strings[around][1]:
            if not found or found[-1] != strings[around]:
                found.append(strings[around])
        elif start < stop:
            inside = [] if text[0] in _QUOTES else bounds[bisect_right(bounds, start) : bisect_left(bounds, stop)]
            found += pairwise((start, *inside, stop))
    return found


def windows(tree: Tree, width: int) -> Iterator[tuple[Cut, ...]]:
    """`width` tokens in a row; siblings, cut with what is between them, and as the removal of them all would."""
    spans = token_spans(tree)
    for first, last in zip(spans, spans[width - 1 :], strict=False):
        yield ((first[0], last[1], b""),)
    for parent in range(len(tree)):
        siblings = list(tree.children(parent))
        for low in range(len(siblings) - width + 1):
            window = siblings[low : low + width]
            yield ((tree.starts[window[0]], tree.stops[window[-1]], b""),)
            yield tuple(tree.cutter.cuts(tree.without(tree.everything, window), 0, len(tree)))
