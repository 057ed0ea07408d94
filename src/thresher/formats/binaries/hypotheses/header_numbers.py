"""Numbers in a header that say how many records follow, or how many bytes: kept right when records are removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal, TypeAlias

Order: TypeAlias = Literal["little", "big"]
ORDERS: tuple[Order, ...] = ("little", "big")
WIDTHS = (8, 4, 2)
FEWEST = {8: 2, 4: 2, 2: 4}  # the least number that is taken for a count, by its width; less may be chance
BEGINNING = 64  # bytes of a header in which numbers of two bytes are taken for counts


class Counts(Enum):
    """What a number counts: records, all bytes, the bytes after the header, or those after the number."""

    RECORDS = auto()
    ALL = auto()
    BODY = auto()
    REST = auto()


@dataclass(frozen=True, slots=True)
class HeaderNumber:
    """A number of `width` bytes at `start`."""

    start: int
    width: int
    order: Order
    counts: Counts

    def value(self, header: int, body: int, records: int) -> int:
        """What it is to be, for a header and a body of so many bytes with so many records."""
        match self.counts:
            case Counts.RECORDS:
                return records
            case Counts.ALL:
                return header + body
            case Counts.BODY:
                return body
        return header - self.start - self.width + body


def header_numbers(header: bytes, body: int, records: int) -> tuple[HeaderNumber, ...]:
    """The numbers in a header that fit the body after it; they do not overlap, wide ones go first.

    >>> header_numbers(b"MAGIC" + (7).to_bytes(4, "big"), 100, 7)
    (HeaderNumber(start=5, width=4, order='big', counts=<Counts.RECORDS: 1>),)
    """
    found: list[HeaderNumber] = []
    for number in _possible(len(header)):
        expected = number.value(len(header), body, records)
        stop = number.start + number.width
        is_free = all(stop <= each.start or each.start + each.width <= number.start for each in found)
        actual = int.from_bytes(header[number.start : stop], number.order)
        if is_free and actual == expected >= FEWEST[number.width]:
            found.append(number)
    return tuple(found)


def _possible(header: int) -> Iterator[HeaderNumber]:
    for width in WIDTHS:
        for start in range((min(header, BEGINNING) if width == 2 else header) - width + 1):
            for order in ORDERS:
                for counts in Counts:
                    yield HeaderNumber(start, width, order, counts)


def with_numbers(header: bytes, numbers: Iterable[HeaderNumber], body: int, records: int) -> bytes:
    """The header with its numbers put right; one that does not fit is as large as can be."""
    changed = bytearray(header)
    for each in numbers:
        most = (1 << 8 * each.width) - 1
        value = min(each.value(len(header), body, records), most)
        changed[each.start : each.start + each.width] = value.to_bytes(each.width, each.order)
    return bytes(changed)
