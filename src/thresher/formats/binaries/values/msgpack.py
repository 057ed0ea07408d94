"""MessagePack: items of arrays, pairs of maps and strings, with their numbers and lengths put right."""

from __future__ import annotations

from thresher.formats.binaries.cursor import Cursor
from thresher.formats.binaries.values.value_parts import ARRAY, MAP, SCALAR, TEXT, Head, parsed, written
from thresher.formats.content import has_suffix
from thresher.structures.container import Part

PACKS = False
SHORT = {0x80: (MAP, 15), 0x90: (ARRAY, 15), 0xA0: (TEXT, 31)}  # with the number in the same byte
LONG = {0xC4: TEXT, 0xC5: TEXT, 0xC6: TEXT, 0xD9: TEXT, 0xDA: TEXT, 0xDB: TEXT,
        0xDC: ARRAY, 0xDD: ARRAY, 0xDE: MAP, 0xDF: MAP}  # fmt: skip
WIDTHS = {0xC4: 1, 0xD9: 1, 0xC5: 2, 0xDA: 2, 0xDC: 2, 0xDE: 2}  # of the number that follows; else 4
SCALARS = {0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8,
           0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}  # fmt: skip
EXTENSIONS = {0xC7: 1, 0xC8: 2, 0xC9: 4}


def confidence(name: str, data: bytes) -> float:
    """By the name: MessagePack begins with anything."""
    return 0.95 if has_suffix(name, ".msgpack", ".mpack", ".mpk") else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The values of the file, one after the other."""
    return parsed("msgpack", data, _head)


def write(part: Part) -> bytes:
    """The values; heads are as wide as they were."""
    return written(part, _written_head)


def _head(cursor: Cursor) -> Head:
    byte = cursor.byte()
    for type, (kind, most) in SHORT.items():
        if type <= byte <= type | most:
            return Head(kind, byte - type, type)
    if byte in LONG:
        return Head(LONG[byte], int.from_bytes(cursor.take(WIDTHS.get(byte, 4)), "big"), byte)
    if byte in EXTENSIONS:
        return Head(SCALAR, int.from_bytes(cursor.take(EXTENSIONS[byte]), "big") + 1)
    return Head(SCALAR, SCALARS.get(byte, 0))


def _written_head(type: int, count: int) -> bytes:
    return bytes((type | count,)) if type in SHORT else bytes((type,)) + count.to_bytes(WIDTHS.get(type, 4), "big")
