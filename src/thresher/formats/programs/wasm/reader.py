"""WebAssembly as a program: the entries of every index space, and statements and values in the bodies of functions.

Everything is known by its number, so all numbers, counts and lengths are written anew in every candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, product
from string import ascii_lowercase

from thresher.formats.binaries.cursor import Cursor, encoded
from thresher.formats.programs.wasm.bodies import WasmBodies
from thresher.formats.programs.wasm.module import (
    DATA,
    DECLARED,
    ELEMENT,
    FUNCTION,
    GLOBAL,
    MEMORY,
    TABLE,
    TYPE,
    Span,
    WasmIndex,
    WasmModule,
    WasmVector,
)
from thresher.formats.programs.wasm.numbers import renumbered
from thresher.formats.programs.wasm.stack import WasmSignature
from thresher.structures.program import LinkedProgram, ProgramItem, SeparatedList
from thresher.structures.rewrites import Rewrite

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, START, ELEMENTS, CODE, SEGMENTS, COUNT = range(
    13
)


def read(data: bytes) -> LinkedProgram:
    """The program; nothing if it is malformed or has what is not known here."""
    try:
        return _WasmReader(data).program()
    except (ValueError, IndexError):
        return LinkedProgram(data, [], [])


def _short_names() -> Iterator[bytes]:
    """None at all, then a, b, ..., z, aa, ..."""
    yield b""
    for length in count(1):
        yield from (bytes(letters) for letters in product(ascii_lowercase.encode(), repeat=length))


class _WasmReader:
    def __init__(self, data: bytes) -> None:
        self._module = WasmModule(data)
        self._code = WasmBodies(self._module)
        self._exported: list[Span] = []
        self._imported: list[Span] = []

    def program(self) -> LinkedProgram:
        module = self._module
        if not module.data.startswith(MAGIC):
            raise ValueError("not a module")
        cursor = Cursor(module.data, len(MAGIC))
        while not cursor.is_at_end:
            self._section(cursor)
        module.sort_items()
        lists = [SeparatedList(spans) for _, spans in module.counts if spans]
        return LinkedProgram(
            module.data,
            module.items,
            sorted(module.references()),
            lists,
            arguments=self._code.locals,
            undefined=self._code.variables,
            renamings=self._renamings(),
            more={"operands": self._code.neutral, "promotions": self._code.promoted},
            settle=partial(renumbered, module),
        )

    def _renamings(self) -> list[Rewrite]:
        """The shortest names; those of exports stay different."""
        data = self._module.data
        new = (
            name for name in _short_names() if name not in {data[start + 1 : stop] for start, stop in self._exported}
        )
        wanted = [*((span, b"") for span in self._imported), *zip(self._exported, new, strict=False)]
        return [
            Rewrite(((*span, encoded(len(name)) + name),), "rename")
            for span, name in wanted
            if len(name) + 1 < span[1] - span[0]
        ]

    def _name(self, cursor: Cursor, names: list[Span]) -> None:
        start = cursor.at
        cursor.text()
        names.append((start, cursor.at))

    def _section(self, cursor: Cursor) -> None:
        start, number = cursor.at, cursor.byte()
        size_at = cursor.at
        length = cursor.number()
        size, stop = (size_at, cursor.at), cursor.at + length
        if number > COUNT or stop > len(self._module.data):
            raise ValueError("an unknown section")
        if number in (CUSTOM, START):
            self._module.items.append(ProgramItem(start, stop))
            if number == START:
                self._module.index(cursor, FUNCTION, (start, stop))
            self._module.vectors.append(WasmVector(start, size, (cursor.at, cursor.at), stop, ((start, stop),)))
        elif number == COUNT:
            self._module.data_count = (cursor.at, stop)
            self._module.vectors.append(WasmVector(start, size, (cursor.at, cursor.at), stop, ()))
        else:
            count_at = cursor.at
            count = cursor.number()
            counted, entries = (count_at, cursor.at), []
            for _ in range(count):
                begin = cursor.at
                self._entry(number, cursor)
                entries.append((begin, cursor.at))
            if cursor.at != stop:
                raise ValueError("there is more")
            self._module.vectors.append(WasmVector(start, size, counted, stop, tuple(entries)))
        cursor.at = stop

    def _entry(self, number: int, cursor: Cursor) -> None:
        begin, place = cursor.at, len(self._module.items)
        self._module.items.append(ProgramItem(begin, begin))
        readers: dict[int, Callable[[Cursor, int], ProgramItem]] = {
            TYPES: self._type,
            IMPORTS: self._import,
            FUNCTIONS: self._declared,
            TABLES: self._table,
            MEMORIES: self._memory,
            GLOBALS: self._global,
            EXPORTS: self._export,
            ELEMENTS: self._elements,
            CODE: self._code.function,
            SEGMENTS: self._segment,
        }
        self._module.items[place] = readers[number](cursor, place)._replace(start=begin, stop=cursor.at)

    def _type(self, cursor: Cursor, item: int) -> ProgramItem:
        if cursor.byte() != 0x60:
            raise ValueError("not a type of functions")
        self._module.signatures.append(WasmSignature(tuple(cursor.text()), tuple(cursor.text())))
        self._module.spaces[TYPE].append(item)
        return ProgramItem(0, 0, root=False, removable=False)

    def _limits(self, cursor: Cursor) -> None:
        for _ in range(1 + (cursor.byte() & 1)):
            cursor.number()

    def _import(self, cursor: Cursor, item: int) -> ProgramItem:
        begin = cursor.at
        self._name(cursor, self._imported)
        self._name(cursor, self._imported)
        kind = cursor.byte()
        space = (FUNCTION, TABLE, MEMORY, GLOBAL)[kind]
        if kind == 0:
            at = cursor.at
            self._module.function_types.append(cursor.number())
            self._module.indexed.append(
                WasmIndex((at, cursor.at), TYPE, self._module.function_types[-1], (begin, cursor.at))
            )
        elif kind == 3:
            self._module.global_types.append(cursor.take(2)[0])
        else:
            cursor.take(2 - kind)
            self._limits(cursor)
        self._module.spaces[space].append(item)
        return ProgramItem(0, 0, removable=space in (FUNCTION, GLOBAL))

    def _declared(self, cursor: Cursor, item: int) -> ProgramItem:
        at = cursor.at
        self._module.function_types.append(cursor.number())
        self._module.indexed.append(WasmIndex((at, cursor.at), TYPE, self._module.function_types[-1], (at, cursor.at)))
        self._module.spaces[DECLARED].append(item)
        return ProgramItem(0, 0, root=False, removable=False)

    def _table(self, cursor: Cursor, item: int) -> ProgramItem:
        cursor.byte()
        self._limits(cursor)
        self._module.spaces[TABLE].append(item)
        return ProgramItem(0, 0, root=False, removable=False)

    def _memory(self, cursor: Cursor, item: int) -> ProgramItem:
        self._limits(cursor)
        self._module.spaces[MEMORY].append(item)
        return ProgramItem(0, 0, root=False, removable=False)

    def _global(self, cursor: Cursor, item: int) -> ProgramItem:
        self._module.global_types.append(cursor.take(2)[0])
        self._code.expression(cursor)
        self._module.spaces[GLOBAL].append(item)
        return ProgramItem(0, 0, root=False)

    def _export(self, cursor: Cursor, item: int) -> ProgramItem:
        begin = cursor.at
        self._name(cursor, self._exported)
        space = (FUNCTION, TABLE, MEMORY, GLOBAL)[cursor.byte()]
        at = cursor.at
        index = cursor.number()
        self._module.indexed.append(WasmIndex((at, cursor.at), space, index, (begin, cursor.at)))
        return ProgramItem(0, 0)

    def _elements(self, cursor: Cursor, item: int) -> ProgramItem:
        begin, flags = cursor.at, cursor.number()
        if flags > 3:
            raise ValueError("elements that are not known here")
        if flags == 2:
            self._module.index(cursor, TABLE, (begin, cursor.at))
        elif flags == 0:
            self._module.indexed.append(WasmIndex((begin, begin), TABLE, 0, (begin, begin)))
        if not flags & 1:
            self._code.expression(cursor)
        if flags:
            cursor.byte()
        at = cursor.at
        total = cursor.number()
        counted, spans = (at, cursor.at), list[Span]()
        for _ in range(total):
            at = cursor.at
            index = cursor.number()
            spans.append((at, cursor.at))
            self._module.indexed.append(WasmIndex(spans[-1], FUNCTION, index, spans[-1], element=spans[-1]))
        self._module.counts.append((counted, tuple(spans)))
        self._module.spaces[ELEMENT].append(item)
        return ProgramItem(0, 0)

    def _segment(self, cursor: Cursor, item: int) -> ProgramItem:
        begin, flags = cursor.at, cursor.number()
        if flags == 2:
            self._module.index(cursor, MEMORY, (begin, cursor.at))
        elif flags == 0:
            self._module.indexed.append(WasmIndex((begin, begin), MEMORY, 0, (begin, begin)))
        if flags != 1:
            self._code.expression(cursor)
        cursor.text()
        self._module.spaces[DATA].append(item)
        return ProgramItem(0, 0)
