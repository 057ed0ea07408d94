"""Records with their lengths before them, in a binary file of no known format: length put right, the rest as it is.

Many formats are a header and then one record after the other, each with its length. Nothing can be cut out of such a
file byte by byte, since the first length that is wrong makes nonsense of all that follows. Which bytes are the lengths
is found by trying: a layout is right if its records end where the file ends. That is hardly ever chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from thresher.formats.content import HEAD
from thresher.structures.container import Part

PACKS = False
MOST_HEADER = 64
MOST_RECORDS = 1 << 16
LEAST = {2: 32, 4: 8}  # records by the width of their lengths: fewer may be chance
LONGEST = {2: 512, 4: 1 << 20}  # on the average, as it would not be by chance
PROGRAMS = (b"\x7fELF", b"MZ", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe")  # full of tables that look like records
DIFFERENT = 5  # lengths; with fewer it may be any table
SMALL = 1 << 20  # bytes of a content in which records are searched for, even if they are few
EVERY = 64  # records after which a walk is checked for still being plausible
MOST_STEPS = 1 << 19  # records read in all walks over one content: one that fits all layouts a little is not searched
TAGS = ((0, 0), (1, 0), (2, 0), (4, 0), (8, 4), (0, 1), (0, 2), (0, 4))  # bytes before and after a length


@dataclass(frozen=True, slots=True)
class LengthLayout:
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
class LengthRecord(Part):
    """What is before and after the length, and how that is written."""

    layout: LengthLayout = LengthLayout(0, 0, 0, "<", 0, 0)
    before: bytes = b""
    after: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself if all in the head is records of some layout, and no text."""
    if b"\0" not in data or data.startswith(PROGRAMS):
        return 0.0
    steps = _Steps()
    return 0.95 if any(_is_sure(layout, data, steps) for layout in _layouts()) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The header and the records, by the layout with the shortest header whose records end with the file."""
    head, steps = data[:HEAD], _Steps()
    found = next((each for each in _layouts() if _is_sure(each, head, steps) and _ends(each, data, steps)), None)
    if found is None and len(data) <= SMALL:
        steps = _Steps()
        found = next((each for each in _layouts() if _ends(each, data, steps)), None)  # few may be left of many
    if found is None:
        return None
    header = Part("header", content=data[: found.header], raw=data[: found.header])
    return Part("records", parts=(*([header] if header.content else []), *_records(found, data)), raw=data)


def write(part: Part) -> bytes:
    """The file, or a part of it."""
    if part.raw is not None:
        return part.raw
    if not isinstance(part, LengthRecord):
        return part.content + b"".join(map(write, part.parts))
    layout = part.layout
    number = min(len(part.content) + layout.counted, (1 << 8 * layout.width) - 1)
    length = number.to_bytes(layout.width, "little" if layout.order == "<" else "big")
    return part.before + length + part.after + part.content


def _layouts() -> Iterator[LengthLayout]:
    """All that are searched for, wide lengths first: these are hardly ever chance."""
    for header, width in product(range(MOST_HEADER + 1), LEAST):
        for (before, after), order in product(TAGS, ("<", ">")):
            for counted in dict.fromkeys((0, width, width + before + after)):
                yield LengthLayout(header, before, width, order, after, counted)


class _Steps:
    """How many records may still be read."""

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def walk(self, layout: LengthLayout, data: bytes) -> Iterator[tuple[int, int]]:
        """The same as the layout's walk, up to where no steps are left."""
        for place in layout.walk(data):
            if not self.left:
                return
            self.left -= 1
            yield place


def _is_sure(layout: LengthLayout, head: bytes, steps: _Steps) -> bool:
    """Whether there are too many records of sensible lengths to be chance.

    A walk ends early where most records are empty or short: a content of NUL bytes is a row of empty records in every
    layout, and would be read whole for each of them.
    """
    number, payload, full = 0, 0, 0
    lengths: set[int] = set()
    for _, length in steps.walk(layout, head):
        number, payload, full = number + 1, payload + length, full + (length > 0)
        lengths.add(length)
        if payload > LONGEST[layout.width] * (number + 1):
            return False
        if number % EVERY == 0 and (2 * full < number or 4 * payload < number * layout.overhead or len(lengths) == 1):
            return False
    covered = layout.header + number * layout.overhead + payload
    ends = covered == len(head) < HEAD  # with the file, which is hardly ever chance
    is_much = 10 * full >= (6 if ends else 9) * number and len(lengths) >= DIFFERENT
    is_much = is_much and 2 * payload >= (covered - layout.overhead * (number - full) if ends else covered)
    return number >= LEAST[layout.width] and is_much and covered >= len(head) - layout.overhead


def _ends(layout: LengthLayout, data: bytes, steps: _Steps) -> bool:
    """Whether the records end with the data and have something in them."""
    end, number, payload = layout.header, 0, 0
    for at, length in steps.walk(layout, data):
        end, number, payload = at + layout.overhead + length, number + 1, payload + length
        if end > len(data) or number > MOST_RECORDS or (number > LEAST[layout.width] and 2 * payload < number):
            return False
    return end == len(data) and number > 0 and payload >= number


def _records(layout: LengthLayout, data: bytes) -> Iterator[LengthRecord]:
    for at, length in layout.walk(data):
        begin = at + layout.overhead
        before, after = data[at : at + layout.before], data[begin - layout.after : begin]
        content, raw = data[begin : begin + length], data[at : begin + length]
        yield LengthRecord("record", content=content, raw=raw, layout=layout, before=before, after=after)
