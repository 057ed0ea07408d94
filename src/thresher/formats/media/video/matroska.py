"""Matroska and WebM: elements in elements; lengths, checksums and the positions in the index are put right.

Clusters hold blocks, which are the frames of sound and pictures. An element of unknown length keeps that length. An
index entry for a cluster that is gone stays as it is.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from thresher.structures.container import Part

PACKS = False
MAGIC = b"\x1aE\xdf\xa3"
SEGMENT, CLUSTER, CRC = 0x18538067, 0x1F43B675, 0xBF
POSITIONS = frozenset((0x53AC, 0xF1))  # of an element in the segment, and of a cluster
REFERRING = frozenset((0x114D9B74, 0x4DBB, 0x1C53BB6B, 0xBB, 0xB7))  # elements with positions in them
MASTERS = REFERRING | {
    0x1A45DFA3, SEGMENT, CLUSTER, 0x1549A966, 0x1654AE6B, 0xAE, 0xE0, 0xE1, 0xA0, 0x75A1, 0xA6, 0x1254C367, 0x7373,
    0x67C8, 0x63C0, 0x1043A770, 0x45B9, 0xB6, 0x80, 0x1941A469, 0x61A7, 0x6D80, 0x6240, 0x5034,
}  # fmt: skip
NAMES = {CLUSTER: "cluster", 0xA3: "block", 0xA0: "block", 0xAE: "track"}
_NEXT = re.compile(rb"\x1fC\xb6u|\x1cS\xbbk")
DEEPEST = 8  # elements in elements; what is deeper is a content


@dataclass(frozen=True, eq=False)
class EbmlElement(Part):
    """An element by its number as it is written; `at` is where it was. `endless` if its length was unknown."""

    id: int = 0
    at: int = 0
    endless: bytes = b""
    crc_right: bool = False


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.98 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The elements, and after them whatever is none."""
    if not data.startswith(MAGIC):
        return None
    return Part("matroska", parts=tuple(_elements(data, 0, len(data), depth=0)), raw=data)


def write(part: Part) -> bytes:
    """The file; positions are written as wide as they were, so that they can be known before."""
    if part.raw is not None:
        return part.raw
    moved: dict[int, int] = {}
    for each in part.parts:
        if isinstance(each, EbmlElement) and each.id == SEGMENT:
            at = 0
            for inner in each.parts:
                if isinstance(inner, EbmlElement):
                    moved[inner.at] = at
                at += len(_written(inner, {}))
    return b"".join(_written(each, moved) for each in part.parts)


def _written(part: Part, moved: Mapping[int, int]) -> bytes:
    if part.raw is not None:
        return part.raw
    if not isinstance(part, EbmlElement):
        return part.content
    content = part.content
    if part.id in POSITIONS:
        old = int.from_bytes(content, "big")
        content = moved.get(old, old).to_bytes(max(len(content), 8), "big")[-len(content) or 8 :]
    elif part.parts:
        pieces = [_written(each, moved) for each in part.parts]
        first = part.parts[0]
        if part.crc_right and isinstance(first, EbmlElement) and first.id == CRC:
            pieces[0] = _header(CRC, 4, b"") + zlib.crc32(b"".join(pieces[1:])).to_bytes(4, "little")
        content = b"".join(pieces)
    return _header(part.id, len(content), part.endless) + content


def _header(id: int, size: int, endless: bytes) -> bytes:
    """The number and the length, as short as it can be."""
    number = id.to_bytes((id.bit_length() + 7) // 8 or 1, "big")
    width = next((width for width in range(1, 9) if size < (1 << 7 * width) - 1), 8)
    return number + (endless or (size | 1 << 7 * width).to_bytes(width, "big"))


def _elements(data: bytes, at: int, stop: int, *, depth: int, base: int = 0) -> Iterator[Part]:
    """Each element from there on; positions count from `base`, where the segment begins."""
    while at < stop:
        id_width, size_width = _width(data, at, 4), 0
        if id_width:
            size_width = _width(data, at + id_width, 8)
        begin = at + id_width + size_width
        if not size_width or begin > stop:
            break
        id = int.from_bytes(data[at : at + id_width], "big")
        field = data[at + id_width : begin]
        size = int.from_bytes(field, "big") & (1 << 7 * size_width) - 1
        is_endless = size == (1 << 7 * size_width) - 1
        end = _end(data, id, begin, stop) if is_endless else begin + size
        if end > stop:
            break
        yield _element(data, id, at, begin, end, endless=field if is_endless else b"", depth=depth, base=base)
        at = end
    if at < stop:
        yield Part("rest", content=data[at:stop])


def _element(
    data: bytes, id: int, at: int, begin: int, end: int, *, endless: bytes, depth: int, base: int
) -> EbmlElement:
    kind = NAMES.get(id, "element")
    if id not in MASTERS or depth >= DEEPEST or begin == end:
        return EbmlElement(kind, content=data[begin:end], id=id, at=at - base, endless=endless)
    parts = tuple(_elements(data, begin, end, depth=depth + 1, base=begin if id == SEGMENT else base))
    first = parts[0]
    crc_right = False
    if isinstance(first, EbmlElement) and first.id == CRC:
        crc_right = first.content == zlib.crc32(data[begin + 6 : end]).to_bytes(4, "little")
    raw = None if id in REFERRING or id == SEGMENT else data[at:end]
    return EbmlElement(kind, parts=parts, raw=raw, id=id, at=at - base, endless=endless, crc_right=crc_right)


def _end(data: bytes, id: int, begin: int, stop: int) -> int:
    """Where an element of unknown length ends: a cluster where the next one begins, or the index."""
    found = _NEXT.search(data, begin, stop) if id == CLUSTER else None
    return found.start() if found else stop


def _width(data: bytes, at: int, most: int) -> int:
    """How many bytes a number has; 0 if it has too many or is not there."""
    width = 9 - data[at].bit_length() if at < len(data) else 0
    return width if width <= most and at + width <= len(data) else 0
