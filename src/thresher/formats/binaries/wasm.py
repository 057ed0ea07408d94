"""WebAssembly: sections, functions, imports, exports and segments that may go, with all numbers put right.

A function without its body traps at once, so that what calls it is still valid; after one that is gone as a whole the
others move up. What refers to a function that is gone refers to number 0 then, which may or may not be valid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.formats.binaries.cursor import Cursor, encoded
from thresher.formats.binaries.wasm_code import instructions, references
from thresher.formats.programs.items import ItemsDocument
from thresher.formats.programs.wasm.reader import read
from thresher.structures.container import Part

if TYPE_CHECKING:
    from thresher.grammars.language import Language

PACKS = False
MAGIC = b"\0asm\1\0\0\0"
CUSTOM, IMPORTS, FUNCTIONS, EXPORTS, START, ELEMENTS, CODE, DATA, DATA_COUNT = 0, 2, 3, 7, 8, 9, 10, 11, 12
TRAP = b"\0\0\x0b"  # a body: no locals, unreachable, end
FUNCTION, TABLE, MEMORY, GLOBAL = 0, 1, 2, 3  # kinds of imports and exports

Numbers = Mapping[int, int]  # new ones of functions by old ones


@dataclass(frozen=True, eq=False)
class WasmSection(Part):
    """Its number; what it has is a content, or parts."""

    number: int = 0


class WasmEntry(Part):
    """A part that is written independently of its context; `numbers` are those of functions."""

    def encoded(self, numbers: Numbers) -> bytes:
        return self.content


@dataclass(frozen=True, eq=False)
class Import(WasmEntry):
    """Of a function with that number, or of something else."""

    function: int | None = None


@dataclass(frozen=True, eq=False)
class Export(WasmEntry):
    """Of a function with that number, or of something else."""

    function: int | None = None

    def encoded(self, numbers: Numbers) -> bytes:
        return self.content + (b"" if self.function is None else encoded(numbers.get(self.function, 0)))


@dataclass(frozen=True, eq=False)
class Elements(WasmEntry):
    """The offset in the table, then functions by their numbers."""

    functions: tuple[int, ...] = ()

    def encoded(self, numbers: Numbers) -> bytes:
        named = b"".join(encoded(numbers.get(function, 0)) for function in self.functions)
        return self.content + encoded(len(self.functions)) + named


@dataclass(frozen=True, eq=False)
class DataSegment(WasmEntry):
    """The address in memory, then the bytes."""

    lead: bytes = b""

    def encoded(self, numbers: Numbers) -> bytes:
        return self.lead + encoded(len(self.content)) + self.content


@dataclass(frozen=True, eq=False)
class WasmFunction(WasmEntry):
    """Its type, and its own number among functions. Its body is a part."""

    type: int = 0
    number: int = 0

    def encoded(self, numbers: Numbers) -> bytes:
        """The body with its length."""
        body, pieces, at = self.parts[0].content if self.parts else TRAP, list[bytes](), 0
        for start, stop, number in references(body):
            pieces += [body[at:start], encoded(numbers.get(number, 0))]
            at = stop
        code = b"".join(pieces) + body[at:]
        return encoded(len(code)) + code


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The sections with their entries; None if it is malformed, or has what is not known here."""
    if not data.startswith(MAGIC):
        return None
    try:
        return Part("module", parts=_sections(Cursor(data, len(MAGIC))), raw=data)
    except ValueError:
        return None


def parse_document(name: str, data: bytes, language: Language | str | None) -> ItemsDocument:
    """The module as a program, for edits of several entries at once."""
    return ItemsDocument(data, read)


def write(part: Part) -> bytes:
    """The module with what is left."""
    if part.raw is not None:
        return part.raw
    sections = [section for section in part.parts if isinstance(section, WasmSection)]
    inside = {section.number: [each for each in section.parts if isinstance(each, WasmEntry)] for section in sections}
    functions = [each for each in inside.get(CODE, ()) if isinstance(each, WasmFunction)]
    imported = [each.function for each in inside.get(IMPORTS, ()) if isinstance(each, Import)]
    old = [*(number for number in imported if number is not None), *(each.number for each in functions)]
    numbers = {number: new for new, number in enumerate(old)}

    def payload(section: WasmSection) -> bytes:
        if section.number == FUNCTIONS:
            return encoded(len(functions)) + b"".join(encoded(function.type) for function in functions)
        if section.number == DATA_COUNT:
            return encoded(len(inside.get(DATA, ())))
        if section.number == START:
            return encoded(numbers.get(_number(section.content), 0))
        if section.number not in _ENTRIES and section.number != CODE:
            return section.content
        entries = inside[section.number]
        return encoded(len(entries)) + b"".join(entry.encoded(numbers) for entry in entries)

    needless = set() if functions else {FUNCTIONS, CODE}
    left = [section for section in sections if section.number not in needless]
    return MAGIC + b"".join(bytes([each.number]) + _sized(payload(each)) for each in left)


