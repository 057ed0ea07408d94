"""Records with their lengths before them, in a binary file of no known format: length put right, the rest as it is.

Many formats are a header and then one record behind the other, each with its length. Nothing can be cut out of such a
file byte by byte, since the first length that is wrong makes nonsense of all that follows. Which bytes are the lengths
is found by trying: a layout is right if its records end where the file ends. That is hardly ever chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from thresher.formats.content import HEAD
from thresher.structures.nest import Part

PACKS = False
MOST_HEADER = 64
MOST_RECORDS = 1 << 16
LEAST = {2: 32, 4: 8}  # records by the width of their lengths: fewer may be chance
LONGEST = {2: 512, 4: 1 << 20}  # on the average, as it would not be by chance
PROGRAMS = (b"\x7fELF", b"MZ", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe")  # full of tables that look like records
DIFFERENT = 5  # lengths; with fewer it may be any table
SMALL = 1 << 20  # bytes of a content in which records are looked for, even if they are few
TAGS = ((0, 0), (1, 0), (2, 0), (4, 0), (8, 4), (0, 1), (0, 2), (0, 4))  # bytes before and behind a length


@dataclass(frozen=True, slots=True)
class Layout:
    """A length has `before` and `after` bytes around it, and counts the payload and `counted` bytes more."""

    header: int
    before: int
    width: int
    order: str
    after: int
    counted: int

    @property
    def overhead(self) -> int:
        return self.before + self.width + self.after

    def length(self, data: bytes, at: int) -> int:
        """Of the payload of the record there; negative if there can be none."""
        start = at + self.before
        field = data[start : start + self.width]
        return int.from_bytes(field, "little" if self.order == "<" else "big") - self.counted

    def walk(self, data: bytes) -> Iterator[tuple[int, int]]:
        """Where each record begins, and the length of its payload, up to what can be none."""
        at = self.header
        while at + self.overhead <= len(data):
            length = self.length(data, at)
            if length < 0:
                return
            yield at, length
            at += self.overhead + length


@dataclass(frozen=True, eq=False)
class Record(Part):
    """What stands before and behind the length, and how that is written."""

    layout: Layout = Layout(0, 0, 0, "<", 0, 0)
    before: bytes = b""
    after: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself if all in the head is records of some layout, and no text."""
    if b"\0" not in data or data.startswith(PROGRAMS):
        return 0.0
    return 0.95 if any(_is_sure(layout, data) for layout in _layouts()) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The header and the records, by the layout with the shortest header whose records end with the file."""
    found = [layout for layout in _layouts() if _is_sure(layout, data[:HEAD]) and _ends(layout, data)]
    if not found and len(data) <= SMALL:
        found = [layout for layout in _layouts() if _ends(layout, data)]  # what is left of many may be few
    if not found:
        return None
    header = Part("header", content=data[: found[0].header], raw=data[: found[0].header])
    return Part("records", parts=(*([header] if header.content else []), *_records(found[0], data)), raw=data)


def write(part: Part) -> bytes:
    """The file, or a part of it."""
    if part.raw is not None:
        return part.raw
    if not isinstance(part, Record):
        return part.content + b"".join(map(write, part.parts))
    layout = part.layout
    number = min(len(part.content) + layout.counted, (1 << 8 * layout.width) - 1)
    length = number.to_bytes(layout.width, "little" if layout.order == "<" else "big")
    return part.before + length + part.after + part.content


def _layouts() -> Iterator[Layout]:
    """All that are looked for, wide lengths first: these are hardly ever chance."""
    for header, width in product(range(MOST_HEADER + 1), LEAST):
        for (before, after), order in product(TAGS, ("<", ">")):
            for counted in dict.fromkeys((0, width, width + before + after)):
                yield Layout(header, before, width, order, after, counted)


def _is_sure(layout: Layout, head: bytes) -> bool:
    """Whether so many records of sensible lengths are there that it is no chance."""
    number, payload, full = 0, 0, 0
    lengths: set[int] = set()
    for _, length in layout.walk(head):
        number, payload, full = number + 1, payload + length, full + (length > 0)
        lengths.add(length)
        if payload > LONGEST[layout.width] * (number + 1):
            return False
    covered = layout.header + number * layout.overhead + payload
    is_much = 2 * payload >= covered and 10 * full >= 9 * number and len(lengths) >= DIFFERENT
    return number >= LEAST[layout.width] and is_much and covered >= len(head) - layout.overhead


def _ends(layout: Layout, data: bytes) -> bool:
    """Whether the records end with the data and have something in them."""
    end, number, payload = layout.header, 0, 0
    for at, length in layout.walk(data):
        end, number, payload = at + layout.overhead + length, number + 1, payload + length
        if end > len(data) or number > MOST_RECORDS or (number > LEAST[layout.width] and 2 * payload < number):
            return False
    return end == len(data) and number > 0 and payload >= number


def _records(layout: Layout, data: bytes) -> Iterator[Record]:
    for at, length in layout.walk(data):
        begin = at + layout.overhead
        before, after = data[at : at + layout.before], data[begin - layout.after : begin]
        content, raw = data[begin : begin + length], data[at : begin + length]
        yield Record("record", content=content, raw=raw, layout=layout, before=before, after=after)
