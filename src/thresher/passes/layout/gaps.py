"""Single gaps of white space: what is left of them where the language or the failure needs some."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.passes.occurrences import in_quotes
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut, spliced
from thresher.structures.trees.tree import Tree

LIKELY = True
_GAP = re.compile(rb"[ \t\r\n\f\v]+")
_WORD = re.compile(rb"[\w$\x80-\xff]")


def edits(document: Document) -> Iterator[Rewrite]:
    """Every gap made as small as it can be."""
    yield from (Rewrite((cut,), "gap") for cut in shorter_gaps(document.tree))


def shorter_gaps(tree: Tree) -> Iterator[Cut]:
    """Each gap with nothing in its place, or one blank between two words, if that is less; not those inside strings."""
    inside = in_quotes(tree)
    for gap in _GAP.finditer(tree.data):
        if inside(gap.start()):
            continue
        cut = gap.start(), gap.end(), b" " if _between_words(gap) else b""
        low, high = max(0, gap.start() - 1), min(gap.end() + 1, len(tree.data))
        if spliced(tree.data, [cut], low, high, tree.spacing) != tree.data[low:high]:
            yield cut


def breaks_line(tree: Tree, cut: Cut) -> bool:
    """Whether a gap is between lines."""
    return b"\n" in tree.data[cut[0] : cut[1]]


def _between_words(gap: re.Match[bytes]) -> bool:
    return bool(_WORD.match(gap.string[max(0, gap.start() - 1) : gap.start()]) and _WORD.match(gap.string, gap.end()))
