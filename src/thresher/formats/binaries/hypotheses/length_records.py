"""Records with a length each, in all the ways that are common: narrow and wide, padded, repeated, as varints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import log2
from typing import TypeAlias

from thresher.formats.binaries.cursor import Cursor, encoded
from thresher.formats.binaries.hypotheses.evidence import ByteCosts
from thresher.formats.binaries.hypotheses.header_numbers import ORDERS, Counts, Order, header_numbers
from thresher.formats.binaries.hypotheses.hypothesis import Hypothesis, WrittenPart, records_after

VARINT = 0  # as a width: seven bits a byte
WIDTHS = (4, 2, 8, 3, 1, VARINT)
HEADERS = (*range(33), 36, 40, 48, 56, 60, 64, 128)
TAGS = ((0, 0), (1, 0), (2, 0), (4, 0), (0, 1), (0, 2), (0, 4), (3, 0), (8, 0), (8, 4))  # bytes around a length
ALIGNMENTS = (1, 2, 4, 8)
FEWEST = 3  # records
LONGEST_FIRST = 64  # bytes of a first record that may count the others
HEADER_BITS = 6.0  # to say how long a header is
CHECKED = (16, 64, 256)  # records after which a walk is checked for saying anything
MOST_STEPS = 1 << 18  # records read in all walks over one content
LEAST_BITS = 2.0  # of a walk that is continued
WEAKEST_BITS = -30.0  # less than all layouts together give by chance
Places: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""Where each record begins, where its payload begins and ends, and where the record ends."""


@dataclass(frozen=True, slots=True)
class RecordLayout:
    """A length with `before` and `after` bytes around it counts the payload and `counted` bytes more.

    Records are padded with zeros to a multiple of `alignment`. With `repeated`, the length is there again at the end.
    """

    before: int
    width: int
    order: Order
    after: int
    counted: int
    alignment: int
    repeated: bool

    def record(self, data: bytes, at: int) -> tuple[int, int, int] | None:
        """Where the payload of the record there begins and ends, and where the record ends; None if there is none."""
        start = at + self.before
        try:
            if self.width == VARINT:
                cursor = Cursor(data, start)
                number, begin = cursor.number(), cursor.at + self.after
            else:
                number, begin = int.from_bytes(data[start : start + self.width], self.order), start + self.width
                begin += self.after
        except ValueError:
            return None
        stop = begin + number - self.counted
        end = stop + (at - stop) % self.alignment
        if self.repeated:
            end += self.width
        if stop < begin or end > len(data):
            return None
        if self.repeated and data[end - self.width : end] != data[start : start + self.width]:
            return None
        if self.alignment > 1 and any(data[stop : end - self.width if self.repeated else end]):
            return None
        return begin, stop, end

    @property
    def simplicity(self) -> float:
        """The bits that it takes to say which layout it is, negative: a simple one needs less evidence."""
        bits = 2.0 if self.width in (2, 4) else 4.0
        bits += 1 if self.before == self.after == 0 else 4
        bits += 1 if not self.counted else 3
        return -bits - (1 if self.alignment == 1 and not self.repeated else 4)

    def description(self, header: int, records: int) -> str:
        """In a few words."""
        width = "a varint" if self.width == VARINT else f"{self.width} byte{'s' if self.width > 1 else ''}"
        order = f", {self.order} endian" if self.width > 1 else ""
        padded = f", padded to {self.alignment}" if self.alignment > 1 else ""
        after = f" after a header of {header} bytes" if header else ""
        return f"{records} records with lengths of {width}{order}{padded}{after}"


@dataclass(frozen=True, eq=False)
class PlacedRecord(WrittenPart):
    """A payload with what is before it; `tag` and `after` are around the length."""

    layout: RecordLayout | None = None
    tag: bytes = b""
    after: bytes = b""

    def written(self) -> bytes:
        """With its length, padding and repeated length put right."""
        layout = self.layout
        if layout is None:
            return self.content
        number = len(self.content) + layout.counted
        if layout.width == VARINT:
            length = encoded(number)
        else:
            length = min(number, (1 << 8 * layout.width) - 1).to_bytes(layout.width, layout.order)
        record = self.tag + length + self.after + self.content
        return record + bytes(-len(record) % layout.alignment) + (length if layout.repeated else b"")


