"""What compressed streams hold, unless it is out of all proportion.

A file of two megabytes may unpack to gigabytes, on purpose or not. All that is unpacked of one file shares an
`Allowance`: a multiple of the size of the file, and never more than `MOST` bytes. What does not fit stays packed.
"""

from __future__ import annotations

import zlib

MOST = 1 << 27  # bytes: more is left packed, since each candidate would have to be packed anew
RATIO = 200  # bytes for each byte of a file; text gets to 10, and only what is nearly all the same to more
SLACK = 1 << 22  # bytes that any file may have
CAREFULLY = 1 << 18  # bytes that are packed as well as can be
CHUNK = 1 << 16  # bytes that are read in one go
ZLIB, RAW = zlib.MAX_WBITS, -zlib.MAX_WBITS


class Allowance:
    """How many bytes may still be unpacked of a file of that size."""

    def __init__(self, size: int) -> None:
        self.left = min(MOST, SLACK + RATIO * size)

    def inflated(self, data: bytes, *, wrapping: int = ZLIB) -> bytes | None:
        """The bytes in a complete stream with nothing after it; None if it is none or too large.

        >>> Allowance(11).inflated(zlib.compress(b"abc")), Allowance(3).inflated(b"abc")
        (b'abc', None)
        """
        found = self.inflated_head(data, wrapping=wrapping)
        return found[0] if found is not None and found[1] == len(data) else None

    def inflated_head(self, data: bytes, *, wrapping: int, at: int = 0) -> tuple[bytes, int] | None:
        """The bytes in the stream that begins at a place, and where it ends."""
        reader, view, pieces, size = zlib.decompressobj(wrapping), memoryview(data), [], 0
        while at < len(data) and not reader.eof and size <= self.left:
            chunk = view[at : at + CHUNK]
            try:
                pieces.append(reader.decompress(chunk, self.left - size + 1))
            except zlib.error:
                return None
            size += len(pieces[-1])
            at += len(chunk) - len(reader.unused_data)
        if not reader.eof or size > self.left:
            return None
        self.left -= size
        return b"".join(pieces), at


def deflated(data: bytes, *, wrapping: int = RAW) -> bytes:
    """A stream; a large one is packed in haste, since that would take longer than to test it."""
    writer = zlib.compressobj(9 if len(data) <= CAREFULLY else 1, zlib.DEFLATED, wrapping)
    return writer.compress(data) + writer.flush()
