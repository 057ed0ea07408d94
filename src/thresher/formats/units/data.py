"""Data that may be text, as fuzzers make it: lines, then tokens, then characters.

A token of a program is better left whole. What a fuzzer made has no tokens: a word is a row of letters, most of them
chance.
"""

from __future__ import annotations

from thresher.formats.content import has_suffix, is_binary

STAGES = ("lines", "tokens", "characters")


def confidence(name: str, data: bytes) -> float:
    """Confident for file names of binary formats."""
    return 0.6 if has_suffix(name, ".bin", ".dat", ".raw", ".data") and not is_binary(data) else 0.0
