"""The instructions of a WebAssembly body as trees: which bytes make up each statement and each value.

The machine has a stack. An instruction takes values from it, which are its operands, and may leave one; with its
operands it is a stretch of code. What a stretch computes has a type, so that a constant of that type can take its
place. Where the stack is not known, after a branch and for blocks with several values, there are no stretches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from thresher.formats.binaries.cursor import Cursor, encoded
from thresher.formats.binaries.wasm_code import instructions

I32, I64, F32, F64 = 0x7F, 0x7E, 0x7D, 0x7C
CONSTANTS = {I32: b"\x41\0", I64: b"\x42\0", F32: b"\x43" + bytes(4), F64: b"\x44" + bytes(8)}
EMPTY, ELSE, END, CALL, DROP = 0x40, 0x05, 0x0B, 0x10, 0x1A
BLOCK, LOOP, IF = 0x02, 0x03, 0x04
LOCAL_GET, LOCAL_SET, LOCAL_TEE = 0x20, 0x21, 0x22
LOCALS = LOCAL_GET, LOCAL_SET, LOCAL_TEE
_LAST = (0x00, 0x0C, 0x0E, 0x0F, 0x12, 0x13)  # what is after them in a block is not reached
_SIMPLE: dict[int, tuple[int, int]] = {
    **{code: (0, type) for code, type in zip(range(0x41, 0x45), (I32, I64, F32, F64), strict=True)},
    **dict.fromkeys((0x28, *range(0x2C, 0x30), 0x40, 0x45, 0x50, *range(0x67, 0x6A)), (1, I32)),
    **dict.fromkeys((0x29, *range(0x30, 0x36), *range(0x79, 0x7C)), (1, I64)),
    **dict.fromkeys((0x2A, *range(0x8B, 0x92)), (1, F32)),
    **dict.fromkeys((0x2B, *range(0x99, 0xA0)), (1, F64)),
    **dict.fromkeys(range(0x36, 0x3F), (2, 0)),
    0x3F: (0, I32),
    **dict.fromkeys((*range(0x46, 0x50), *range(0x51, 0x67), *range(0x6A, 0x79)), (2, I32)),
    **dict.fromkeys(range(0x7C, 0x8B), (2, I64)),
    **dict.fromkeys(range(0x92, 0x99), (2, F32)),
    **dict.fromkeys(range(0xA0, 0xA7), (2, F64)),
    **dict.fromkeys((*range(0xA7, 0xAC), 0xBC, 0xC0, 0xC1), (1, I32)),
    **dict.fromkeys((*range(0xAC, 0xB2), 0xBD, 0xC2, 0xC3, 0xC4), (1, I64)),
    **dict.fromkeys((*range(0xB2, 0xB7), 0xBE), (1, F32)),
    **dict.fromkeys((*range(0xB7, 0xBC), 0xBF), (1, F64)),
    DROP: (1, 0),
    0x01: (0, 0),
}
"""How many operands an instruction takes, and the type of what it leaves, or 0."""


class WasmOperation(NamedTuple):
    """An instruction: from `start` to `stop`, its number at `after`."""

    code: int
    start: int
    after: int
    stop: int


class WasmStretch(NamedTuple):
    """The code of a statement (type 0) or a value, and of its operands."""

    start: int
    stop: int
    type: int
    operands: tuple[WasmStretch, ...] = ()


class WasmSignature(NamedTuple):
    """The types of what a function takes and gives."""

    parameters: tuple[int, ...]
    results: tuple[int, ...]


class WasmTypes(NamedTuple):
    """The types of variables, the signatures of a module, and which of these each function has."""

    global_types: Sequence[int]
    signatures: Sequence[WasmSignature]
    function_types: Sequence[int]


@dataclass
class _OpenBlock:
    """A block that is open: where it began with its condition, its type, and the values on the stack."""

    start: int
    type: int | None
    stack: list[WasmStretch] = field(default_factory=list)
    known: bool = True


def operations(data: bytes, at: int) -> list[WasmOperation]:
    """The instructions of an expression that begins at a place, its end included."""
    cursor, found = Cursor(data, at), list[tuple[int, int, int]]()
    for code, after in instructions(cursor):
        found.append((code, after - 1, after))
    stops = [*(start for _, start, _ in found[1:]), cursor.at]
    return [WasmOperation(*each, stop) for each, stop in zip(found, stops, strict=True)]


def local_get(number: int) -> bytes:
    """The value of a local variable."""
    return bytes([LOCAL_GET]) + encoded(number)


def stretches(
    data: bytes, code: Iterable[WasmOperation], local_types: Sequence[int], types: WasmTypes
) -> list[WasmStretch]:
    """The statements and values of a body, inner ones first."""
    return _Machine(data, local_types, types).run(code)


class _Machine:
    def __init__(self, data: bytes, local_types: Sequence[int], types: WasmTypes) -> None:
        self._data, self._locals, self._types = data, local_types, types
        self._frames = [_OpenBlock(0, None)]
        self._found: list[WasmStretch] = []

    def run(self, code: Iterable[WasmOperation]) -> list[WasmStretch]:
        for each in code:
            if each.code in (BLOCK, LOOP, IF):
                self._open(each)
            elif each.code == ELSE:
                self._frames[-1].stack, self._frames[-1].known = [], True
            elif each.code == END:
                self._close(each)
            elif each.code in _LAST:
                self._frames[-1].stack, self._frames[-1].known = [], False
            else:
                self._step(each)
        return self._found

    def _open(self, each: WasmOperation) -> None:
        condition = self._pop(1) if each.code == IF else ()
        start = condition[0].start if condition else each.start
        type = self._data[each.after]
        known = each.stop == each.after + 1 and (type == EMPTY or type in CONSTANTS)
        known = known and (each.code != IF or condition is not None)
        self._frames.append(_OpenBlock(start, (0 if type == EMPTY else type) if known else None))

    def _close(self, each: WasmOperation) -> None:
        frame = self._frames.pop()
        if not self._frames:
            return
        if frame.type is None:
            self._forget()
        else:
            self._push(WasmStretch(frame.start, each.stop, frame.type))

    def _step(self, each: WasmOperation) -> None:
        effect = self._effect(each)
        if effect is None:
            self._forget()
            return
        takes, type = effect
        operands = self._pop(takes)
        if operands is None:
            self._forget()
            return
        if type < 0:  # that of the first operand
            type = operands[0].type
        self._push(WasmStretch(operands[0].start if operands else each.start, each.stop, type, operands))

    def _effect(self, each: WasmOperation) -> tuple[int, int] | None:
        """How many operands it takes, and what type it leaves, -1 for that of the first; None if it is not known."""
        if each.code in _SIMPLE:
            return _SIMPLE[each.code]
        number = Cursor(self._data, each.after).number() if each.stop > each.after else 0
        if each.code in (LOCAL_GET, 0x23):
            types = self._locals if each.code == LOCAL_GET else self._types.global_types
            return (0, types[number]) if number < len(types) else None
        if each.code in (CALL, 0x11):
            return self._call(each.code, number)
        return {LOCAL_SET: (1, 0), LOCAL_TEE: (1, -1), 0x24: (1, 0), 0x1B: (3, -1), 0x0D: (1, 0)}.get(each.code)

    def _call(self, code: int, number: int) -> tuple[int, int] | None:
        """A call by a number of a function, or by one of a type; then the function is an operand."""
        functions, signatures = self._types.function_types, self._types.signatures
        type = number if code != CALL else functions[number] if number < len(functions) else len(signatures)
        if type >= len(signatures) or len(signatures[type].results) > 1:
            return None
        return len(signatures[type].parameters) + (code != CALL), (*signatures[type].results, 0)[0]

    def _pop(self, count: int) -> tuple[WasmStretch, ...] | None:
        stack = self._frames[-1].stack
        if len(stack) < count:
            return None
        found = tuple(stack[len(stack) - count :])
        del stack[len(stack) - count :]
        return found

    def _push(self, stretch: WasmStretch) -> None:
        if not self._frames[-1].known:
            return
        if stretch.type:
            self._frames[-1].stack.append(stretch)
        self._found.append(stretch)

    def _forget(self) -> None:
        self._frames[-1].stack = []