def _sized(payload: bytes) -> bytes:
    return encoded(len(payload)) + payload


def _number(content: bytes) -> int:
    try:
        return Cursor(content).number()
    except ValueError:
        return 0


def _sections(module: Cursor) -> tuple[WasmSection, ...]:
    found: list[tuple[int, bytes]] = []
    while not module.is_at_end:
        found.append((module.byte(), module.text()))
    contents = dict(found)
    if len(contents) != len(found) - max(sum(number == CUSTOM for number, _ in found) - 1, 0):
        raise ValueError("a section is there twice")
    imports = _entries(contents.get(IMPORTS, b"\0"), _import)
    imported = sum(isinstance(each, Import) and each.function is not None for each in imports)
    functions = _functions(contents.get(FUNCTIONS, b"\0"), contents.get(CODE, b"\0"), imported)
    return tuple(_section(number, content, functions) for number, content in found)


def _section(number: int, content: bytes, functions: tuple[Part, ...]) -> WasmSection:
    if number == CODE:
        return WasmSection("section", parts=functions, number=number)
    if number in _ENTRIES:
        return WasmSection("section", parts=_entries(content, _ENTRIES[number]), number=number)
    derived = number in (FUNCTIONS, DATA_COUNT)
    return WasmSection("section", content=content, opaque=derived or number == START, fixed=derived, number=number)


def _functions(types: bytes, bodies: bytes, imported: int) -> tuple[Part, ...]:
    type_of, body_of = Cursor(types), Cursor(bodies)
    count = type_of.number()
    if body_of.number() != count:
        raise ValueError("not as many bodies as functions")
    found = tuple(
        WasmFunction("function", parts=(_body(body_of.text()),), type=type_of.number(), number=imported + each)
        for each in range(count)
    )
    if not (type_of.is_at_end and body_of.is_at_end):
        raise ValueError("there is more")
    return found


def _body(code: bytes) -> Part:
    """It may go if a trap is shorter."""
    return Part("body", content=code, fixed=len(code) <= len(TRAP))


def _entries(content: bytes, entry: Callable[[Cursor, int], WasmEntry]) -> tuple[WasmEntry, ...]:
    cursor, found, functions = Cursor(content), list[WasmEntry](), 0
    for _ in range(cursor.number()):
        found.append(entry(cursor, functions))
        last = found[-1]
        functions += isinstance(last, Import) and last.function is not None
    if not cursor.is_at_end:
        raise ValueError("there is more")
    return tuple(found)


def _import(cursor: Cursor, functions: int) -> Import:
    start = cursor.at
    cursor.text()
    cursor.text()
    kind = cursor.byte()
    if kind == TABLE:
        cursor.byte()
    if kind in (TABLE, MEMORY):
        for _ in range(1 + (cursor.byte() & 1)):
            cursor.number()
    elif kind == GLOBAL:
        cursor.take(2)
    elif kind == FUNCTION:
        cursor.number()
    else:
        raise ValueError("an unknown import")
    content = cursor.data[start : cursor.at]
    return Import("import", content=content, opaque=True, function=functions if kind == FUNCTION else None)


def _export(cursor: Cursor, _: int) -> Export:
    start = cursor.at
    cursor.text()
    kind = cursor.byte()
    end, number = cursor.at, cursor.number()
    if kind == FUNCTION:
        return Export("export", content=cursor.data[start:end], opaque=True, function=number)
    return Export("export", content=cursor.data[start : cursor.at], opaque=True)


def _elements(cursor: Cursor, _: int) -> Elements:
    start, flags = cursor.at, cursor.number()
    if flags > 3:
        raise ValueError("elements that are not known here")
    if flags & 2 and not flags & 1:
        cursor.number()
    if not flags & 1:
        _expression(cursor)
    if flags:
        cursor.byte()
    lead = cursor.data[start : cursor.at]
    functions = tuple(cursor.number() for _ in range(cursor.number()))
    return Elements("elements", content=lead, opaque=True, functions=functions)


def _segment(cursor: Cursor, _: int) -> DataSegment:
    start, flags = cursor.at, cursor.number()
    if flags > 2:
        raise ValueError("an unknown segment")
    if flags == 2:
        cursor.number()
    if flags != 1:
        _expression(cursor)
    lead = cursor.data[start : cursor.at]
    return DataSegment("segment", content=cursor.text(), lead=lead)


def _expression(cursor: Cursor) -> None:
    for _ in instructions(cursor):
        pass


_ENTRIES: Mapping[int, Callable[[Cursor, int], WasmEntry]] = {
    IMPORTS: _import,
    EXPORTS: _export,
    ELEMENTS: _elements,
    DATA: _segment,
}
