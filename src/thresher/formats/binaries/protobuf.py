"""Protocol buffers without their schema: fields, also those of messages inside, whose lengths are put right.

A file is taken for a message if all of it is fields: numbers that are small, wire types that exist, lengths that fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from thresher.structures.container import Part

PACKS = False
LEAST = 6  # fields: fewer may be chance
DEEPEST = 6  # messages in messages
LARGEST = 1 << 8  # number of a field
FIXED = {1: 8, 5: 4}  # bytes of a value by wire type


@dataclass(frozen=True, eq=False)
class Field(Part):
    """A field with its tag as it was found; with a length if it `is_long`."""

    tag: bytes = b""
    is_long: bool = False


def confidence(name: str, data: bytes) -> float:
    """Sure of itself if a few thousand bytes are fields one after the other; a text hardly ever is."""
    fields = list(_fields(data[:4096]))
    covered = sum(len(each.raw or b"") for each in fields)
    return 0.92 if (len(fields) >= LEAST and covered == len(data) < 4096) or covered >= 4000 else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The fields; None if something is not a field."""
    fields = tuple(_fields(data))
    whole = sum(len(each.raw or b"") for each in fields) == len(data)
    return Part("protobuf", parts=fields, raw=data) if fields and whole else None


def write(part: Part) -> bytes:
    """The message, or a field of it."""
    if part.raw is not None:
        return part.raw
    if not isinstance(part, Field):
        return part.content + b"".join(map(write, part.parts))
    content = part.content + b"".join(map(write, part.parts))
    return part.tag + (_varint(len(content)) if part.is_long else b"") + content


def _fields(data: bytes, depth: int = 0) -> Iterator[Field]:
    at = 0
    while at < len(data):
        tag, start = _number(data, at)
        kind, size = tag & 7, FIXED.get(tag & 7, 0)
        first = start
        if kind == 2:
            size, first = _number(data, start)
        elif kind == 0:
            size = _number(data, start)[1] - start
        stop = first + size
        if not 0 < tag >> 3 < LARGEST or kind not in (0, 1, 2, 5) or stop > len(data) or stop <= start:
            return
        content, inside = (
            data[first:stop],
            tuple(_fields(data[first:stop], depth + 1)) if kind == 2 and depth < DEEPEST else (),
        )
        found = Field("field", raw=data[at:stop], tag=data[at:start], is_long=kind == 2)
        if len(inside) > 1 and sum(len(each.raw or b"") for each in inside) == size:
            yield replace(found, parts=inside)
        else:
            yield replace(found, content=content, opaque=kind != 2)
        at = stop


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends; past the end of the data if it does not."""
    number = shift = 0
    for place in range(at, min(at + 10, len(data))):
        number |= (data[place] & 127) << shift
        shift += 7
        if data[place] < 128:
            return number, place + 1
    return 0, len(data) + 1


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])
