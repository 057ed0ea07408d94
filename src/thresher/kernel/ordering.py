"""Which of two failing candidates is better: the shorter one, then the one that reads earlier (shortlex)."""

from __future__ import annotations

from typing import TypeAlias

Size: TypeAlias = tuple[int, bytes]


def size(data: bytes) -> Size:
    """A key to compare contents by: fewer bytes first, then byte order, so that there is always one best."""
    return len(data), data
