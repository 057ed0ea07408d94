"""WebAssembly as a program: the entries of every index space, and statements and values in the bodies of functions.

Everything is known by its number, so all numbers, counts and lengths are written anew in every candidate.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from thresher.formats.binaries.cursor import Cursor, encoded
from thresher.formats.programs import wasm_stack as stack
from thresher.formats.programs.wasm_stack import CONSTANTS, WasmOperation, WasmSignature, WasmTypes
from thresher.structures.program import ItemReference, LinkedProgram, ProgramItem, SeparatedList
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

MAGIC = b"\0asm\1\0\0\0"
TRAP = b"\0\0\x0b"
TYPE, FUNCTION, TABLE, MEMORY, GLOBAL, ELEMENT, DATA, DECLARED = range(8)  # index spaces; the last is no real one
CUSTOM, TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, START, ELEMENTS, CODE, SEGMENTS, COUNT = range(
    13
)
Span = tuple[int, int]
REFERENCES = {0x10: FUNCTION, 0x12: FUNCTION, 0xD2: FUNCTION, 0x23: GLOBAL, 0x24: GLOBAL, 0x25: TABLE, 0x26: TABLE}
IN_MEMORY = frozenset((*range(0x28, 0x41), 0xFC, 0xFD))


@dataclass(frozen=True, slots=True)
class WasmIndex:
    """A number of an entry, and what is cut if the entry goes: see `ItemReference`."""

    span: Span
    space: int
    number: int
    whole: Span
    neutral: bytes | None = None
    element: Span | None = None


class WasmVector(NamedTuple):
    """A section from `start`: its length, how many entries it has, where it ends, and the entries."""

    start: int
    size: Span
    counted: Span
    stop: int
    entries: tuple[Span, ...]


def read(data: bytes) -> LinkedProgram:
    """The program; nothing if it is malformed or has what is not known here."""
    try:
        return _WasmReader(data).program()
    except (ValueError, IndexError):
        return LinkedProgram(data, [], [])


class _WasmReader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._items: list[ProgramItem] = []
        self._spaces: list[list[int]] = [[] for _ in range(8)]
        self._indexed: list[WasmIndex] = []
        self._vectors: list[WasmVector] = []
        self._bodies: list[tuple[Span, Span]] = []  # the length of each, and its bytes
        self._counts: list[tuple[Span, tuple[Span, ...]]] = []  # of lists inside entries
        self._signatures: list[WasmSignature] = []
        self._function_types: list[int] = []
        self._global_types: list[int] = []
        self._neutral: list[Rewrite] = []
        self._promoted: list[Rewrite] = []
        self._data_count: Span | None = None
        self._groups = 0

    def program(self) -> LinkedProgram:
        if not self._data.startswith(MAGIC):
            raise ValueError("not a module")
        cursor = Cursor(self._data, len(MAGIC))
        while not cursor.is_at_end:
            self._section(cursor)
        order = sorted(range(len(self._items)), key=lambda item: (self._items[item].start, -self._items[item].stop))
        numbers = {old: new for new, old in enumerate(order)}
        self._spaces = [[numbers[item] for item in space] for space in self._spaces]
        self._items = [self._items[old] for old in order]
        lists = [SeparatedList(spans) for _, spans in self._counts if spans]
        return LinkedProgram(
            self._data,
            self._items,
            sorted(self._references()),
            lists,
            more={"operands": self._neutral, "promotions": self._promoted},
            settle=self._settled,
        )

    def _references(self) -> Iterator[ItemReference]:
        for each in self._indexed:
            if each.number < len(self._spaces[each.space]):
                start, stop = each.span if each.element else each.whole
                yield ItemReference(start, stop, self._spaces[each.space][each.number], each.neutral, each.element)

    def _section(self, cursor: Cursor) -> None:
        start, number = cursor.at, cursor.byte()
        size_at = cursor.at
        length = cursor.number()
        size, stop = (size_at, cursor.at), cursor.at + length
        if number > COUNT or stop > len(self._data):
            raise ValueError("an unknown section")
        if number in (CUSTOM, START):
            self._items.append(ProgramItem(start, stop))
            if number == START:
                self._index(cursor, FUNCTION, (start, stop))
            self._vectors.append(WasmVector(start, size, (cursor.at, cursor.at), stop, ((start, stop),)))
        elif number == COUNT:
            self._data_count = (cursor.at, stop)
            self._vectors.append(WasmVector(start, size, (cursor.at, cursor.at), stop, ()))
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
            self._vectors.append(WasmVector(start, size, counted, stop, tuple(entries)))
        cursor.at = stop

    def _entry(self, number: int, cursor: Cursor) -> None:
        begin, place = cursor.at, len(self._items)
        self._items.append(ProgramItem(begin, begin))
        readers: dict[int, Callable[[Cursor, int], ProgramItem]] = {
            TYPES: self._type,
            IMPORTS: self._import,
            FUNCTIONS: self._declared,
            TABLES: self._table,
            MEMORIES: self._memory,
            GLOBALS: self._global,
            EXPORTS: self._export,
            ELEMENTS: self._elements,
            CODE: self._function,
            SEGMENTS: self._segment,
        }
        self._items[place] = readers[number](cursor, place)._replace(start=begin, stop=cursor.at)

    def _index(self, cursor: Cursor, space: int, whole: Span, neutral: bytes | None = None) -> int:
        at = cursor.at
        index = cursor.number()
        self._indexed.append(WasmIndex((at, cursor.at), space, index, whole, neutral))
        return index

    def _type(self, cursor: Cursor, item: int) -> ProgramItem:
        if cursor.byte() != 0x60:
            raise ValueError("not a type of functions")
        self._signatures.append(WasmSignature(tuple(cursor.text()), tuple(cursor.text())))
        self._spaces[TYPE].append(item)
        return ProgramItem(0, 0, root=False, removable=False)

    def _limits(self, cursor: Cursor) -> None:
        for _ in range(1 + (cursor.byte() & 1)):
            cursor.number()

    def _import(self, cursor: Cursor, item: int) -> ProgramItem:
        begin = cursor.at
        cursor.text()
        cursor.text()
        kind = cursor.byte()
        space = (FUNCTION, TABLE, MEMORY, GLOBAL)[kind]
        if kind == 0:
            at = cursor.at
            self._function_types.append(cursor.number())
            self._indexed.append(WasmIndex((at, cursor.at), TYPE, self._function_types[-1], (begin, cursor.at)))
        elif kind == 3:
            self._global_types.append(cursor.take(2)[0])
        else:
            cursor.take(2 - kind)
            self._limits(cursor)
        self._spaces[space].append(item)
        return ProgramItem(0, 0, removable=space in (FUNCTION, GLOBAL))

    def _declared(self, cursor: Cursor, item: int) -> ProgramItem:
        at = cursor.at
        self._function_types.append(cursor.number())
        self._indexed.append(WasmIndex((at, cursor.at), TYPE, self._function_types[-1], (at, cursor.at)))
        self._spaces[DECLARED].append(item)
        return ProgramItem(0, 0, root=False, removable=False)

    def _table(self, cursor: Cursor, item: int) -> ProgramItem:
        cursor.byte()
        self._limits(cursor)
        self._spaces[TABLE].append(item)
        return ProgramItem(0, 0, root=False, removable=False)

    def _memory(self, cursor: Cursor, item: int) -> ProgramItem:
        self._limits(cursor)
        self._spaces[MEMORY].append(item)
        return ProgramItem(0, 0, root=False, removable=False)

    def _global(self, cursor: Cursor, item: int) -> ProgramItem:
        self._global_types.append(cursor.take(2)[0])
        self._expression(cursor)
        self._spaces[GLOBAL].append(item)
        return ProgramItem(0, 0, root=False)

    def _export(self, cursor: Cursor, item: int) -> ProgramItem:
        begin = cursor.at
        cursor.text()
        space = (FUNCTION, TABLE, MEMORY, GLOBAL)[cursor.byte()]
        at = cursor.at
        index = cursor.number()
        self._indexed.append(WasmIndex((at, cursor.at), space, index, (begin, cursor.at)))
        return ProgramItem(0, 0)

    def _elements(self, cursor: Cursor, item: int) -> ProgramItem:
        begin, flags = cursor.at, cursor.number()
        if flags > 3:
            raise ValueError("elements that are not known here")
        if flags == 2:
            self._index(cursor, TABLE, (begin, cursor.at))
        elif flags == 0:
            self._indexed.append(WasmIndex((begin, begin), TABLE, 0, (begin, begin)))
        if not flags & 1:
            self._expression(cursor)
        if flags:
            cursor.byte()
        at = cursor.at
        total = cursor.number()
        counted, spans = (at, cursor.at), list[Span]()
        for _ in range(total):
            at = cursor.at
            index = cursor.number()
            spans.append((at, cursor.at))
            self._indexed.append(WasmIndex(spans[-1], FUNCTION, index, spans[-1], element=spans[-1]))
        self._counts.append((counted, tuple(spans)))
        self._spaces[ELEMENT].append(item)
        return ProgramItem(0, 0)

    def _segment(self, cursor: Cursor, item: int) -> ProgramItem:
        begin, flags = cursor.at, cursor.number()
        if flags == 2:
            self._index(cursor, MEMORY, (begin, cursor.at))
        elif flags == 0:
            self._indexed.append(WasmIndex((begin, begin), MEMORY, 0, (begin, begin)))
        if flags != 1:
            self._expression(cursor)
        cursor.text()
        self._spaces[DATA].append(item)
        return ProgramItem(0, 0)

    def _expression(self, cursor: Cursor) -> list[WasmOperation]:
        found = stack.operations(self._data, cursor.at)
        for each in found:
            self._refer(each)
        cursor.at = found[-1].stop
        return found

    def _function(self, cursor: Cursor, item: int) -> ProgramItem:
        begin = cursor.at
        length = cursor.number()
        start, stop = cursor.at, cursor.at + length
        number = len(self._spaces[FUNCTION])
        self._spaces[FUNCTION].append(item)
        self._indexed.append(WasmIndex((begin, begin), DECLARED, len(self._bodies), (begin, begin)))
        self._bodies.append(((begin, start), (start, stop)))
        type = self._function_types[number]
        local_types = list(self._signatures[type].parameters)
        for _ in range(cursor.number()):
            count, each = cursor.number(), cursor.byte()
            if len(local_types) + count > 1 << 16:
                raise ValueError("too many locals")
            local_types += [each] * count
        code = self._expression(cursor)
        if any(each.code in IN_MEMORY for each in code):
            self._indexed.append(WasmIndex((start, start), MEMORY, 0, (start, start)))
        self._trees(code, local_types)
        stub = ((start, stop, TRAP),) if length > len(TRAP) else ()
        return ProgramItem(0, 0, root=False, stub=stub)

    def _trees(self, code: Sequence[WasmOperation], local_types: Sequence[int]) -> None:
        """Statements are items; a value may be a constant, or one of its operands."""
        known = WasmTypes(self._global_types, self._signatures, self._function_types)
        for each in stack.stretches(self._data, code, local_types, known):
            constant, text = CONSTANTS.get(each.type), self._data[each.start : each.stop]
            if not each.type:
                self._items.append(ProgramItem(each.start, each.stop))
            elif constant is not None and text != constant and len(constant) <= len(text):
                self._neutral.append(Rewrite(((each.start, each.stop, constant),), "constant"))
            self._groups += 1
            for operand in each.operands:
                if operand.type == each.type or not each.type:
                    tail = b"" if each.type else bytes([stack.DROP])
                    cuts = (each.start, operand.start, b""), (operand.stop, each.stop, tail)
                    if len(tail) < each.stop - operand.stop or each.start < operand.start:
                        made = tuple(cut for cut in cuts if cut[0] < cut[1])
                        self._promoted.append(Rewrite(made, "operand", (self._groups,)))

    def _refer(self, each: WasmOperation) -> None:
        """The numbers in an instruction."""
        cursor, whole = Cursor(self._data, each.after), (each.start, each.stop)
        if each.code in REFERENCES:
            self._index(cursor, REFERENCES[each.code], whole, self._without(each))
        elif each.code in (0x11, 0x13):
            self._index(cursor, TYPE, whole)
            self._index(cursor, TABLE, whole)
        elif each.code in (0x02, 0x03, 0x04) and not self._data[each.after] & 0x40:
            self._index(cursor, TYPE, whole)
        elif each.code == 0xFC:
            kind = cursor.number()
            if kind in (8, 9, 12, 13):
                self._index(cursor, DATA if kind < 10 else ELEMENT, whole)

    def _without(self, each: WasmOperation) -> bytes | None:
        """What takes the place of an instruction whose function or variable is gone."""
        index = Cursor(self._data, each.after).number()
        if each.code == 0x10 and index < len(self._function_types):
            signature = self._signatures[self._function_types[index]]
            if all(result in CONSTANTS for result in signature.results):
                return bytes([stack.DROP]) * len(signature.parameters) + b"".join(
                    map(CONSTANTS.__getitem__, signature.results)
                )
        if each.code == 0x23 and index < len(self._global_types):
            return CONSTANTS.get(self._global_types[index])
        if each.code == 0x24:
            return bytes([stack.DROP])
        return b"\xd0\x70" if each.code == 0xD2 else None

    def _settled(self, cuts: Sequence[Cut]) -> list[Cut]:
        """All numbers, counts and lengths."""
        cuts = list(_split(cuts, sorted({each for vector in self._vectors for each in (vector.start, vector.stop)})))
        gone = _Inside(cuts)
        new = [{each: number for number, each in enumerate(self._left(gone, space))} for space in self._spaces]
        made = [*cuts]
        for each in self._indexed:
            if each.span[0] < each.span[1] and not gone(*each.span) and each.number in new[each.space]:
                made.append((*each.span, encoded(new[each.space][each.number])))
        for span, elements in self._counts:
            if not gone(*span):
                made.append((*span, encoded(sum(not gone(*each) for each in elements))))
        if self._data_count is not None:
            made.append((*self._data_count, encoded(len(new[DATA]))))
        for vector in self._vectors:
            left = sum(not gone(*entry) for entry in vector.entries)
            if not left and vector.entries:
                made.append((vector.start, vector.stop, b""))
            elif vector.counted[0] < vector.counted[1]:
                made.append((*vector.counted, encoded(left)))
        return self._sized(made)

    def _left(self, gone: _Inside, space: Sequence[int]) -> list[int]:
        """The old numbers of the entries that are left."""
        items = ((number, self._items[item]) for number, item in enumerate(space))
        return [number for number, item in items if not gone(item.start, item.stop)]

    def _sized(self, cuts: list[Cut]) -> list[Cut]:
        """With the lengths of bodies, then of sections."""
        outer = _Inside(cuts)
        change = _Change(cuts)
        cuts += [
            (*size, encoded(max(body[1] - body[0] + change(*body), 0)))
            for size, body in self._bodies
            if not outer(size[0], body[1])
        ]
        change = _Change(cuts)
        cuts += [
            (*vector.size, encoded(max(vector.stop - vector.size[1] + change(vector.size[1], vector.stop), 0)))
            for vector in self._vectors
            if not outer(vector.start, vector.stop)
        ]
        return _outermost(cuts)


def _split(cuts: Sequence[Cut], borders: Sequence[int]) -> Iterator[Cut]:
    """Removals that go over the borders of sections, in pieces."""
    for start, stop, text in cuts:
        inner = borders[bisect_left(borders, start + 1) : bisect_left(borders, stop)]
        for low, high in pairwise([start, *inner, stop]):
            yield low, high, text if low == start else b""


class _Inside:
    """Whether bytes are within a cut that removes them."""

    def __init__(self, cuts: Sequence[Cut]) -> None:
        self._cuts = _outermost(cuts)
        self._starts = [start for start, _, _ in self._cuts]

    def __call__(self, start: int, stop: int) -> bool:
        at = bisect_left(self._starts, start + 1) - 1
        return at >= 0 and stop <= self._cuts[at][1] and start < stop


class _Change:
    """How much longer bytes become by cuts."""

    def __init__(self, cuts: Sequence[Cut]) -> None:
        found = _outermost(cuts)
        self._starts = [start for start, _, _ in found]
        self._sums = [0, *accumulate(len(text) - (stop - start) for start, stop, text in found)]

    def __call__(self, start: int, stop: int) -> int:
        return self._sums[bisect_left(self._starts, stop)] - self._sums[bisect_left(self._starts, start)]


def _outermost(cuts: Sequence[Cut]) -> list[Cut]:
    """Sorted, without those inside others."""
    found: list[Cut] = []
    for cut in sorted(cuts, key=lambda cut: (cut[0], -cut[1])):
        if not found or cut[0] >= found[-1][1]:
            found.append(cut)
    return found
