"""The shortest indentation, in one step: none at all, or one blank for each level where it shows nesting."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.passes.occurrences import in_quotes
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut, Spacing, Verbatim

LIKELY = True
_BREAK = re.compile(rb"[ \t\r\n\f\v]*\n(?P<indent>[ \t\f\v]*)(?=\S)")


def edits(document: Document) -> Iterator[Rewrite]:
    """Every line break without what is around it; and every one with a blank for each line it is nested in."""
    tree = document.tree
    if tree.spacing is Spacing.EXACT:
        return
    inside = in_quotes(tree)
    breaks = [found for found in _BREAK.finditer(tree.data) if not inside(found.start())]
    for cuts in (_cuts([(found, 0) for found in breaks]), _cuts(_nested(breaks))):
        if cuts:
            yield Rewrite(cuts, "indentation")


def _nested(breaks: list[re.Match[bytes]]) -> list[tuple[re.Match[bytes], int]]:
    """Each line break with the number of lines before it that its line is indented more than, and nested in."""
    open_lines, found = [0], []
    for each in breaks:
        width = len(each["indent"].expandtabs())
        while len(open_lines) > 1 and width < open_lines[-1]:
            open_lines.pop()
        if width > open_lines[-1]:
            open_lines.append(width)
        found.append((each, len(open_lines) - 1))
    return found


def _cuts(breaks: list[tuple[re.Match[bytes], int]]) -> tuple[Cut, ...]:
    wanted = ((*found.span(), Verbatim(b"\n" + b" " * level)) for found, level in breaks)
    return tuple(cut for cut in wanted if len(cut[2]) < cut[1] - cut[0])
