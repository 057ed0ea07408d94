"""Binary property lists: items of arrays, pairs of dictionaries and strings; the table of offsets is made anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from struct import Struct, error
from typing import TypeAlias

from thresher.formats.binaries.cursor import Cursor
from thresher.formats.binaries.values.value_parts import ARRAY, DEEPEST, MAP, SCALAR, TEXT
from thresher.structures.container import Part

PACKS = False
MAGIC, TRAILER = b"bplist00", Struct(">6xBBQQQ")  # widths of offsets and references, objects, the top one, the table
KINDS = {4: TEXT, 5: TEXT, 6: TEXT, 0xA: ARRAY, 0xC: ARRAY, 0xD: MAP}  # by the upper half of the first byte
WIDE, ID, LONG = 6, 8, 15  # text of two bytes per character; numbers of any width; the number of items follows
MOST = 1 << 16  # values: what is referred to several times is read as often
Objects: TypeAlias = dict[tuple[int, bytes, tuple[int, ...], int], int]
"""New numbers of objects by type, content, the new numbers of what is inside, and the old number if anything may be."""


@dataclass(frozen=True, eq=False)
class PlistObject(Part):
    """An object; `type` is half of its first byte, and `number` that of an object with others inside."""

    type: int = 0
    number: int = 0


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The top object with all that is inside."""
    try:
        return Part("plist", parts=(PlistReader(data).top,), raw=data) if data.startswith(MAGIC) else None
    except (error, ValueError, IndexError, OverflowError):
        return None


def write(part: Part) -> bytes:
    """Equal texts and numbers are written once, the top object last."""
    if part.raw is not None:
        return part.raw
    objects: Objects = {}
    for each in part.parts:
        _collect(each, objects)
    data, offsets, width = bytearray(MAGIC), list[int](), _width(len(objects))
    for type, content, inside, _ in objects:
        offsets.append(len(data))
        count = len(inside) // _times(type) if inside else len(content) // _times(type)
        data += (_head(type, count) if type in KINDS else b"") + content + _numbers(inside, width)
    size = _width(len(data))
    trailer = TRAILER.pack(size, width, len(objects), len(objects) - 1, len(data))
    return bytes(data) + _numbers(offsets, size) + trailer


def _collect(value: Part, objects: Objects) -> int:
    """The number of an object, after those of all that is inside; keys are before values."""
    pairs = value.parts if value.kind == MAP else ()
    inside = tuple(pair.parts[which] for which in (0, 1) for pair in pairs) or value.parts
    type, number = (value.type, value.number) if isinstance(value, PlistObject) else (0, 0)
    references = tuple(_collect(each, objects) for each in inside)
    return objects.setdefault((type, value.content, references, number), len(objects))


def _head(type: int, count: int) -> bytes:
    if count < LONG:
        return bytes((type << 4 | count,))
    power = (_width(count) - 1).bit_length()
    return bytes((type << 4 | LONG, 0x10 | power)) + _numbers((count,), 1 << power)


def _times(type: int) -> int:
    """The bytes or references that are counted as one."""
    return 2 if type == WIDE or KINDS.get(type) == MAP else 1


def _width(number: int) -> int:
    return max(1, (number.bit_length() + 7) // 8)


def _numbers(numbers: Iterable[int], width: int) -> bytes:
    return b"".join(each.to_bytes(width, "big") for each in numbers)


class PlistReader:
    """Reads objects by their numbers. Raises ValueError or IndexError for what is none."""

    def __init__(self, data: bytes) -> None:
        size, self._width, count, top, table = TRAILER.unpack_from(data, len(data) - TRAILER.size)
        self._data, self._left = data, MOST
        self._offsets = _read(Cursor(data, table), min(count, len(data)), size)
        self.top = self._value(top, 0, fixed=True)

    def _value(self, number: int, depth: int, *, fixed: bool = False) -> Part:
        self._left -= 1
        if depth > DEEPEST or not self._left:
            raise ValueError("too many")
        cursor = Cursor(self._data, start := self._offsets[number])
        type, count = divmod(cursor.byte(), 16)
        if type not in KINDS:
            cursor.take(count + 1 if type == ID else 1 << count if type else 0)
            return PlistObject(SCALAR, content=self._data[start : cursor.at], fixed=fixed, opaque=True)
        if count == LONG:
            count = _read(cursor, 1, 1 << cursor.byte() % 16)[0]
        if KINDS[type] == TEXT:
            return PlistObject(TEXT, content=cursor.take(count * _times(type)), fixed=fixed, type=type)
        numbers = _read(cursor, count * _times(type), self._width)
        is_map = KINDS[type] == MAP
        inside = [self._value(each, depth + 1, fixed=is_map) for each in numbers]
        parts = [Part("pair", parts=pair) for pair in zip(inside, inside[count:], strict=False)] if is_map else inside
        return PlistObject(KINDS[type], parts=tuple(parts), fixed=fixed, type=type, number=number)


def _read(cursor: Cursor, count: int, width: int) -> list[int]:
    data = cursor.take(count * width)
    return [int.from_bytes(data[at : at + width], "big") for at in range(0, len(data), width)]
