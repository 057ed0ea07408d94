"""What compressed streams hold, unless it is out of all proportion."""

from __future__ import annotations

import zlib

MOST = 1 << 28  # bytes: more is left packed, since each candidate would have to be packed anew
CAREFULLY = 1 << 18  # bytes that are packed as well as can be
ZLIB, RAW = zlib.MAX_WBITS, -zlib.MAX_WBITS


def inflated(data: bytes, *, wrapping: int = ZLIB) -> bytes | None:
    """The bytes in a complete stream with nothing behind it; None if it is none or too large.

    >>> inflated(zlib.compress(b"abc")), inflated(b"abc")
    (b'abc', None)
    """
    found = inflated_head(data, wrapping=wrapping)
    return found[0] if found is not None and found[1] == len(data) else None


def inflated_head(data: bytes, *, wrapping: int) -> tuple[bytes, int] | None:
    """The bytes in the stream that data begins with, and where it ends."""
    reader = zlib.decompressobj(wrapping)
    try:
        found = reader.decompress(data, MOST)
    except zlib.error:
        return None
    return (found, len(data) - len(reader.unused_data)) if reader.eof else None


def deflated(data: bytes, *, wrapping: int = RAW) -> bytes:
    """A stream; a large one is packed in haste, since that would take longer than to test it."""
    writer = zlib.compressobj(9 if len(data) <= CAREFULLY else 1, zlib.DEFLATED, wrapping)
    return writer.compress(data) + writer.flush()
