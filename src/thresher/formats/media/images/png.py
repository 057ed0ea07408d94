"""PNG: chunks, and the scan lines and columns of the image, whose header and checksums are put right.

A checksum that was right stays right; one that was wrong stays what it was, since that may be what the failure needs.
Scan lines are left out as they are filtered, and the image is compressed again only if something in it has changed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from struct import Struct

from thresher.formats.archives.deflate import ZLIB, Allowance, deflated
from thresher.structures.container import Part

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type
MOST_PIECES = 1 << 16  # lines or columns of an image that are examined one by one
_HEAD, _WORD, _SIZE = Struct(">I4s"), Struct(">I"), Struct(">II")
_IMAGE_HEADER = Struct(">IIBBBBB")


@dataclass(frozen=True, eq=False)
class PngChunk(Part):
    """A chunk with its type, or a run of IDAT chunks with an image inside; `crc` is None if it was right."""

    type: bytes = b""
    crc: int | None = None


@dataclass(frozen=True, eq=False)
class PngImage(Part):
    """The structure of the image data: lines with their filter bytes, columns with the pixels' places.

    `pixel` is the number of bytes of one, or 0 if columns are not looked at.
    """

    pixel: int = 0


@dataclass(frozen=True, eq=False)
class PixelColumn(Part):
    """Where its pixels are in a line."""

    at: int = 0


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the signature."""
    return 0.99 if data.startswith(SIGNATURE) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The chunks, and after them whatever is not a chunk."""
    if not data.startswith(SIGNATURE):
        return None
    parts: list[Part] = []
    for kind, run in groupby(_chunks(data), key=lambda part: getattr(part, "type", None)):
        chunks = [*run]
        if kind == b"IDAT" and parts and (image := _image(parts[0], chunks)) is not None:
            parts.append(image)
        else:
            parts += chunks
    return Part("png", parts=tuple(parts), raw=data)


def write(part: Part) -> bytes:
    """The file; the header has the size that the image has now."""
    if part.raw is not None:
        return part.raw
    parts = list(part.parts)
    changed = next((each.parts[0] for each in parts if each.parts and each.raw is None), None)
    if isinstance(changed, PngImage) and len(parts[0].content) == _IMAGE_HEADER.size:
        parts[0] = parts[0].with_content(_size(changed, parts[0].content) + parts[0].content[_SIZE.size :])
    return SIGNATURE + b"".join(map(_written, parts))


def _size(image: PngImage, header: bytes) -> bytes:
    """How wide and high the image is now."""
    lines, columns = (sum(part.kind == kind for part in image.parts) for kind in ("line", "column"))
    return _SIZE.pack(columns if image.pixel else _SIZE.unpack_from(header)[0], lines)


def _chunks(data: bytes) -> Iterator[Part]:
    at = len(SIGNATURE)
    while at + 12 <= len(data):
        length, kind = _HEAD.unpack_from(data, at)
        stop = at + 12 + length
        if stop > len(data):
            break
        content = data[at + 8 : stop - 4]
        crc = _WORD.unpack_from(data, stop - 4)[0]
        known = None if crc == zlib.crc32(content, zlib.crc32(kind)) else crc
        yield PngChunk("chunk", content=content, raw=data[at:stop], type=kind, crc=known)
        at = stop
    if at < len(data):
        yield Part("rest", content=data[at:], raw=data[at:])


def _written(part: Part) -> bytes:
    if part.raw is not None:
        return part.raw
    if not isinstance(part, PngChunk):
        return part.content
    content = part.content
    if part.parts and isinstance(part.parts[0], PngImage):
        content = deflated(_pixels(part.parts[0]), wrapping=ZLIB)
    crc = zlib.crc32(content, zlib.crc32(part.type)) if part.crc is None else part.crc
    return _HEAD.pack(len(content), part.type) + content + _WORD.pack(crc)


def _image(header: Part, chunks: Sequence[Part]) -> Part | None:
    """The image data as a chunk with lines and columns in it, if it agrees with the header."""
    if len(header.content) != _IMAGE_HEADER.size or any(getattr(chunk, "crc", 0) is not None for chunk in chunks):
        return None
    width, height, depth, colour, _, _, interlaced = _IMAGE_HEADER.unpack(header.content)
    bits = depth * CHANNELS.get(colour, 0)
    length = 1 + (width * bits + 7) // 8
    packed = b"".join(chunk.content for chunk in chunks)
    if interlaced or not bits or not 0 < height <= MOST_PIECES or height * length > Allowance(len(packed)).left:
        return None
    data = Allowance(len(packed)).inflated(packed)
    if data is None or len(data) != height * length:
        return None
    lines: list[Part] = [
        Part("line", content=data[at : at + length], opaque=True) for at in range(0, len(data), length)
    ]
    columns: list[Part] = []
    if bits % 8 == 0 and 1 < width <= MOST_PIECES:
        columns += [PixelColumn("column", at=1 + number * bits // 8) for number in range(width)]
    raw = b"".join(chunk.raw or b"" for chunk in chunks)
    image = PngImage("image", parts=(*lines, *columns), fixed=True, pixel=bits // 8 if columns else 0)
    return PngChunk("chunk", parts=(image,), raw=raw, type=b"IDAT")


def _pixels(image: PngImage) -> bytes:
    """The lines that are left, with the columns that are left of them."""
    lines = [part.content for part in image.parts if part.kind == "line"]
    columns = [part.at for part in image.parts if isinstance(part, PixelColumn)]
    if not lines or not image.pixel or 1 + len(columns) * image.pixel == len(lines[0]):
        return b"".join(lines)
    spans = [(0, 1)]
    for at in columns:
        if spans[-1][1] == at:
            spans[-1] = (spans[-1][0], at + image.pixel)
        else:
            spans.append((at, at + image.pixel))
    return b"".join(line[start:stop] for line in lines for start, stop in spans)
