"""Records that end in a semicolon."""

from __future__ import annotations

import re

from thresher.formats.content import has_suffix
from thresher.structures.sequence import Units, units_ending

STAGES = ("records", "words", "characters")


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the name alone."""
    return 0.95 if has_suffix(name, ".rec") else 0.0


def parse(data: bytes) -> Units:
    """One unit per record; joined again they are the same bytes."""
    return units_ending(data, (match.end() for match in re.finditer(rb";\n?", data)))
