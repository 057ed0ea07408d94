"""All white space that nothing needs, in one step: line breaks and indentation, the blanks around marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.passes.occurrences import in_quotes
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import spliced

LIKELY = True
_GAP = re.compile(rb"[ \t\r\n\f\v]+")
_WORD = re.compile(rb"[\w$\x80-\xff]")


def edits(document: Document) -> Iterator[Rewrite]:
    """Every gap made as small as it can be: nothing, or one blank between two words; not those inside strings."""
    tree = document.tree
    inside = in_quotes(tree)
    for gap in _GAP.finditer(tree.data):
        if inside(gap.start()):
            continue
        cut = gap.start(), gap.end(), b" " if _between_words(gap) else b""
        low, high = max(0, gap.start() - 1), min(gap.end() + 1, len(tree.data))
        if spliced(tree.data, [cut], low, high, tree.spacing) != tree.data[low:high]:
            yield Rewrite((cut,), "white space")


def _between_words(gap: re.Match[bytes]) -> bool:
    return bool(_WORD.match(gap.string[max(0, gap.start() - 1) : gap.start()]) and _WORD.match(gap.string, gap.end()))
