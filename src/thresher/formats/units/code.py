"""Any text that a program reads: lines, then tokens."""

from __future__ import annotations

from thresher.formats.content import is_binary

STAGES = ("lines", "tokens")


def confidence(name: str, data: bytes) -> float:
    """The default for text of an unknown kind."""
    return 0.0 if is_binary(data) else 0.5
