"""Whether a changed text still parses, by incremental parsing with tree-sitter.

Only what the edits touch is parsed again. A text is valid if it has no more faults than before: ERROR and MISSING
nodes, and for some languages empty nodes that tree-sitter lets pass.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from tree_sitter import Tree

from thresher.formats.source.guarded_parser import GuardedParser
from thresher.formats.source.masking.masked_text import masked
from thresher.formats.source.masking.masks import MASKS
from thresher.formats.source.parse_errors import Faults
from thresher.formats.source.strict import strict_check
from thresher.structures.changes.common_ends import common_prefix, common_suffix
from thresher.structures.trees.splice import Cut

MOST_STRICT = 1 << 20  # bytes given to a strict parser
MOST_FRESH = 1 << 18  # bytes parsed afresh for more certainty
MANY, SPARSE = 64, 1000  # from so many edits on, one for so many bytes or less, a fresh parse is faster as well
FEW = 4  # if less than this share is left, a fresh parse is faster than an incremental one


class Reparser:
    """Knows the parse of one text."""

    def __init__(self, data: bytes, language: str) -> None:
        self.data = data
        self.language = language
        self.parser = GuardedParser(language)
        self.parse = self.parser.parse(data)
        self._is_cut = self.parser.is_cut(data)
        self.faults = Faults(language, self.parse)
        self._lines: Sequence[int] = ()
        if self.faults.errors and language in MASKS:
            self._mask()

    def _mask(self) -> None:
        """Masks what the grammar does not know, from now on, if that leaves fewer errors."""
        parser = GuardedParser(self.language, masks=True)
        parse = parser.parse(self.data)
        faults = Faults(self.language, parse)
        if faults.errors < self.faults.errors:
            self.parser, self.parse, self.faults = parser, parse, faults

    def masked_spans(self) -> list[tuple[int, int]]:
        """The places that the parser sees as blanks."""
        return masked(self.language, self.data).spans if self.parser.masks else []

    @cached_property
    def strict(self) -> Callable[[bytes], bool] | None:
        """A stricter parser that the text known satisfies, if there is one; not for what would take it seconds."""
        return strict_check(self.language, self.data) if len(self.data) <= MOST_STRICT else None

    def valid(self, text: bytes, edits: Sequence[Cut]) -> bool:
        """Whether a text that the edits lead to has no more faults than the one known."""
        if text == self.data:
            return True
        short = FEW * len(text) < len(self.data) or SPARSE * len(edits) > max(len(text), MANY * SPARSE)
        if not short and self.faults.more(self.edited(text, edits), _places(text, edits)):
            return False
        # With errors, where the parser recovers depends on what it reuses: only a fresh parse is reliable.
        fresh = short or (self.faults.errors and len(text) <= MOST_FRESH)
        if fresh and self.faults.more(self.parser.parse(text)):
            return False
        return self.strict is None or self.strict(text)

    def valid_text(self, text: bytes) -> bool:
        """The same for any text."""
        return self.valid(text, [difference(self.data, text)])

    def edited(self, text: bytes, edits: Iterable[Cut]) -> Tree:
        """The parse of the text that the edits, sorted and apart from each other, make of the one known."""
        if self._is_cut:  # the edits may be after what was parsed
            return self.parser.parse(text)
        tree = self.parse.copy()
        for start, stop, new in sorted(edits, reverse=True):
            row, column = point = self._point(start)
            breaks = new.count(b"\n")
            end = (row + breaks, len(new) - new.rfind(b"\n") - 1) if breaks else (row, column + len(new))
            tree.edit(start, stop, start + len(new), point, self._point(stop), end)
        return self.parser.parse(text, tree)

    def _point(self, offset: int) -> tuple[int, int]:
        """Row and column in bytes; scanners of indentation need the column."""
        if not self._lines:
            self._lines = array("Q", (0, *(match.end() for match in re.finditer(rb"\n", self.data))))
        row = bisect_right(self._lines, offset) - 1
        return row, offset - self._lines[row]


def _places(text: bytes, edits: Sequence[Cut]) -> list[tuple[int, int]]:
    """Where the edits are in the new text, with the white space around them and one byte more on each side."""
    found, shift = [], 0
    for start, stop, new in edits:
        low, high = start + shift, start + shift + len(new)
        while low and text[low - 1 : low].isspace():
            low -= 1
        while text[high : high + 1].isspace():
            high += 1
        found.append((max(low - 1, 0), high + 1))
        shift += len(new) - (stop - start)
    return found


def difference(old: bytes, new: bytes) -> Cut:
    """One edit that leads from a text to another.

    >>> difference(b"int x, y;", b"int y;")
    (4, 7, b'')
    """
    start = common_prefix(old, new)
    stop = common_suffix(old, new, start)
    return start, len(old) - stop, new[start : len(new) - stop]
