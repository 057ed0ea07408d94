"""ELF, as compilers and assemblers write it: sections and entries of tables may go.

Offsets and sizes are corrected, and so are the numbers by which sections, symbols, groups and relocations refer to
sections and symbols; what is gone is number 0. What a program or a shared library has loaded stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from struct import Struct, error

from thresher.structures.container import Part

MAGIC = b"\x7fELF"
PACKS = False
SYMBOLS, RELOCATIONS, NO_BITS, GROUP = 2, (4, 9), 8, 17  # types of sections; one of no bits has no bytes in the file
IDENTITY = 16  # bytes before the fields that depend on class and order
ORDERS = {1: "<", 2: ">"}
HEADERS = {1: "HHIIIIIHHHHHH", 2: "HHIQQQIHHHHHH"}
PROGRAMS, SECTIONS, PROGRAM_SIZE, PROGRAM_COUNT, SECTION_SIZE, SECTION_COUNT, NAMES = 4, 5, 8, 9, 10, 11, 12
SEGMENTS = {1: ("IIIIIIII", 1, 4), 2: ("IIQQQQQQ", 2, 5)}  # and which fields are offset and size in the file
ENTRIES = {1: "IIIIIIIIII", 2: "IIQQQQIIQQ"}
TYPE, OFFSET, SIZE, LINK, INFO, ALIGNMENT, ENTRY_SIZE = 1, 4, 5, 6, 7, 8, 9
SECTION_OF_SYMBOL = {16: 14, 24: 6}  # where an entry of that size has the number of its section
SYMBOL_OF_RELOCATION = {8: ("I", 4, 8), 12: ("I", 4, 8), 16: ("Q", 8, 32), 24: ("Q", 8, 32)}  # and after how many bits
RESERVED = 0xFF00  # numbers that are not sections

Numbers = Mapping[int, int]  # new ones by old ones


@dataclass(frozen=True, slots=True)
class ElfLayout:
    """How numbers, the header and an entry of the table of sections are written."""

    order: str
    header: Struct
    entry: Struct


@dataclass(frozen=True, eq=False)
class ElfObject(Part):
    """What stays where it is, at the beginning of the file, and the fields of the header."""

    layout: ElfLayout = ElfLayout("<", Struct(""), Struct(""))
    head: bytes = b""
    fields: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class ElfSection(Part):
    """Its number and the fields of its entry; if it has a content, that may be moved."""

    number: int = 0
    fields: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class ElfEntry(Part):
    """An entry of a table by its number."""

    number: int = 0


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The sections; None if there are none, or if one is not in the file."""
    try:
        return _object(data)
    except (error, KeyError, IndexError, OverflowError):  # an offset of 2^63 is none
        return None


def write(part: Part) -> bytes:
    """What stays, the sections that may be moved as they followed each other in the file, and the table of sections.

    A section that was aligned in the input stays aligned. No other one is, whatever alignment it asks for: so none is
    moved further back than it was, and what is written is no longer than the input.
    """
    if part.raw is not None:
        return part.raw
    assert isinstance(part, ElfObject)
    sections = [section for section in part.parts if isinstance(section, ElfSection)]
    numbering = _Numbering(part.layout.order, sections)
    data, places = bytearray(part.head), dict[int, tuple[int, int]]()
    for section in sorted(sections, key=lambda each: each.fields[OFFSET]):
        if _is_movable(section.fields, part.head):
            data += b"\0" * (-len(data) % _alignment(section.fields))
            content = numbering.content(section)
            places[section.number] = len(data), len(content)
            data += content
    data += b"\0" * (-len(data) % 8)
    fields = list(part.fields)
    fields[SECTIONS], fields[SECTION_COUNT] = (len(data), len(sections) + 1) if sections else (0, 0)
    fields[NAMES] = numbering.sections.get(fields[NAMES], 0)
    data[IDENTITY : IDENTITY + part.layout.header.size] = part.layout.header.pack(*fields)
    if sections:
        data += bytes(part.layout.entry.size)
    return bytes(data) + b"".join(part.layout.entry.pack(*numbering.entry(each, places)) for each in sections)


