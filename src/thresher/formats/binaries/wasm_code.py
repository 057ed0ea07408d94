"""WebAssembly's instructions, as far as it takes to find those that refer to a function by its number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from thresher.formats.binaries.cursor import Cursor

CALL, TAIL_CALL, FUNCTION_REFERENCE = 0x10, 0x12, 0xD2
BLOCKS, END = (0x02, 0x03, 0x04, 0x06), 0x0B
MEMORY_INDEX = 0x40  # a bit of an alignment: a memory is named after it


def _none(code: Cursor) -> None:
    """Nothing is after the instruction."""


def _numbers(count: int) -> Callable[[Cursor], None]:
    def skip(code: Cursor) -> None:
        for _ in range(count):
            code.number()

    return skip


def _bytes(count: int) -> Callable[[Cursor], None]:
    def skip(code: Cursor) -> None:
        code.take(count)

    return skip


def _list(code: Cursor) -> None:
    _numbers(code.number())(code)


def _branches(code: Cursor) -> None:
    _list(code)
    code.number()


def _memory(code: Cursor) -> None:
    _numbers(2 if code.number() & MEMORY_INDEX else 1)(code)


def _lane_in_memory(code: Cursor) -> None:
    _memory(code)
    code.byte()


def _bulk(code: Cursor) -> None:
    _numbers({8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1}.get(code.number(), 0))(code)


def _vector(code: Cursor) -> None:
    kind = code.number()
    if kind <= 11 or kind in (92, 93):
        _memory(code)
    elif kind in (12, 13):
        code.take(16)
    elif 21 <= kind <= 34:
        code.byte()
    elif 84 <= kind <= 91:
        _lane_in_memory(code)


_BEHIND: dict[int, Callable[[Cursor], None]] = {
    **dict.fromkeys((*BLOCKS, 0x07, 0x08, 0x09, 0x0C, 0x0D, 0x18, CALL, TAIL_CALL, *range(0x20, 0x27)), _numbers(1)),
    **dict.fromkeys((0x11, 0x13), _numbers(2)),
    0x0E: _branches,
    0x1C: _list,
    **dict.fromkeys(range(0x28, 0x3F), _memory),
    **dict.fromkeys((0x3F, 0x40, 0x41, 0x42, 0xD0, FUNCTION_REFERENCE), _numbers(1)),
    0x43: _bytes(4),
    0x44: _bytes(8),
    0xFC: _bulk,
    0xFD: _vector,
}
_KNOWN = frozenset((*_BEHIND, 0x00, 0x01, 0x05, END, 0x0F, 0x19, 0x1A, 0x1B, *range(0x45, 0xC5), 0xD1))


def instructions(code: Cursor) -> Iterator[tuple[int, int]]:
    """Each with the place after its first byte, up to the end of the expression. ValueError for what is unknown."""
    depth = 1
    while depth:
        instruction = code.byte()
        if instruction not in _KNOWN:
            raise ValueError("an unknown instruction")
        yield instruction, code.at
        _BEHIND.get(instruction, _none)(code)
        depth += (instruction in BLOCKS) - (instruction == END)


@lru_cache(maxsize=1 << 14)
def references(body: bytes) -> tuple[tuple[int, int, int], ...]:
    """The functions that a body refers to: where each number begins and ends, and which it is. Malformed, none."""
    code = Cursor(body)
    try:
        for _ in range(code.number()):  # locals
            _numbers(2)(code)
        return tuple(_references(code))
    except ValueError:
        return ()


def _references(code: Cursor) -> Iterator[tuple[int, int, int]]:
    for instruction, at in instructions(code):
        if instruction in (CALL, TAIL_CALL, FUNCTION_REFERENCE):
            number = Cursor(code.data, at)
            found = number.number()
            yield at, number.at, found
