"""gzip: what is packed is reduced by its own format and packed again, with checksum and length put right.

A checksum that was wrong stays what it was. Of several streams in one file, and of name, comment and extra field in a
header, each may go.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct

from thresher.formats.archives.deflate import RAW, Allowance, deflated
from thresher.formats.archives.unpacking import inner_name
from thresher.structures.container import Part

MAGIC = b"\x1f\x8b\x08"
CHECK, EXTRA, NAME, COMMENT = 2, 4, 8, 16  # bits of the header's flags
_HEADER, _TAIL, _SHORT = Struct("<3sB6s"), Struct("<II"), Struct("<H")
_ENDINGS = {".tgz": ".tar", ".gz": "", ".svgz": ".svg"}


@dataclass(frozen=True, eq=False)
class GzipStream(Part):
    """A header's fields and a content; `tail` is checksum and length if they were wrong."""

    flags: int = 0
    middle: bytes = b""
    tail: bytes | None = None


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The streams, and whatever is after them; None if the first one cannot be unpacked."""
    parts = tuple(_streams(inner_name(name, _ENDINGS), data))
    return Part("gzip", parts=parts, raw=data) if parts and isinstance(parts[0], GzipStream) else None


def write(part: Part) -> bytes:
    """The file, or a part of it."""
    if part.raw is not None:
        return part.raw
    if not isinstance(part, GzipStream):
        return b"".join(map(write, part.parts)) or part.content
    fields = {each.kind: each.content for each in part.parts}
    flags = part.flags & ~(CHECK | EXTRA | NAME | COMMENT)
    head = b""
    for flag, kind in ((EXTRA, "extra"), (NAME, "name"), (COMMENT, "comment")):
        if kind in fields:
            flags |= flag
            head += fields[kind]
    content = fields.get("content", b"")
    tail = _TAIL.pack(zlib.crc32(content), len(content) & 0xFFFFFFFF) if part.tail is None else part.tail
    return _HEADER.pack(MAGIC, flags, part.middle) + head + deflated(content) + tail


def _streams(name: str, data: bytes) -> Iterator[Part]:
    at, allowance = 0, Allowance(len(data))
    while at < len(data):
        stream, at = _stream(name, data, at, allowance)
        yield stream


def _stream(name: str, data: bytes, start: int, allowance: Allowance) -> tuple[Part, int]:
    fields = _fields(data, start) if data.startswith(MAGIC, start) else None
    if fields is None:
        return _rest(data, start)
    found, at = fields
    unpacked = allowance.inflated_head(data, wrapping=RAW, at=at)
    if unpacked is None or unpacked[1] + _TAIL.size > len(data):
        return _rest(data, start)
    content, at = unpacked
    at += _TAIL.size
    tail = data[at - _TAIL.size : at]
    right = tail == _TAIL.pack(zlib.crc32(content), len(content) & 0xFFFFFFFF)
    _, flags, middle = _HEADER.unpack_from(data, start)
    parts = (*found, Part("content", name, content))
    return GzipStream(
        "stream", parts=parts, raw=data[start:at], flags=flags, middle=middle, tail=None if right else tail
    ), at


def _rest(data: bytes, start: int) -> tuple[Part, int]:
    return Part("rest", content=data[start:], raw=data[start:]), len(data)


def _fields(data: bytes, start: int) -> tuple[list[Part], int] | None:
    """The optional fields of a header as they are written, and where the packed bytes begin."""
    at = start + _HEADER.size
    if at > len(data):
        return None
    flags = data[start + 3]
    found: list[Part] = []
    if flags & EXTRA and at + 2 <= len(data):
        stop = at + 2 + _SHORT.unpack_from(data, at)[0]
        found.append(Part("extra", content=data[at:stop], opaque=True))
        at = stop
    for flag, kind in ((NAME, "name"), (COMMENT, "comment")):
        if flags & flag:
            stop = data.find(b"\0", at) + 1
            if not stop:
                return None
            found.append(Part(kind, content=data[at:stop], opaque=True))
            at = stop
    return found, at + (2 if flags & CHECK else 0)
