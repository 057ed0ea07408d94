"""Pickles of Python: items, pairs, states of objects, strings; a value goes with its number, or to a later use."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from thresher.formats.binaries.values.pickle_reader import (
    REFERENCE,
    STATE,
    TEXTS,
    TUPLE,
    TUPLES,
    Pickle,
    PickleValue,
    read,
)
from thresher.formats.binaries.values.value_parts import TEXT
from thresher.formats.content import has_suffix
from thresher.structures.container import Part

PACKS = False
PROTOCOLS = tuple(b"\x80" + bytes((number,)) for number in range(2, 6))
MEMOIZE, SHORT, LONG = 4, b"q", b"r"  # the protocol that has MEMOIZE; BINPUT and LONG_BINPUT of those before
GET, LONG_GET = b"h", b"j"
UNICODE = (b"\x8c", b"X", b"\x8d")


def confidence(name: str, data: bytes) -> float:
    """By the first bytes, or the name: a pickle of an old protocol begins with anything."""
    return 0.95 if data.startswith(PROTOCOLS) or has_suffix(name, ".pickle", ".pkl") else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The pickles of the file, one after the other."""
    try:
        pickles = read(data)
    except (ValueError, LookupError, RecursionError):
        return None
    return Part("pickles", parts=pickles, raw=data) if pickles else None


def write(part: Part) -> bytes:
    """The file, or a pickle of it, without frames."""
    if part.raw is not None:
        return part.raw
    if not isinstance(part, Pickle):
        return b"".join(map(write, part.parts))
    return part.head + Writer(part.defined, part).written() + b"."


class Writer:
    """Writes a pickle. A reference to a value that is gone has the value in its place."""

    def __init__(self, defined: Mapping[int, PickleValue], part: Pickle) -> None:
        self._defined, self._part, self._numbers = defined, part, dict[int, int]()
        self._wanted = set[int]()
        self._has_memoize = part.head[1:2] >= bytes((MEMOIZE,))

    def written(self) -> bytes:
        """The value of the pickle."""
        to_do: list[Part] = [*self._part.parts]
        while to_do:
            each = to_do.pop()
            meant = each.meant if isinstance(each, PickleValue) else None
            if meant is not None and meant not in self._wanted:
                self._wanted.add(meant)
                to_do.append(self._defined[meant])
            to_do += each.parts
        return b"".join(map(self._value, self._part.parts))

    def _value(self, value: Part) -> bytes:
        if not isinstance(value, PickleValue):
            return b"".join(map(self._value, value.parts))
        if value.kind == REFERENCE and value.meant is not None:
            number = self._numbers.get(value.meant)
            found = self._value(self._defined[value.meant]) if number is None else _numbered(GET, LONG_GET, number)
        else:
            found = self._own(value) + self._memo(value)
        added = [each for each in value.parts if isinstance(each, PickleValue) and each.added]
        return found + self._added(added)

    def _own(self, value: PickleValue) -> bytes:
        operands = [each for each in value.parts if not (isinstance(each, PickleValue) and each.added)]
        inside = b"".join(map(self._value, operands))
        if value.kind == TEXT:
            width, content = TEXTS[value.code], _in_utf8(value.content) if value.code in UNICODE else value.content
            return value.code + min(len(content), (1 << 8 * width) - 1).to_bytes(width, "little") + content
        if value.code == TUPLE and len(operands) in TUPLES.values():
            return inside + next(code for code, count in TUPLES.items() if count == len(operands))
        return (b"(" if value.marked else b"") + inside + value.content + value.code

    def _memo(self, value: PickleValue) -> bytes:
        if value.memo not in self._wanted or value.memo is None:
            return b""
        number = self._numbers[value.memo] = len(self._numbers)
        return b"\x94" if self._has_memoize else _numbered(SHORT, LONG, number)

    def _added(self, parts: list[PickleValue]) -> bytes:
        found = b""
        for code, group in groupby(parts, key=lambda each: each.added):
            items = [self._value(each) for each in group]
            found += b"".join(each + STATE for each in items) if code == STATE else b"(" + b"".join(items) + code
        return found


def _in_utf8(content: bytes) -> bytes:
    """Without bytes that are not UTF-8: a pickle that has them cannot be read at all."""
    try:
        content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return content.decode("utf-8", "ignore").encode()
    return content


def _numbered(short: bytes, long: bytes, number: int) -> bytes:
    return short + bytes((number,)) if number < 1 << 8 else long + number.to_bytes(4, "little")
