r"""Lines, each with its line end. Only where a file has no \n at all does \r end a line."""

from __future__ import annotations

import re

from thresher.formats.content import is_binary
from thresher.structures.sequence import Units, units_ending


def confidence(name: str, data: bytes) -> float:
    """Possible for anything that has lines."""
    return 0.3 if b"\n" in data and not is_binary(data) else 0.05


def parse(data: bytes) -> Units:
    r"""One unit per line; joined again they are the same bytes.

    >>> len(parse(b"a\r\nb\nc")), len(parse(b"a\rb\r"))
    (3, 2)
    """
    end = b"\n" if b"\n" in data else b"\r"
    return units_ending(data, (match.end() for match in re.finditer(end, data)))
