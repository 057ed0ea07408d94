"""CBOR (RFC 8949): items of arrays, pairs of maps and strings, with their numbers and lengths put right.

A file with items of unknown length is treated as any binary file.
"""

from __future__ import annotations

from thresher.formats.binaries.cursor import Cursor
from thresher.formats.binaries.values.value_parts import ARRAY, MAP, SCALAR, TAG, TEXT, Head, parsed, written
from thresher.formats.content import has_suffix
from thresher.structures.container import Part

PACKS = False
KINDS = {2: TEXT, 3: TEXT, 4: ARRAY, 5: MAP}
TAGGED, SHORTEST, LONGEST = 6, 24, 27  # the type of a tag; numbers from 24 on follow in 1, 2, 4 or 8 bytes


def confidence(name: str, data: bytes) -> float:
    """By the name: CBOR begins with anything."""
    return 0.95 if has_suffix(name, ".cbor") else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The values of the file, one after the other."""
    return parsed("cbor", data, _head)


def write(part: Part) -> bytes:
    """The values; heads are as short as they can be."""
    return written(part, _written_head)


def _head(cursor: Cursor) -> Head:
    type, number = divmod(cursor.byte(), 32)
    if number > LONGEST:
        raise ValueError("of unknown length")
    if number >= SHORTEST:
        number = int.from_bytes(cursor.take(1 << number - SHORTEST), "big")
    return Head(TAG, 1) if type == TAGGED else Head(KINDS.get(type, SCALAR), number * (type in KINDS), type)


def _written_head(type: int, count: int) -> bytes:
    if count < SHORTEST:
        return bytes((type << 5 | count,))
    width = next(width for width in range(4) if count < 1 << (8 << width))
    return bytes((type << 5 | SHORTEST + width,)) + count.to_bytes(1 << width, "big")
