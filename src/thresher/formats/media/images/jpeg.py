"""JPEG: segments that may go, such as Exif data and comments, with their lengths put right; images in images as well.

What follows the header of a scan is its image data, up to the next marker that is none of its own; it is a part too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct

from thresher.structures.container import Part

PACKS = False
EXIF = b"Exif\0\0"
START = b"\xff\xd8"
BARE = frozenset([0x01, *range(0xD0, 0xDA)])  # markers without a length
MOST = 0xFFFF  # the largest length
_LENGTH = Struct(">H")
_NEXT = re.compile(rb"\xff+(?=[^\0\xd0-\xd7\xff])", re.DOTALL)  # a marker outside of image data


@dataclass(frozen=True, eq=False)
class JpegSegment(Part):
    """A marker and a content, with a length between them unless it is a bare marker; `length` is a wrong one.

    `prefix` says what the content is; after that of Exif data it is a TIFF file.
    """

    marker: bytes = b""
    bare: bool = False
    length: int | None = None
    prefix: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(START + b"\xff") else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The segments and the image data, one after the other."""
    if not data.startswith(START):
        return None
    return Part("jpeg", parts=tuple(_segments(data)), raw=data)


def write(part: Part) -> bytes:
    """The file, or a part of it."""
    if part.raw is not None:
        return part.raw
    if not isinstance(part, JpegSegment):
        return part.content + b"".join(map(write, part.parts))
    if part.bare:
        return part.marker
    content = part.prefix + part.content
    length = min(len(content) + _LENGTH.size, MOST) if part.length is None else part.length
    return part.marker + _LENGTH.pack(length) + content


def _segments(data: bytes) -> Iterator[Part]:
    at = 0
    while at < len(data):
        stop = at
        while data[stop : stop + 1] == b"\xff":
            stop += 1
        marker, stop = data[at : stop + 1], stop + 1
        if len(marker) < 2 or stop > len(data):
            break
        if marker[-1] in BARE:
            yield JpegSegment("marker", fixed=at == 0, marker=marker, bare=True)
        elif stop + _LENGTH.size > len(data):
            break
        else:
            length = _LENGTH.unpack_from(data, stop)[0]
            content = data[stop + _LENGTH.size : max(stop + length, stop + _LENGTH.size)]
            wrong = None if len(content) + _LENGTH.size == length else length
            prefix = EXIF if content.startswith(EXIF) else b""
            inside = content.removeprefix(prefix)
            yield JpegSegment("segment", content=inside, marker=marker, length=wrong, prefix=prefix)
            stop += _LENGTH.size + len(content)
        found = _NEXT.search(data, stop)
        at = found.start() if found else len(data)
        if at > stop:
            yield Part("scan", content=data[stop:at])
    if at < len(data):
        yield Part("rest", content=data[at:])
