"""Prose and logs: paragraphs, then lines, then words, then characters (exercise 5.8 of Why Programs Fail).

The levels form a tree of even depth, and HDD on such a tree is a list minimization level after level, each on what the
level above left over. So the text is not held as a tree: every stage cuts the current best into its own units.
"""

from __future__ import annotations

from thresher.formats.content import has_suffix, is_binary

STAGES = ("paragraphs", "lines", "words", "characters")


def confidence(name: str, data: bytes) -> float:
    """Sure of itself for the usual names of plain text."""
    if is_binary(data):
        return 0.0
    return 0.8 if has_suffix(name, ".txt", ".log", ".rst", ".asc", ".eml") else 0.25
