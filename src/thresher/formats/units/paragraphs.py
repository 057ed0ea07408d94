"""Paragraphs: lines up to and including the blank lines that follow them."""

from __future__ import annotations

import re

from thresher.structures.sequence import Units, units_ending

_BLANK_LINES = re.compile(rb"\n(?:[ \t\r]*\n)+")


def confidence(name: str, data: bytes) -> float:
    """A first cut, never a format to end with."""
    return 0.0


def parse(data: bytes) -> Units:
    r"""One unit per paragraph.

    >>> list(parse(b"a\nb\n\n\nc\n").offsets)
    [0, 6, 8]
    """
    return units_ending(data, (match.end() for match in _BLANK_LINES.finditer(data)))