def length_hypotheses(data: bytes) -> Iterator[Hypothesis]:
    """The layouts whose records end with the data; of the headers of a layout, the most evident one."""
    walks = _Walks(data)
    for layout in _layouts():
        found = [(header, places) for header in HEADERS if (places := walks.walk(layout, header))]
        if not found:
            continue
        plain = layout.simplicity
        bits, header, places = max(
            (walks.evidence(layout, places) + plain - (HEADER_BITS if header else 1), header, places)
            for header, places in found
        )
        if bits >= WEAKEST_BITS:
            header, places = _with_counting_record(data, header, places)
            records = tuple(_record(layout, data, place) for place in places)
            yield Hypothesis(bits, layout.description(header, len(records)), records_after(data, header, records))


def _with_counting_record(data: bytes, header: int, places: Places) -> tuple[int, Places]:
    """With the first record as part of the header, if a number in it counts the others, as in MIDI files."""
    first, *others = places
    end, number = first[-1], len(others)
    counts = (each.counts for each in header_numbers(data[:end], len(data) - end, number))
    if len(others) >= FEWEST and end - header <= LONGEST_FIRST and Counts.RECORDS in counts:
        return end, tuple(others)
    return header, places


@cache
def _layouts() -> tuple[RecordLayout, ...]:
    return tuple(
        RecordLayout(before, width, order, after, counted, alignment, repeated)
        for width, (before, after), order in product(WIDTHS, TAGS, ORDERS)
        for repeated, alignment in ((False, 1), (True, 1), (True, 4), (False, 2), (False, 4), (False, 8))
        for counted in dict.fromkeys((0, before + width + after, width, (before + 2 * width + after) * repeated))
        if not (width <= 1 and order == "big") and not (width == VARINT and (counted or repeated))
    )


class _Walks:
    """Walks over one content, until all of them together have read too many records."""

    def __init__(self, data: bytes) -> None:
        self._data, self._costs, self._left = data, ByteCosts(data), MOST_STEPS

    def walk(self, layout: RecordLayout, header: int) -> Places:
        """The records of a layout that ends with the data; nothing if there are few, or they do not say anything."""
        places: list[tuple[int, int, int, int]] = []
        at = header
        while at < len(self._data) and self._left > 0:
            self._left -= 1
            found = layout.record(self._data, at)
            if found is None or found[2] <= at:
                return ()
            places.append((at, *found))
            at = found[2]
            if len(places) in CHECKED and self.evidence(layout, tuple(places)) < LEAST_BITS:
                return ()
        return tuple(places) if at == len(self._data) and len(places) >= FEWEST else ()

    def evidence(self, layout: RecordLayout, places: Places) -> float:
        """Bits that say that these are records: tags and lengths that are alike, padding, and the end."""
        data, costs, number = self._data, self._costs, len(places)
        lengths = [stop - begin for _, begin, stop, _ in places]
        if sum(lengths) < number:
            return 0.0
        before, after = layout.before, layout.after
        tags = [data[at : at + before] + data[begin - after : begin] for at, begin, *_ in places]
        fields = [data[at + before : begin - after] for at, begin, *_ in places]
        bits = sum(costs.gain(bytes(column)) for column in zip(*tags, strict=True))
        in_range = costs.of(b"".join(fields)) - 32 - number * log2(max(lengths) - min(lengths) + 1)
        alike = sum(costs.gain(bytes(column)) for column in zip(*fields, strict=layout.width != VARINT))
        bits += in_range if layout.width == VARINT else max(in_range, alike)
        for _, _, stop, end in places:
            if layout.repeated or layout.alignment > 1:
                bits += costs.of(data[stop:end]) - log2(layout.alignment) / 2
        return bits + log2(1 + sum(lengths) / number)


def _record(layout: RecordLayout, data: bytes, place: tuple[int, int, int, int]) -> PlacedRecord:
    at, begin, stop, end = place
    return PlacedRecord(
        "record",
        content=data[begin:stop],
        raw=data[at:end],
        layout=layout,
        tag=data[at : at + layout.before],
        after=data[begin - layout.after : begin],
    )
