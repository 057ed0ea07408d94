"""The functions of a module in WebAssembly's text: statements, values, locals, and what they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from thresher.formats.programs.wat.fields import WatFields, WatIndex, WatSignature, WatSpace, implied
from thresher.formats.programs.wat.lists import WatAtom, WatList, WatNode
from thresher.formats.programs.wat.stretches import FIRST, NUMBERS, Effect, WatInstruction, WatMachine, WatStretch
from thresher.structures.program import ProgramItem
from thresher.structures.rewrites import Rewrite

_HEADER = (b"export", b"import", b"type", b"param", b"result", b"local")
_LOCALS = (b"local.get", b"local.set", b"local.tee")
_SPACES: Mapping[bytes, bytes] = MappingProxyType(
    {
        b"call": b"func",
        b"return_call": b"func",
        b"ref.func": b"func",
        b"global.get": b"global",
        b"global.set": b"global",
        b"table.get": b"table",
        b"table.set": b"table",
        b"table.size": b"table",
        b"table.grow": b"table",
        b"table.fill": b"table",
        b"memory.init": b"data",
        b"data.drop": b"data",
        b"elem.drop": b"elem",
    }
)
_IN_MEMORY = re.compile(rb"memory\.|.*\.(?:load|store|atomic)")
_NEUTRAL: Mapping[bytes, bytes] = MappingProxyType(
    {b"local.set": b"drop", b"global.set": b"drop", b"local.tee": b"nop", b"ref.func": b"ref.null func"}
)


class WatFunctions:
    """Adds the functions of a module to its fields; keeps what may take the place of values."""

    def __init__(self, fields: WatFields) -> None:
        self._fields = fields
        self.neutral: list[Rewrite] = []
        self.promoted: list[Rewrite] = []
        self.results: list[Rewrite] = []
        self._groups = 0
        self._called_atoms = set(_called(fields.module.items))
        imported = {id(each.lists(b"func")[0]) for each in fields.module.lists(b"import") if each.lists(b"func")}
        for function in fields.functions:
            if id(function) not in imported:
                self._function(function)

    def _function(self, function: WatList) -> None:
        fields, span = self._fields, (function.start, function.stop)
        body = list(_body(function))
        signature = fields.signature(function)
        written = bool(function.lists(b"param", b"result")) or not (signature.parameters or signature.results)
        for each in function.lists(b"type"):
            atoms = each.atoms()[:1]
            if written and atoms:  # the type is written out too
                fields.items.append(ProgramItem(each.start, each.stop))
            fields.indices += [WatIndex(atom, fields.spaces[b"type"], (each.start, each.stop)) for atom in atoms]
        local_types = list(signature.parameters)
        number = next(at for at, each in enumerate(fields.functions) if each is function)
        is_free = not ({function.name, str(number).encode()} & self._called_atoms) and not function.lists(b"type")
        space = self._locals(function, signature, local_types, is_free=is_free)
        machine = WatMachine(partial(self._effect, space, local_types))
        machine.run(body)
        for instruction in machine.instructions:
            self._refer(instruction, space, local_types)
        for stretch in machine.found:
            self._simplify(stretch)
        if is_free and machine.result is not None:
            cuts = [(each.start, each.stop, b"") for each in function.lists(b"result")]
            self.results.append(Rewrite((*cuts, (machine.result.start, machine.result.stop, b"")), "result"))
        stub = ((body[0].start, function.stop - 1, b"unreachable"),) if body else ()
        stub = stub if stub and stub[0][1] - stub[0][0] > len(stub[0][2]) else ()
        root = bool(function.lists(b"export"))
        fields.items.append(ProgramItem(*span, root, stub=stub))

    def _locals(self, function: WatList, signature: WatSignature, types: list[bytes], *, is_free: bool) -> WatSpace:
        """The parameters, then the variables, which are items; so are the parameters of what is not called."""
        space, parameters = WatSpace(), function.lists(b"param")
        if not parameters:
            space.spans += [None] * len(signature.parameters)
        for each in (*parameters, *function.lists(b"local")):
            plain = [atom for atom in each.atoms() if not atom.is_name]
            whole = bool(each.name) or len(plain) == 1
            for atom in plain:
                span = (each.start, each.stop) if whole else (atom.start, atom.stop)
                may_go = is_free or each.head == b"local"
                space.add(span if may_go else None, each.name)
                types += [atom.text] if each.head == b"local" else []
                self._fields.items += [ProgramItem(*span)] if may_go else []
        return space

    def _effect(self, space: WatSpace, local_types: list[bytes], each: WatInstruction) -> Effect | None:
        """How many operands an instruction takes that refers to something, and what it leaves; None if not known."""
        known: dict[bytes, Effect] = {b"local.set": (1, b""), b"global.set": (1, b""), b"local.tee": (1, FIRST)}
        if each.word in known:
            return known[each.word]
        if each.word == b"select":
            return (3, FIRST) if not each.annotations else None
        types = {
            b"local.get": (space, local_types),
            b"global.get": (self._fields.spaces[b"global"], self._fields.globals),
        }
        if each.word in types and each.immediates:
            of, found = types[each.word]
            number = of.number(each.immediates[0])
            return (0, found[number]) if 0 <= number < len(found) and found[number] else None
        signature = self._called(each)
        if signature is None or len(signature.results) > 1:
            return None
        return len(signature.parameters) + (each.word == b"call_indirect"), (*signature.results, b"")[0]

    def _called(self, each: WatInstruction) -> WatSignature | None:
        if each.word == b"call" and each.immediates:
            number = self._fields.spaces[b"func"].number(each.immediates[0])
            return self._fields.signature(self._fields.functions[number]) if number >= 0 else None
        if each.word == b"call_indirect":
            return self._fields.signature(WatList(each.start, each.stop, [*each.annotations]))
        return None

    def _refer(self, each: WatInstruction, local: WatSpace, local_types: list[bytes]) -> None:
        """The names and numbers in an instruction."""
        fields, whole = self._fields, (each.word_start, each.word_stop)
        if each.annotations:
            fields.refer_to_type(WatList(each.start, each.stop, [*each.annotations]), (each.start, each.stop))
        references = [atom for atom in each.immediates if atom.is_reference]
        if each.word in (b"call_indirect", b"return_call_indirect"):
            table = references[0] if references else implied(each.word_start)
            fields.indices.append(WatIndex(table, fields.spaces[b"table"], whole))
        elif _IN_MEMORY.match(each.word):
            place = implied(each.word_start)
            fields.indices.append(WatIndex(place, fields.spaces[b"memory"], (place.start, place.start)))
        if not references or (each.word not in _SPACES and each.word not in _LOCALS):
            return
        space = local if each.word in _LOCALS else fields.spaces[_SPACES[each.word]]
        types = local_types if space is local else fields.globals
        number = space.number(references[0])
        type = types[number] if 0 <= number < len(types) else b""
        if each.folded is not None and each.word == b"call":
            whole = (each.start, each.stop)
        fields.indices.append(WatIndex(references[0], space, whole, self._without(each, type)))

    def _without(self, each: WatInstruction, type: bytes) -> bytes | None:
        """What takes the place of an instruction whose target is gone; of a folded call with its operands."""
        if each.word in (b"local.get", b"global.get"):
            return type + b".const 0" if type in NUMBERS else None
        if each.word in _NEUTRAL:
            return _NEUTRAL[each.word]
        signature = self._called(each)
        if signature is None or any(result not in NUMBERS for result in signature.results):
            return None
        constants = [result + b".const 0" for result in signature.results] or [b"nop"]
        if each.folded is not None:
            return b"(" + constants[0] + b")" if len(constants) == 1 else None
        drops = [b"drop"] * len(signature.parameters)
        return b" ".join([*drops, *constants] if signature.results or not drops else drops)

    def _simplify(self, each: WatStretch) -> None:
        """Statements are items; a value may be a constant, or one of its operands; one branch for a condition."""
        if not each.type:
            self._fields.items.append(ProgramItem(each.start, each.stop))
        elif each.type in NUMBERS and each.stop - each.start > len(each.type) + 10:
            constant = each.type + b".const 0"
            text = constant if each.folded is None else b"(" + constant + b")"
            self.neutral.append(Rewrite(((each.start, each.stop, text),), "constant"))
        self._groups += 1
        for operand in each.operands:
            if operand.type == each.type or not each.type:
                head, tail = (b"", b"") if each.type else (b"", b" drop") if each.folded is None else (b"(drop ", b")")
                cuts = (each.start, operand.start, head), (operand.stop, each.stop, tail)
                made = tuple(cut for cut in cuts if cut[0] < cut[1])
                if sum(stop - start - len(text) for start, stop, text in made) > 0:
                    self.promoted.append(Rewrite(made, "operand", (self._groups,)))
        for branch in each.folded.lists(b"then", b"else") if each.folded is not None and not each.type else ():
            cuts = (each.start, branch.items[0].stop, b"(block"), (branch.stop, each.stop, b"")
            self.promoted.append(Rewrite(cuts, "branch", (self._groups,)))


def _body(function: WatList) -> Iterator[WatNode]:
    """The instructions of a function, after its name, types and variables."""
    begun = False
    for each in function.items[1:]:
        is_header = isinstance(each, WatList) and each.head in _HEADER
        if not begun and (is_header or (isinstance(each, WatAtom) and each.is_name)):
            continue
        begun = True
        yield each


def _called(nodes: Sequence[WatNode], *, all_atoms: bool = False) -> Iterator[bytes]:
    """The names and numbers of functions that are called, or are in tables."""
    before = b""
    for each in nodes:
        if isinstance(each, WatList):
            yield from _called(each.items, all_atoms=each.head == b"elem")
        elif all_atoms or before in (b"call", b"return_call", b"ref.func"):
            yield each.text
        before = each.text if isinstance(each, WatAtom) else b""
