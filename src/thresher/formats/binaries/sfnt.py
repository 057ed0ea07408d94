"""Fonts (TrueType, OpenType): tables that may go, with the directory, offsets, lengths and sums put right.

A sum that was wrong stays what it was; so does the sum over the whole file, which the table `head` has in it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct
from sys import byteorder

from thresher.structures.container import Part

PACKS = False
KINDS = (b"\0\1\0\0", b"OTTO", b"true", b"typ1")
ALL = 0xB1B0AFBA  # what the sums over the file and over the table `head` come to
ADJUSTMENT = slice(8, 12)  # of `head`: the sum over the file
_HEAD, _ENTRY, _WORD = Struct(">4sHHHH"), Struct(">4sIII"), Struct(">I")


@dataclass(frozen=True, eq=False)
class Table(Part):
    """A table by its tag; `sum` is None if it was right, `place` its place among the bytes of the file."""

    tag: bytes = b""
    sum: int | None = None
    place: int = 0


@dataclass(frozen=True, eq=False)
class Font(Part):
    """The tables, in the order of the directory."""

    type: bytes = b""
    adjusted: bool = False


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.98 if data.startswith(KINDS) and len(data) >= _HEAD.size else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The tables; None if one is not where the directory says, or if there is something else between them."""
    if len(data) < _HEAD.size or not data.startswith(KINDS):
        return None
    kind, count, *_ = _HEAD.unpack_from(data)
    start = _HEAD.size + count * _ENTRY.size
    if not count or start > len(data) or _length(data, count) > len(data):
        return None
    tables = [*_tables(data, count)]
    at = start
    for table in sorted(tables, key=lambda each: each.place):
        if table.place != at:
            return None
        at = _padded(table.place + len(table.content))
    if not len(data) <= at < len(data) + 4:
        return None
    head = next((table.content for table in tables if table.tag == b"head"), b"")
    adjusted = len(head) >= ADJUSTMENT.stop and _sum(data) == ALL
    return Font("font", parts=tuple(tables), raw=data, type=kind, adjusted=adjusted)


def write(part: Part) -> bytes:
    """The font."""
    if part.raw is not None:
        return part.raw
    assert isinstance(part, Font)
    tables = [table for table in part.parts if isinstance(table, Table)]
    places, pieces, at = dict[int, int](), [], _HEAD.size + len(tables) * _ENTRY.size
    for table in sorted(tables, key=lambda each: each.place):
        content = _cleared(table, adjusted=part.adjusted)
        places[id(table)] = at
        pieces.append(content + b"\0" * (-len(content) % 4))
        at += len(pieces[-1])
    directory = _directory(part, tables, places)
    data = directory + b"".join(pieces)
    return _adjusted(data, tables, places) if part.adjusted else data


def _length(data: bytes, count: int) -> int:
    """Of all tables, as the directory has it: if it is more than there is, tables share bytes."""
    return sum(_ENTRY.unpack_from(data, _HEAD.size + number * _ENTRY.size)[3] for number in range(count))


def _tables(data: bytes, count: int) -> Iterator[Table]:
    for number in range(count):
        tag, total, place, length = _ENTRY.unpack_from(data, _HEAD.size + number * _ENTRY.size)
        content = data[place : place + length]
        table = Table("table", content=content, tag=tag, place=place)
        yield (
            table
            if _sum(_cleared(table, adjusted=True)) == total
            else Table("table", content=content, tag=tag, place=place, sum=total)
        )


def _directory(font: Font, tables: list[Table], places: dict[int, int]) -> bytes:
    count = len(tables)
    power = 1 << (count.bit_length() - 1) if count else 0
    head = _HEAD.pack(font.type, count, 16 * power, max(power.bit_length() - 1, 0), 16 * (count - power))
    entries = (
        _ENTRY.pack(
            table.tag,
            _sum(_cleared(table, adjusted=True)) if table.sum is None else table.sum,
            places[id(table)],
            len(table.content),
        )
        for table in tables
    )
    return head + b"".join(entries)


def _cleared(table: Table, *, adjusted: bool) -> bytes:
    """The content, without the sum over the file if it is to be put right."""
    content = table.content
    if not adjusted or table.tag != b"head" or len(content) < ADJUSTMENT.stop:
        return content
    return content[: ADJUSTMENT.start] + b"\0" * 4 + content[ADJUSTMENT.stop :]


def _adjusted(data: bytes, tables: list[Table], places: dict[int, int]) -> bytes:
    head = next((table for table in tables if table.tag == b"head" and len(table.content) >= ADJUSTMENT.stop), None)
    if head is None:
        return data
    at = places[id(head)]
    right = _WORD.pack((ALL - _sum(data)) % (1 << 32))
    return data[: at + ADJUSTMENT.start] + right + data[at + ADJUSTMENT.stop :]


def _sum(data: bytes) -> int:
    """Of the words of four bytes."""
    words = array("I", data + b"\0" * (-len(data) % 4))
    if byteorder == "little":
        words.byteswap()
    return sum(words) % (1 << 32)


def _padded(at: int) -> int:
    return at + -at % 4
