"""Tokens that go although the rest does not parse: many a compiler fails on broken programs just as well.

Where the failure is behind a strict parser, none of this can work, and that shows soon: the brackets left open at the
end come first, then one token of each kind, so that few questions without a hit tell what the rest would.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from thresher.passes.windows import token_spans
from thresher.structures.document import Document
from thresher.structures.rewrites import Edit
from thresher.structures.splice import spliced
from thresher.structures.tree import Tree

LOOSE = True
PATIENCE = 12
WIDTHS = (1, 2, 3)
_CLOSERS = frozenset(b")]}>;")


def edits(document: Document) -> Iterator[Edit]:
    """Tails, tokens, and windows of 2 and 3, whose removal leaves a text that does not parse.

    From the last on: first what only closes at the end, then the last token of each kind, the last but one of each,
    and so on; then windows in the same way by the kind of their first token.
    """
    tree = document.tree
    spans = token_spans(tree)
    order = [*_tails(tree, spans), *(cut for width in WIDTHS for cut in _windows(tree, spans, width))]
    for start, stop in reversed(dict.fromkeys(order)):
        cut = (start, stop, b"")
        if not document.valid_text(spliced(tree.data, [cut], 0, len(tree.data), tree.spacing)):
            yield Edit((cut,), "loose")


def _tails(tree: Tree, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What only closes at the end of the text, at first all of it, then a half, and so on."""
    count = 0
    while count < len(spans) and _CLOSERS.issuperset(tree.data[slice(*spans[-1 - count])]):
        count += 1
    while count > 1:
        yield spans[-count][0], spans[-1][1]
        count //= 2


def _windows(tree: Tree, spans: list[tuple[int, int]], width: int) -> Iterator[tuple[int, int]]:
    """Every window, the last one of each kind first."""
    leaves = {
        (tree.starts[node], tree.stops[node]): tree.kind(node).name
        for node in range(len(tree))
        if tree.end(node) == node + 1
    }
    by_kind: defaultdict[str | bytes, list[tuple[int, int]]] = defaultdict(list)
    for first, last in reversed(list(zip(spans, spans[width - 1 :], strict=False))):
        by_kind[leaves.get(first, tree.data[slice(*first)])].append((first[0], last[1]))
    for number in range(max(map(len, by_kind.values()), default=0)):
        yield from (same[number] for same in by_kind.values() if number < len(same))
