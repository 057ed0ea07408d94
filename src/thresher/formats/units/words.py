"""Words, each with the blanks after it; a line end is a unit of its own."""

from __future__ import annotations

import re

from thresher.structures.sequence import Units, units_ending

_WORD = re.compile(rb"\r?\n|\S+[^\S\n\r]*|[^\S\n]+")


def confidence(name: str, data: bytes) -> float:
    """A step between lines and characters, never a format to end with."""
    return 0.0


def parse(data: bytes) -> Units:
    r"""One unit per word.

    >>> len(parse(b"to be  or\nnot"))
    5
    """
    return units_ending(data, (match.end() for match in _WORD.finditer(data)))