class _Numbering:
    """The new numbers of sections and, by the old number of their table, of symbols."""

    def __init__(self, order: str, sections: list[ElfSection]) -> None:
        self._order = order
        self.sections: Numbers = {section.number: new for new, section in enumerate(sections, 1)}
        self._symbols: dict[int, Numbers] = {
            section.number: {part.number: new for new, part in enumerate(_entries(section))}
            for section in sections
            if section.fields[TYPE] == SYMBOLS and not section.content
        }

    def entry(self, section: ElfSection, places: Mapping[int, tuple[int, int]]) -> list[int]:
        """Of a section, in the table."""
        changed = list(section.fields)
        changed[LINK] = self.sections.get(changed[LINK], 0)
        if changed[TYPE] in RELOCATIONS:
            changed[INFO] = self.sections.get(changed[INFO], 0)
        elif section.number in self._symbols:  # the number of the first that is not local
            changed[INFO] = sum(old < changed[INFO] for old in self._symbols[section.number])
        if section.number in places:
            changed[OFFSET], changed[SIZE] = places[section.number]
        return changed

    def content(self, section: ElfSection) -> bytes:
        """What is in a section that may be moved."""
        if not section.parts:
            return section.content
        entries = [entry.content for entry in _entries(section)]
        size, kind = section.fields[ENTRY_SIZE], section.fields[TYPE]
        symbols = self._symbols.get(section.fields[LINK])
        if kind == SYMBOLS and size in SECTION_OF_SYMBOL:
            entries = [self._speaking(entry, "H", SECTION_OF_SYMBOL[size], 0, self.sections) for entry in entries]
        elif kind == GROUP:
            entries[1:] = [self._speaking(entry, "I", 0, 0, self.sections) for entry in entries[1:]]
        elif kind in RELOCATIONS and size in SYMBOL_OF_RELOCATION and symbols is not None:
            entries = [self._speaking(entry, *SYMBOL_OF_RELOCATION[size], symbols) for entry in entries]
        return b"".join(entries)

    def _speaking(self, entry: bytes, form: str, at: int, bits: int, numbers: Numbers) -> bytes:
        """An entry with a new number in the higher bits of a field."""
        field = Struct(self._order + form)
        number, rest = divmod(field.unpack_from(entry, at)[0], 1 << bits)
        if numbers is not self.sections or number < RESERVED:
            number = numbers.get(number, 0)
        return entry[:at] + field.pack(number << bits | rest) + entry[at + field.size :]


def _entries(section: ElfSection) -> list[ElfEntry]:
    return [part for part in section.parts if isinstance(part, ElfEntry)]


def _object(data: bytes) -> Part | None:
    if not data.startswith(MAGIC):
        return None
    kind, order = data[4], ORDERS[data[5]]
    layout = ElfLayout(order, Struct(order + HEADERS[kind]), Struct(order + ENTRIES[kind]))
    fields = layout.header.unpack_from(data, IDENTITY)
    if fields[SECTION_SIZE] != layout.entry.size:
        return None
    head = data[: max(IDENTITY + layout.header.size, *_segments(data, fields, kind, order), 0)]
    found = [
        (number, layout.entry.unpack_from(data, fields[SECTIONS] + number * layout.entry.size))
        for number in range(1, fields[SECTION_COUNT])
    ]
    moved = sorted((entry[OFFSET], entry[OFFSET] + entry[SIZE]) for _, entry in found if _is_movable(entry, head))
    ends = [end for _, end in moved]
    if not moved or ends[-1] > len(data) or any(end > start for end, (start, _) in zip(ends, moved[1:], strict=False)):
        return None
    parts = tuple(_section(data, head, number, entry) for number, entry in found)
    return ElfObject("object", parts=parts, raw=data, layout=layout, head=head, fields=fields)


def _segments(data: bytes, fields: tuple[int, ...], kind: int, order: str) -> Iterator[int]:
    """Where the table of segments ends, and each of them."""
    form, offset, size = SEGMENTS[kind]
    segment, start = Struct(order + form), fields[PROGRAMS]
    for number in range(fields[PROGRAM_COUNT]):
        at = start + number * fields[PROGRAM_SIZE]
        found = segment.unpack_from(data, at)
        yield at + segment.size
        yield found[offset] + found[size]


def _section(data: bytes, head: bytes, number: int, fields: tuple[int, ...]) -> ElfSection:
    """What is in a table goes entry by entry."""
    if not _is_movable(fields, head):
        return ElfSection("section", number=number, fields=fields)
    content, step = data[fields[OFFSET] : fields[OFFSET] + fields[SIZE]], fields[ENTRY_SIZE]
    if step < 2 or len(content) % step or not content:
        return ElfSection("section", content=content, number=number, fields=fields)
    parts = tuple(
        ElfEntry("entry", content=content[at : at + step], opaque=True, number=at // step)
        for at in range(0, len(content), step)
    )
    return ElfSection("section", parts=parts, number=number, fields=fields)


def _alignment(fields: tuple[int, ...]) -> int:
    """The one that a section had in the input."""
    wanted = max(fields[ALIGNMENT], 1)
    return 1 if fields[OFFSET] % wanted else wanted


def _is_movable(fields: tuple[int, ...], head: bytes) -> bool:
    """Whether it has bytes after what stays."""
    return fields[TYPE] not in (0, NO_BITS) and fields[OFFSET] >= len(head)
