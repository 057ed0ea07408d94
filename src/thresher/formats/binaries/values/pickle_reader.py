"""Reads pickles without executing anything: their opcodes work on parts in place of objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from pickletools import genops

from thresher.formats.binaries.values.value_parts import ARRAY, DEEPEST, MAP, SCALAR, TEXT
from thresher.structures.container import Part

ITEMS, PAIRS, MEMBERS, STATE, TUPLE = b"e", b"u", b"\x90", b"b", b"t"  # opcodes
OBJECT, REFERENCE = "object", "reference"
MOST = 1 << 18  # values
TEXTS = {b"\x8c": 1, b"X": 4, b"\x8d": 8, b"C": 1, b"B": 4, b"\x8e": 8, b"\x96": 8, b"U": 1, b"T": 4}
EMPTY = {b"]": ARRAY, b"}": MAP, b"\x8f": ARRAY}
MARKED = {b"l": ARRAY, b"d": MAP, b"t": ARRAY, b"\x91": ARRAY, b"o": OBJECT, b"i": OBJECT}
TUPLES = {b")": 0, b"\x85": 1, b"\x86": 2, b"\x87": 3}
TAKING = {b"\x93": 2, b"R": 2, b"\x81": 2, b"\x92": 3, b"Q": 1}
ADDING = {b"a": ITEMS, b"s": PAIRS, b"b": STATE}
ADDING_MANY = {b"e": ITEMS, b"u": PAIRS, b"\x90": MEMBERS}
DEFINING, REFERRING = (b"\x94", b"p", b"q", b"r"), (b"g", b"h", b"j")
HEAD, END, MARK, UNKNOWN = (b"\x80", b"\x95"), b".", b"(", (b"0", b"1", b"2")


@dataclass(frozen=True, eq=False)
class PickleValue(Part):
    """A value: its operands, then its `code`, which takes all after a mark if `marked`, then what is `added` to it.

    `memo` is its number for references to it, `meant` that of the value that a reference is to.
    """

    code: bytes = b""
    marked: bool = False
    memo: int | None = None
    meant: int | None = None
    added: bytes = b""


@dataclass(frozen=True, eq=False)
class Pickle(Part):
    """One value and the opcodes before it, with all values that there were references to."""

    head: bytes = b""
    defined: dict[int, PickleValue] = field(default_factory=dict)


@dataclass(slots=True)
class _Open:
    """A value that may get more parts."""

    kind: str
    code: bytes
    content: bytes = b""
    parts: list[_Open] = field(default_factory=list)
    marked: bool = False
    memo: int | None = None
    meant: int | None = None
    added: bytes = b""
    fixed: bool = True


def read(data: bytes) -> tuple[Pickle, ...]:
    """All pickles of a file, one after the other. Raises ValueError or IndexError where it is anything else."""
    found, at, stream = list[Pickle](), 0, BytesIO(data)
    while at < len(data):
        reader = _PickleStack()
        codes = [*genops(stream)]
        places = [place for _, _, place in codes if place is not None]
        stops = [*places[1:], places[-1] + 1]
        for (code, argument, _), start, stop in zip(codes, places, stops, strict=True):
            reader.run(code.code.encode("latin1"), argument, data[start:stop])
        found.append(reader.pickle(raw=data[at : stops[-1]], alone=at == 0 and stops[-1] == len(data)))
        at = stops[-1]
    return tuple(found)


class _PickleStack:
    """The stack of one pickle; None is a mark."""

    def __init__(self) -> None:
        self._stack: list[_Open | None] = []
        self._memos: dict[int, _Open] = {}
        self._head, self._values = b"", 0
        self._defined: dict[int, PickleValue] = {}

    def run(self, code: bytes, argument: object, raw: bytes) -> None:
        """One opcode."""
        if code in UNKNOWN:
            raise ValueError("an opcode that parts cannot stand for")
        if code in DEFINING:
            self._define(len(self._memos) if code == DEFINING[0] else int(str(argument)))
        elif code in HEAD:
            self._head += raw if code == HEAD[0] else b""
        elif code == MARK:
            self._stack.append(None)
        elif code in ADDING or code in ADDING_MANY:
            items = self._to_mark() if code in ADDING_MANY else self._taken(2 if code == b"s" else 1)
            self._add(ADDING_MANY.get(code) or ADDING[code], items)
        elif code != END:
            self._push(self._value(code, argument, raw))

    def _value(self, code: bytes, argument: object, raw: bytes) -> _Open:
        found = _Open(SCALAR, b"", raw)
        if code in REFERRING:
            found = _Open(REFERENCE, b"", meant=int(str(argument)))
            if found.meant not in self._memos:
                raise ValueError("a reference to what comes later")
        elif code in TEXTS:
            found = _Open(TEXT, code, raw[1 + TEXTS[code] :])
        elif code in EMPTY:
            found = _Open(EMPTY[code], code)
        elif code in MARKED:
            found = _Open(MARKED[code], raw, parts=_items(self._to_mark(), code), marked=True)
        elif code in TUPLES:
            found = _Open(ARRAY, TUPLE, parts=_items(self._taken(TUPLES[code]), TUPLE), marked=True)
        elif code in TAKING:
            found = _Open(OBJECT, code, parts=self._taken(TAKING[code]))
        return found

    def _push(self, value: _Open) -> None:
        self._values += 1
        if self._values > MOST:
            raise ValueError("too many values")
        self._stack.append(value)

    def _top(self) -> _Open:
        top = self._stack[-1]
        if top is None:
            raise ValueError("a mark in place of a value")
        return top

    def _taken(self, count: int) -> list[_Open]:
        found = [each for each in self._stack[len(self._stack) - count :] if each is not None]
        if len(found) < count:
            raise ValueError("a mark in place of a value")
        del self._stack[len(self._stack) - count :]
        return found

    def _to_mark(self) -> list[_Open]:
        at = len(self._stack) - 1 - self._stack[::-1].index(None)
        found = self._taken(len(self._stack) - at - 1)
        self._stack.pop()
        return found

    def _define(self, number: int) -> None:
        top = self._top()
        if number in self._memos or top.memo is not None or top.kind == REFERENCE:
            raise ValueError("a number for two values, or two numbers for one")
        self._memos[number], top.memo = top, number

    def _add(self, code: bytes, items: list[_Open]) -> None:
        for each in _items(items, code):
            each.added, each.fixed = code, False
            self._top().parts.append(each)

    def pickle(self, *, raw: bytes, alone: bool) -> Pickle:
        """What has been read."""
        value = self._top()
        if len(self._stack) != 1:
            raise ValueError("more than one value")
        part = self._part(value, 0)
        return Pickle("pickle", parts=(part,), raw=raw, fixed=alone, head=self._head, defined=self._defined)

    def _part(self, value: _Open, depth: int) -> PickleValue:
        if depth > DEEPEST:
            raise ValueError("too deep")
        parts = tuple(self._part(each, depth + 1) for each in value.parts)
        opaque = value.kind == SCALAR
        found = PickleValue(value.kind, "", value.content, parts, None, value.fixed, opaque, value.code, value.marked,
                            value.memo, value.meant, value.added)  # fmt: skip
        if value.memo is not None:
            self._defined[value.memo] = found
        return found


def _items(values: list[_Open], code: bytes) -> list[_Open]:
    """What can go alone: each value, or each key with its value; arguments stay."""
    if code in (PAIRS, b"d"):
        if len(values) % 2:
            raise ValueError("a key without a value")
        return [_Open("pair", b"", parts=[*pair], fixed=False) for pair in zip(values[::2], values[1::2], strict=True)]
    for each in values:
        each.fixed = code in (b"o", b"i")
    return values
