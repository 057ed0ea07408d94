"""bzip2: what is packed is reduced by its own format and packed again."""

from __future__ import annotations

from bz2 import BZ2Decompressor, compress

from thresher.formats.archives.unpacking import stream
from thresher.structures.container import Part

MAGIC = b"BZh"
ENDINGS = {".tbz2": ".tar", ".tbz": ".tar", ".bz2": ""}


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The content; None if it is not one whole stream."""
    return stream("bzip2", name, data, BZ2Decompressor(), ENDINGS)


def write(part: Part) -> bytes:
    """The file."""
    return part.raw if part.raw is not None else compress(b"".join(each.content for each in part.parts))
