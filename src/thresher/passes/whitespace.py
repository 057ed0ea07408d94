"""All white space that nothing needs, in one step: line breaks and indentation, the blanks around marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.structures.document import Document
from thresher.structures.rewrites import Edit

LIKELY = True
_GAP = re.compile(rb"[ \t\r\n\f\v]+")
_WORD = re.compile(rb"[\w$\x80-\xff]")


def edits(document: Document) -> Iterator[Edit]:
    """Every gap made as small as it can be: nothing, or one blank between two words."""
    data = document.tree.data
    for gap in _GAP.finditer(data):
        left, right = data[: gap.start()][-1:], data[gap.end() : gap.end() + 1]
        for text in (b"", b" "):
            if len(text) < len(gap.group()) and not (_WORD.match(left) and _WORD.match(right) and not text):
                yield Edit(((gap.start(), gap.end(), text),), "white space")
                break
