"""A table of offsets, and what is at them: resource files, fonts, icons, colour profiles, indexes.

The table ends where the first piece begins, so the least offset says how long the table is. With lengths beside them,
offsets in a short table of aligned entries may be in any order, and several may be the same.
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

LONGEST_HEADER, LONGEST_ENTRY = 136, 40
WIDTHS = (4, 2)
ALIGNED = 4
MOST_UNORDERED = 256  # entries after which offsets have to rise
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

    @property
    def unordered(self) -> bool:
        """Whether its offsets need not rise: if all is aligned, which keeps the search for such tables short."""
        return self.width == ALIGNED and not (self.header | self.size | self.place) % ALIGNED


@dataclass(frozen=True, eq=False)
class OffsetPiece(WrittenPart):
    """What is at an offset, `start`, with its entry in the table and the padding after it."""

    start: int = 0
    entry: bytes = b""
    padding: bytes = b""


@dataclass(frozen=True, eq=False)
class OffsetFile(WrittenPart):
    """A header, the table, and the pieces."""

    header: bytes = b""
    numbers: tuple[HeaderNumber, ...] = ()
    table: OffsetTable | None = None

    def written(self) -> bytes:
        """With all offsets and lengths put right; pieces that were the same and still are stay one."""
        table, pieces = self.table, [part for part in self.parts if isinstance(part, OffsetPiece)]
        if table is None:
            return self.content
        at, bodies, places = table.header + table.size * len(pieces), bytearray(), dict[tuple[int, bytes], int]()
        for piece in sorted(pieces, key=lambda each: each.start):
            key = piece.start, write(piece)
            if key not in places:
                places[key] = at + len(bodies)
                bodies += key[1] + piece.padding
        entries = bytearray()
        for piece in pieces:
            content, entry = write(piece), bytearray(piece.entry)
            _put(entry, table.place, table, places[piece.start, content])
            if table.length is not None:
                _put(entry, table.length, table, len(content))
            entries += entry
        rest = bytes(entries + bodies)
        return with_numbers(self.header, self.numbers, len(rest), len(pieces)) + rest


def _put(entry: bytearray, place: int, table: OffsetTable, number: int) -> None:
    most = (1 << 8 * table.width) - 1
    entry[place : place + table.width] = max(0, min(number, most)).to_bytes(table.width, table.order)


def offset_hypotheses(data: bytes) -> Iterator[Hypothesis]:
    """Tables whose offsets go from the end of the table to the end of the data; with lengths, these fit as well."""
    costs = ByteCosts(data)
    for table, offsets in _tables(data):
        number = len(offsets)
        places = [(at, table.place) for at in range(number)]
        bits = -log2(len(data) * LONGEST_HEADER * LONGEST_ENTRY**2 * 2)
        rising = offsets == sorted(offsets)
        bits -= (number - 1) * log2(1 + (2 / number if rising else 1) * (len(data) - min(offsets)))
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
    """Those whose least offset is that of their end."""
    for header, place, width, order in product(range(LONGEST_HEADER + 1), range(LONGEST_ENTRY), WIDTHS, ORDERS):
        first = int.from_bytes(data[header + place : header + place + width], order)
        if not header + place + width <= first < len(data):
            continue
        for size in range(place + width, LONGEST_ENTRY + 1):
            table = OffsetTable(header, size, place, width, order)
            if (first - header) % size and not table.unordered:
                continue
            offsets = _offsets(data, table)
            if len(offsets) < FEWEST:
                continue
            table = _with_lengths(data, table, offsets)
            if table.length is not None or all(one < other for one, other in pairwise(offsets)):
                yield table, offsets


def _offsets(data: bytes, table: OffsetTable) -> list[int]:
    """The offsets in the table, which ends at the least of them; none if it does not."""
    offsets, end, least = list[int](), table.header, len(data)
    while end < least:
        offset = _number(data, table, len(offsets), table.place)
        rises = not offsets or offset > offsets[-1]
        if offset > len(data) or not (rises or (table.unordered and len(offsets) < MOST_UNORDERED)):
            return []
        offsets.append(offset)
        end, least = end + table.size, min(least, offset)
    return offsets if end == least else []


def _with_lengths(data: bytes, table: OffsetTable, offsets: list[int]) -> OffsetTable:
    """The table with the place of the lengths, if there is one."""
    room = _room(data, offsets)
    for length in range(table.size - table.width + 1):
        if abs(length - table.place) < table.width:
            continue
        lengths = [_number(data, table, at, length) for at in range(len(offsets))]
        if all(0 <= room[start] - each < PADDING and each for start, each in zip(offsets, lengths, strict=True)):
            return replace(table, length=length)
    return table


def _room(data: bytes, offsets: list[int]) -> dict[int, int]:
    """How many bytes there are from each offset to the next one."""
    return {start: stop - start for start, stop in pairwise((*sorted(set(offsets)), len(data)))}


def _number(data: bytes, table: OffsetTable, entry: int, place: int) -> int:
    return int.from_bytes(_field(data, table, entry, place), table.order)


def _field(data: bytes, table: OffsetTable, entry: int, place: int) -> bytes:
    start = table.header + entry * table.size + place
    return data[start : start + table.width]


def _pieces(data: bytes, table: OffsetTable, offsets: list[int], lengths: list[int]) -> Iterator[Part]:
    room = _room(data, offsets)
    for at, start in enumerate(offsets):
        entry = table.header + at * table.size
        length = lengths[at] if lengths else room[start]
        content = data[start : start + length]
        yield OffsetPiece(
            "piece",
            content=content,
            raw=content,
            start=start,
            entry=data[entry : entry + table.size],
            padding=data[start + length : start + room[start]],
        )
