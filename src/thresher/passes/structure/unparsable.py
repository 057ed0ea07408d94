"""Removes tokens although the rest does not parse: many compilers fail on invalid programs as well.

Where the program rejects what does not parse, none of this can work, and that shows soon: closing brackets at the end
come first, then one token of each kind, so that a few misses in a row are enough to stop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice

from thresher.passes.ranking import MOST, applied, token_spans
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

NEED_NOT_PARSE = True
MISS_LIMIT = 6
LISTED = 200  # since an invalid text takes long to parse
WIDTHS = (1, 2, 3)
_STOPS, _CLOSERS = frozenset(b";,:"), frozenset(b")]}>")


def edits(document: Document) -> list[Rewrite]:
    """Tails, tokens, and windows of 2 and 3, whose removal leaves a text that does not parse; 200 at most.

    From the last on: what only closes at the end of the text, then one token of each kind, another one of each, and so
    on; then windows in the same way, by the kind of their first token.
    """
    if len(document.tree) > MOST:
        return []
    tokens = _TokenKinds(document.tree)
    order = chain(tokens.tails(), *(tokens.windows(width) for width in WIDTHS))
    cuts = [(start, stop, b"") for start, stop in dict.fromkeys(order)]
    return [Rewrite((cut,), "unparsable") for cut in islice(filter(partial(_breaks, document), cuts), LISTED)][::-1]


def _breaks(document: Document, cut: Cut) -> bool:
    """Whether a cut makes the text shorter and one that does not parse."""
    text = applied(document.tree, [cut])
    return len(text) < len(document.tree.data) and not document.valid_text(text)


class _TokenKinds:
    """Where tokens are and what kinds they are of: a leaf's kind, or else the token itself."""

    def __init__(self, tree: Tree) -> None:
        self._spans = token_spans(tree)
        self._texts = [tree.data[start:stop] for start, stop in self._spans]
        leaves = (node for node in range(len(tree)) if tree.end(node) == node + 1)
        names = {(tree.starts[leaf], tree.stops[leaf]): tree.kind(leaf).name for leaf in leaves}
        self._kinds = [names.get(span, text) for span, text in zip(self._spans, self._texts, strict=True)]

    def tails(self) -> Iterator[tuple[int, int]]:
        """What only closes at the end of the text: at first all of it, then a half, and so on."""
        count = 0
        while count < len(self._texts) and (_STOPS | _CLOSERS).issuperset(self._texts[-1 - count]):
            count += 1
        while count > 1:
            yield self._spans[-count][0], self._spans[-1][1]
            count //= 2

    def windows(self, width: int) -> Iterator[tuple[int, int]]:
        """Every window, in turn one of each kind: the first word that is left, as it begins the most, the last mark."""
        by_kind: defaultdict[str | bytes, list[int]] = defaultdict(list)
        for first in range(len(self._spans) - width + 1):
            by_kind[self._kinds[first]].append(first)
        rows = sorted(by_kind.values(), key=lambda row: self._rank(row[0]))
        rows = [row if self._texts[row[0]].isalnum() else row[::-1] for row in rows]
        for turn in range(max(map(len, rows), default=0)):
            for row in rows:
                if turn < len(row):
                    yield self._spans[row[turn]][0], self._spans[row[turn] + width - 1][1]

    def _rank(self, token: int) -> int:
        """How late tokens of a kind come: marks that end something, words, brackets that close, all else."""
        text = self._texts[token]
        return 0 if _STOPS.issuperset(text) else 1 if text.isalnum() else 2 if _CLOSERS.issuperset(text) else 3
