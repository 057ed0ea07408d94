"""HTML: elements, attributes, text, comments; what browsers let pass is not a fault.

Tags that need no end (`<br>`) have none here, `<li>` ends the `<li>` before it, and a script is text. A candidate is
valid if it has no more tags without a partner than the document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from thresher.formats.content import has_suffix, is_binary
from thresher.formats.structured.markup import Dialect, count_faults, is_wide, markup_tree, refuse_wide
from thresher.kernel.selection import Selection
from thresher.structures.trees.tree import Tree

_BLOCKS = frozenset(
    b"address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 "
    b"h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul".split()
)
_CELLS, _ROWS = frozenset([b"td", b"th"]), frozenset([b"tr", b"tbody", b"thead", b"tfoot"])
HTML = Dialect(
    void=frozenset(b"area base br col embed hr img input link meta param source track wbr".split()),
    raw=frozenset(b"script style textarea title xmp".split()),
    ended_by={
        b"p": _BLOCKS,
        b"li": frozenset([b"li"]),
        b"dt": frozenset([b"dt", b"dd"]),
        b"dd": frozenset([b"dt", b"dd"]),
        b"td": _CELLS | _ROWS,
        b"th": _CELLS | _ROWS,
        b"tr": _ROWS,
        b"thead": _ROWS - {b"tr"},
        b"tbody": _ROWS - {b"tr"},
        b"option": frozenset([b"option", b"optgroup"]),
        b"html": frozenset(),
        b"head": frozenset([b"body"]),
        b"body": frozenset(),
    },
    any_case=True,
)
_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html\b|html\b)", re.IGNORECASE)


def confidence(name: str, data: bytes) -> float:
    """Sure of itself for the usual names, and for what begins like HTML."""
    if is_binary(data) or is_wide(data):
        return 0.0
    return 0.96 if has_suffix(name, ".html", ".htm", ".shtml") or _HEAD.match(data) else 0.0


def parse_document(name: str, data: bytes, language: object = None) -> HtmlDocument:
    """The document; a UsageError for UTF-16."""
    refuse_wide(name, data)
    return HtmlDocument(data)


@dataclass(frozen=True, eq=False)
class HtmlDocument:
    """Parsed when it is first needed."""

    data: bytes
    language: str = "html"

    @cached_property
    def tree(self) -> Tree:
        """The nodes, any of which can go."""
        return markup_tree(self.data, HTML)

    @cached_property
    def faults(self) -> int:
        """How many tags have no partner."""
        return count_faults(self.data, HTML)

    def valid(self, kept: Selection) -> bool:
        """Whether these nodes alone render to a document with no more tags without a partner."""
        return self.valid_text(self.tree.render(kept))

    def valid_text(self, data: bytes) -> bool:
        """The same for any text."""
        return count_faults(data, HTML) <= self.faults
