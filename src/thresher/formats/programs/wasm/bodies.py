"""The bodies of functions in WebAssembly: statements, values that may be simpler, and the numbers in instructions."""

from __future__ import annotations

from collections.abc import Sequence

from thresher.formats.binaries.cursor import Cursor
from thresher.formats.programs.wasm import stack
from thresher.formats.programs.wasm.locals import LocalVariables
from thresher.formats.programs.wasm.module import (
    DATA,
    DECLARED,
    ELEMENT,
    FUNCTION,
    GLOBAL,
    MEMORY,
    TABLE,
    TYPE,
    WasmIndex,
    WasmModule,
)
from thresher.formats.programs.wasm.stack import CONSTANTS, WasmOperation, WasmTypes
from thresher.structures.program import ProgramItem
from thresher.structures.rewrites import Rewrite

TRAP = b"\0\0\x0b"
REFERENCES = {0x10: FUNCTION, 0x12: FUNCTION, 0xD2: FUNCTION, 0x23: GLOBAL, 0x24: GLOBAL, 0x25: TABLE, 0x26: TABLE}
IN_MEMORY = frozenset((*range(0x28, 0x41), 0xFC, 0xFD))


class WasmBodies:
    """Reads expressions into a module; keeps what may take the place of values: constants, operands, variables."""

    def __init__(self, module: WasmModule) -> None:
        self._module = module
        self.neutral: list[Rewrite] = []
        self.promoted: list[Rewrite] = []
        self.variables: list[Rewrite] = []
        self.locals: list[Rewrite] = []
        self._groups = 0

    def expression(self, cursor: Cursor) -> list[WasmOperation]:
        """The instructions from a place on; what they refer to is kept in the module."""
        found = stack.operations(self._module.data, cursor.at)
        for each in found:
            self._refer(each)
        cursor.at = found[-1].stop
        return found

    def function(self, cursor: Cursor, item: int) -> ProgramItem:
        """Reads a body, with its length and its variables."""
        begin = cursor.at
        length = cursor.number()
        start, stop = cursor.at, cursor.at + length
        number = len(self._module.spaces[FUNCTION])
        self._module.spaces[FUNCTION].append(item)
        self._module.indexed.append(WasmIndex((begin, begin), DECLARED, len(self._module.bodies), (begin, begin)))
        self._module.bodies.append(((begin, start), (start, stop)))
        type = self._module.function_types[number]
        local_types = list(self._module.signatures[type].parameters)
        for _ in range(cursor.number()):
            count, each = cursor.number(), cursor.byte()
            if len(local_types) + count > 1 << 16:
                raise ValueError("too many locals")
            local_types += [each] * count
        declared = cursor.at
        code = self.expression(cursor)
        variables = LocalVariables(local_types, len(self._module.signatures[type].parameters), (start, declared))
        self.locals += variables.fewer(self._module.data, code, number)
        if any(each.code in IN_MEMORY for each in code):
            self._module.indexed.append(WasmIndex((start, start), MEMORY, 0, (stop - 1, stop)))  # its last byte stays
        self._trees(code, local_types)
        stub = ((start, stop, TRAP),) if length > len(TRAP) else ()
        return ProgramItem(0, 0, root=False, stub=stub)

    def _trees(self, code: Sequence[WasmOperation], local_types: Sequence[int]) -> None:
        """Statements are items; a value may be a constant, or one of its operands."""
        known = WasmTypes(self._module.global_types, self._module.signatures, self._module.function_types)
        for each in stack.stretches(self._module.data, code, local_types, known):
            constant, text = CONSTANTS.get(each.type), self._module.data[each.start : each.stop]
            if not each.type:
                self._module.items.append(ProgramItem(each.start, each.stop))
            elif constant is not None and text != constant and len(constant) <= len(text):
                self.neutral.append(Rewrite(((each.start, each.stop, constant),), "constant"))
            if each.type in local_types and each.operands:
                variable = stack.local_get(local_types.index(each.type))
                self.variables.append(Rewrite(((each.start, each.stop, variable),), "variable"))
            self._groups += 1
            for operand in each.operands:
                if operand.type == each.type or not each.type:
                    tail = b"" if each.type else bytes([stack.DROP])
                    cuts = (each.start, operand.start, b""), (operand.stop, each.stop, tail)
                    if len(tail) < each.stop - operand.stop or each.start < operand.start:
                        made = tuple(cut for cut in cuts if cut[0] < cut[1])
                        self.promoted.append(Rewrite(made, "operand", (self._groups,)))

    def _refer(self, each: WasmOperation) -> None:
        """The numbers in an instruction."""
        cursor, whole = Cursor(self._module.data, each.after), (each.start, each.stop)
        if each.code in REFERENCES:
            self._module.index(cursor, REFERENCES[each.code], whole, self._without(each))
        elif each.code in (0x11, 0x13):
            self._module.index(cursor, TYPE, whole)
            self._module.index(cursor, TABLE, whole)
        elif each.code in (0x02, 0x03, 0x04) and not self._module.data[each.after] & 0x40:
            self._module.index(cursor, TYPE, whole)
        elif each.code == 0xFC:
            kind = cursor.number()
            if kind in (8, 9, 12, 13):
                self._module.index(cursor, DATA if kind < 10 else ELEMENT, whole)

    def _without(self, each: WasmOperation) -> bytes | None:
        """What takes the place of an instruction whose function or variable is gone."""
        index = Cursor(self._module.data, each.after).number()
        if each.code == 0x10 and index < len(self._module.function_types):
            signature = self._module.signatures[self._module.function_types[index]]
            if all(result in CONSTANTS for result in signature.results):
                return bytes([stack.DROP]) * len(signature.parameters) + b"".join(
                    map(CONSTANTS.__getitem__, signature.results)
                )
        if each.code == 0x23 and index < len(self._module.global_types):
            return CONSTANTS.get(self._module.global_types[index])
        if each.code == 0x24:
            return bytes([stack.DROP])
        return b"\xd0\x70" if each.code == 0xD2 else None
