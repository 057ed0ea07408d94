"""A table of offsets, and what is at them in the same order: resource files, fonts, icons, indexes.

The table ends where the first piece begins, so the first offset says how long the table is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import log2

from thresher.formats.binaries.hypotheses.evidence import ByteCosts
from thresher.formats.binaries.hypotheses.header_numbers import (
    ORDERS,
    HeaderNumber,
    Order,
    header_numbers,
    with_numbers,
)
from thresher.formats.binaries.hypotheses.hypothesis import Hypothesis, WrittenPart, write
from thresher.structures.container import Container, Part

LONGEST_HEADER, LONGEST_ENTRY = 64, 40
WIDTHS = (4, 2)
FEWEST = 2  # pieces
LEAST_BITS = -8.0
PADDING = 8  # more than the bytes between two pieces


@dataclass(frozen=True, slots=True)
class OffsetTable:
    """Entries of `size` bytes after a header, with an offset at `place` in each.

    `length` is the place of the length of the piece, if the entries have one.
    """

    header: int
    size: int
    place: int
    width: int
    order: Order
    length: int | None = None


@dataclass(frozen=True, eq=False)
class OffsetPiece(WrittenPart):
    """What is at an offset, with its entry in the table and the padding after it."""

    entry: bytes = b""
    padding: bytes = b""


@dataclass(frozen=True, eq=False)
class OffsetFile(WrittenPart):
    """A header, the table, and the pieces."""

    header: bytes = b""
    numbers: tuple[HeaderNumber, ...] = ()
    table: OffsetTable | None = None

    def written(self) -> bytes:
        """With all offsets and lengths put right."""
        table = self.table
        if table is None:
            return self.content
        at = table.header + table.size * len(self.parts)
        entries, bodies = bytearray(), bytearray()
        for part in self.parts:
            content = write(part)
            entry = bytearray(part.entry if isinstance(part, OffsetPiece) else b"")
            _put(entry, table.place, table, at + len(bodies))
            if table.length is not None:
                _put(entry, table.length, table, len(content))
            entries += entry
            bodies += content + (part.padding if isinstance(part, OffsetPiece) else b"")
        rest = bytes(entries + bodies)
        return with_numbers(self.header, self.numbers, len(rest), len(self.parts)) + rest


def _put(entry: bytearray, place: int, table: OffsetTable, number: int) -> None:
    most = (1 << 8 * table.width) - 1
    entry[place : place + table.width] = max(0, min(number, most)).to_bytes(table.width, table.order)


def offset_hypotheses(data: bytes) -> Iterator[Hypothesis]:
    """Tables whose offsets rise from the end of the table to the end of the data; with lengths, these fit as well."""
    costs = ByteCosts(data)
    for table, offsets in _tables(data):
        number = len(offsets)
        places = [(at, table.place) for at in range(number)]
        bits = -log2(len(data) * LONGEST_HEADER * LONGEST_ENTRY**2 * 2)
        bits -= (number - 1) * log2(1 + 2 * (len(data) - offsets[0]) / number)
        lengths: list[int] = []
        if table.length is not None:
            lengths = [_number(data, table, at, table.length) for at in range(number)]
            places += [(at, table.length) for at in range(number)]
            bits -= number * log2(PADDING) + log2(LONGEST_ENTRY)
        bits += sum(costs.of(_field(data, table, at, place)) for at, place in places)
        if bits >= LEAST_BITS:
            pieces = tuple(_pieces(data, table, offsets, lengths))
            numbers = header_numbers(data[: table.header], len(data) - table.header, number)
            root = OffsetFile(
                "offsets", parts=pieces, raw=data, header=data[: table.header], numbers=numbers, table=table
            )
            description = f"{number} pieces by offsets of {table.width} bytes, {table.order} endian"
            yield Hypothesis(bits, description, Container(root, write))


def _tables(data: bytes) -> Iterator[tuple[OffsetTable, list[int]]]:
    """Those whose first offset is that of their end."""
    for header, place, width, order in product(range(LONGEST_HEADER + 1), range(LONGEST_ENTRY), WIDTHS, ORDERS):
        first = int.from_bytes(data[header + place : header + place + width], order)
        if not header + place + width <= first < len(data):
            continue
        for size in range(place + width, LONGEST_ENTRY + 1):
            number, left = divmod(first - header, size)
            table = OffsetTable(header, size, place, width, order)
            if not left and number >= FEWEST and (offsets := _offsets(data, table, number)):
                yield _with_lengths(data, table, offsets), offsets


def _offsets(data: bytes, table: OffsetTable, number: int) -> list[int]:
    """The offsets in the table; none if they do not rise."""
    offsets: list[int] = []
    for at in range(number):
        offset = _number(data, table, at, table.place)
        if offset > len(data) or (offsets and offset <= offsets[-1]):
            return []
        offsets.append(offset)
    return offsets


def _with_lengths(data: bytes, table: OffsetTable, offsets: list[int]) -> OffsetTable:
    """The table with the place of the lengths, if there is one."""
    room = [stop - start for start, stop in pairwise((*offsets, len(data)))]
    for length in range(table.size - table.width + 1):
        if abs(length - table.place) < table.width:
            continue
        lengths = [_number(data, table, at, length) for at in range(len(offsets))]
        if all(0 <= space - each < PADDING and each for space, each in zip(room, lengths, strict=True)):
            return replace(table, length=length)
    return table


def _number(data: bytes, table: OffsetTable, entry: int, place: int) -> int:
    return int.from_bytes(_field(data, table, entry, place), table.order)


def _field(data: bytes, table: OffsetTable, entry: int, place: int) -> bytes:
    start = table.header + entry * table.size + place
    return data[start : start + table.width]


def _pieces(data: bytes, table: OffsetTable, offsets: list[int], lengths: list[int]) -> Iterator[Part]:
    for at, (start, stop) in enumerate(pairwise((*offsets, len(data)))):
        entry = table.header + at * table.size
        length = lengths[at] if lengths else stop - start
        content = data[start : start + length]
        yield OffsetPiece(
            "piece",
            content=content,
            raw=content,
            entry=data[entry : entry + table.size],
            padding=data[start + length : stop],
        )
