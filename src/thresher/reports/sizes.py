"""The size of a content in the units people compare: bytes, lines, tokens."""

from __future__ import annotations

from thresher.formats.tokens import count_tokens

MOST_COUNTED = 1 << 24  # tokens of larger contents are not counted: it would take longer than a test


def sizes(data: bytes) -> dict[str, int | None]:
    r"""Bytes, lines (a last one without line end included) and tokens.

    >>> sizes(b"int x;\nint y;")
    {'bytes': 13, 'lines': 2, 'tokens': 6}
    """
    lines = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    tokens = count_tokens(data) if len(data) <= MOST_COUNTED else None
    return {"bytes": len(data), "lines": lines, "tokens": tokens}
