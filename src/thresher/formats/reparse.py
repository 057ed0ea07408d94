"""Whether a changed text still parses, told by tree-sitter from what it knows of the unchanged one.

Only what the edits touch is parsed again. A text is valid if it has no more ERROR and MISSING nodes than before.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from tree_sitter import Language, Parser, Tree

from thresher.structures.splice import Cut

LONG = 4096  # bytes compared in one go


class Reparser:
    """Knows the parse of one text."""

    def __init__(self, data: bytes, language: Language) -> None:
        self.data = data
        self.parser = Parser(language)
        self.parse = self.parser.parse(data)
        self.errors = count_errors(self.parse)
        self._lines: Sequence[int] = ()

    def valid(self, text: bytes, edits: Sequence[Cut]) -> bool:
        """Whether a text that the edits lead to has no more errors than the one known."""
        return text == self.data or self._fine(self.edited(text, edits)) and self._confirmed(text)

    def valid_text(self, text: bytes) -> bool:
        """The same for any text."""
        return self.valid(text, [difference(self.data, text)])

    def edited(self, text: bytes, edits: Iterable[Cut]) -> Tree:
        """The parse of the text that the edits, sorted and apart from each other, make of the one known."""
        tree = self.parse.copy()
        for start, stop, new in sorted(edits, reverse=True):
            row, column = point = self._point(start)
            breaks = new.count(b"\n")
            end = (row + breaks, len(new) - new.rfind(b"\n") - 1) if breaks else (row, column + len(new))
            tree.edit(start, stop, start + len(new), point, self._point(stop), end)
        return self.parser.parse(text, tree)

    def _fine(self, tree: Tree) -> bool:
        return count_errors(tree, most=self.errors) <= self.errors

    def _confirmed(self, text: bytes) -> bool:
        """Where there are errors, where the parser recovers depends on what it reuses: then only a fresh parse tells."""
        return self.errors == 0 or self._fine(self.parser.parse(text))

    def _point(self, offset: int) -> tuple[int, int]:
        """Row and column in bytes; scanners that look at indentation need the column."""
        if not self._lines:
            self._lines = array("Q", (0, *(match.end() for match in re.finditer(rb"\n", self.data))))
        row = bisect_right(self._lines, offset) - 1
        return row, offset - self._lines[row]


def count_errors(tree: Tree, most: int | None = None) -> int:
    """How many ERROR and MISSING nodes there are; stops counting when there are more than `most`."""
    cursor = tree.walk()
    count = 0
    while most is None or count <= most:
        node = cursor.node
        assert node is not None
        count += node.is_error or node.is_missing
        if node.has_error and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return count
    return count


def difference(old: bytes, new: bytes) -> Cut:
    """The shortest single edit that leads from one text to another.

    >>> difference(b"int x, y;", b"int y;")
    (4, 7, b'')
    """
    start = _common(old, new, 0)
    stop = _common(old, new, min(len(old), len(new)) - start)
    return start, len(old) - stop, new[start : len(new) - stop]


def _common(old: bytes, new: bytes, most_at_end: int) -> int:
    raise NotImplementedError
