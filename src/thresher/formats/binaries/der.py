"""DER: certificates, keys, signed messages. Values in values, each of which may go, with all lengths put right.

Strings of bytes and bits often hold DER again; what is in them is opened too. BER with lengths that are given by an end
mark is plain binary data here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thresher.structures.container import Part

PACKS = False
SEQUENCE, SET = 0x30, 0x31
BITS, OCTETS = 3, 4
CONSTRUCTED, LONG_TAG, LONG_LENGTH = 0x20, 0x1F, 0x80
DEEPEST = 50  # values in values; what is deeper is a content
WIDEST = 4  # bytes of a length


@dataclass(frozen=True, eq=False)
class DerValue(Part):
    """Its tag; what is before the values in it; and how many bytes its length takes, if more than it needs."""

    tag: bytes = b""
    lead: bytes = b""
    width: int = 0


@dataclass(frozen=True, slots=True)
class _Header:
    tag: bytes
    start: int  # of the content
    stop: int
    width: int


def confidence(name: str, data: bytes) -> float:
    """Sure of itself if it begins with a sequence that ends where the file ends, or after the head of it."""
    if not data or data[0] not in (SEQUENCE, SET):
        return 0.0
    header = _header(data, 0, 1 << 62)
    return 0.97 if header is not None and header.stop >= len(data) and header.start < header.stop else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The value that the file is, with those in it; None if it is not exactly one, or nothing is in it."""
    values = _values(data, 0, len(data), depth=0) if data[:1] and data[0] in (SEQUENCE, SET) else None
    if values is None or len(values) != 1 or not values[0].parts:
        return None
    return Part("der", parts=values, raw=data)


def write(part: Part) -> bytes:
    """The file, or a value in it."""
    if part.raw is not None:
        return part.raw
    inside = b"".join(map(write, part.parts))
    if not isinstance(part, DerValue):
        return inside
    content = part.lead + inside if part.parts or part.lead else part.content
    return part.tag + _length(len(content), part.width) + content


def _values(data: bytes, at: int, stop: int, *, depth: int) -> tuple[DerValue, ...] | None:
    """The values that fill a stretch; None if they do not."""
    found: list[DerValue] = []
    while at < stop:
        header = _header(data, at, stop)
        if header is None:
            return None
        found.append(_value(data, at, header, depth=depth))
        at = header.stop
    return tuple(found)


def _value(data: bytes, at: int, header: _Header, *, depth: int) -> DerValue:
    content = data[header.start : header.stop]
    narrow = 1 if len(content) < LONG_LENGTH else 1 + (len(content).bit_length() + 7) // 8
    width = header.width if header.width > narrow else 0
    for lead in _leads(header.tag, content) if depth < DEEPEST else ():
        inside = _values(data, header.start + lead, header.stop, depth=depth + 1)
        if inside:
            return DerValue(
                "value",
                parts=inside,
                raw=data[at : header.stop],
                fixed=depth == 0,
                tag=header.tag,
                lead=content[:lead],
                width=width,
            )
    return DerValue("value", content=content, fixed=depth == 0, tag=header.tag, width=width)


def _leads(tag: bytes, content: bytes) -> Iterator[int]:
    """How many bytes there may be before values in a value."""
    if tag[0] & CONSTRUCTED or (tag[0] == OCTETS and content[:1] == bytes([SEQUENCE])):
        yield 0
    elif tag[0] == BITS and content[:2] == bytes([0, SEQUENCE]):
        yield 1


def _header(data: bytes, at: int, stop: int) -> _Header | None:
    """Of the value there, which must end before `stop`."""
    start, stop_of_data = at, min(stop, len(data))
    at += 1
    if start < stop_of_data and data[start] & LONG_TAG == LONG_TAG:
        while at < stop_of_data and data[at] & LONG_LENGTH:
            at += 1
        at += 1
    if at >= stop_of_data:
        return None
    tag, length, width = data[start:at], data[at], 1
    at += 1
    if length & LONG_LENGTH:
        count = length & ~LONG_LENGTH
        if not 0 < count <= WIDEST or at + count > stop_of_data:
            return None
        length, width = int.from_bytes(data[at : at + count], "big"), 1 + count
        at += count
    return _Header(tag, at, at + length, width) if at + length <= stop else None


def _length(length: int, width: int) -> bytes:
    """As short as it can be, or in as many bytes as it had."""
    count = max((length.bit_length() + 7) // 8, width - 1)
    return (
        bytes([length])
        if length < LONG_LENGTH and not width
        else bytes([LONG_LENGTH | count]) + length.to_bytes(count, "big")
    )
