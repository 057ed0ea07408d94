"""xz: what is packed is reduced by its own format and packed again."""

from __future__ import annotations

import lzma

from thresher.formats.archives.unpacking import stream
from thresher.structures.container import Part

MAGIC = b"\xfd7zXZ\0"
ENDINGS = {".txz": ".tar", ".xz": ""}
PRESET = 1  # in haste: candidates are many


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The content; None if it is not one whole stream."""
    return stream("xz", name, data, lzma.LZMADecompressor(lzma.FORMAT_XZ), ENDINGS)


def write(part: Part) -> bytes:
    """The file."""
    return (
        part.raw
        if part.raw is not None
        else lzma.compress(b"".join(each.content for each in part.parts), preset=PRESET)
    )
