"""SPIR-V as a program: functions, blocks and instructions, types, constants, names and decorations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from thresher.formats.programs.spirv import module as spirv
from thresher.formats.programs.spirv.edits import SpirvBlock, alternatives, arguments, joins
from thresher.formats.programs.spirv.module import SpirvInstruction, SpirvModule
from thresher.formats.programs.spirv.words import read_module
from thresher.structures.program import ItemReference, LinkedProgram, ProgramItem, SeparatedList, Supply
from thresher.structures.rewrites import Rewrite

ABOUT = frozenset(
    (
        spirv.NAME,
        spirv.MEMBER_NAME,
        spirv.DECORATE,
        spirv.MEMBER_DECORATE,
        spirv.DECORATE_ID,
        spirv.DECORATE_STRING,
        spirv.MEMBER_DECORATE_STRING,
        16,
        331,
    )
)
"""What is about another instruction and goes with it: names, decorations, execution modes."""
TERMINATORS = frozenset((*range(spirv.BRANCH, spirv.UNREACHABLE + 1), 4416))
FIXED = TERMINATORS | {spirv.LABEL, spirv.PARAMETER, spirv.FUNCTION_END, spirv.LOOP_MERGE, spirv.SELECTION_MERGE}
KEPT = FIXED | {14}
FIXED = KEPT | spirv.TYPES | spirv.CONSTANTS  # as long as they are used
EFFECTS = frozenset((12, 57, 62, 63, 64, 99, 218, 219, 220, 221, 224, 225, *range(227, 243)))
WITH_NULL = frozenset((20, 21, 22, 23, 24, 28, 30))  # types whose values can be null: no pointers, images or samplers
WITH_FIXED = frozenset((*range(65, 71), 224, 225, *range(227, 243)))  # their constants are indices and scopes
HELD = frozenset((spirv.ENTRY_POINT, 14, 17, 10, 3, 4, 2, 330))


def reading(parse: Callable[[bytes], SpirvModule | None]) -> Callable[[bytes], LinkedProgram]:
    """What makes a program of words or of text; without instructions if it is not a module."""

    def read(data: bytes) -> LinkedProgram:
        module = parse(data)
        return LinkedProgram(data, [], []) if module is None else _SpirvReader(module).program()

    return read


read = reading(read_module)


class _SpirvReader:
    def __init__(self, module: SpirvModule) -> None:
        self._module, self._instructions = module, module.instructions
        self._types = {each.result: each.code for each in self._instructions if each.code in spirv.TYPES}
        self._by_result = {each.result: each for each in self._instructions if each.result}
        self._functions = {each.result for each in self._instructions if each.code == spirv.FUNCTION}
        uses = (each.uses for each in self._instructions if each.code not in ABOUT)
        self._used = {use.id for found in uses for use in found}
        self._used |= {each.type.id for each in self._instructions if each.type}
        neutral = (each for each in reversed(self._instructions) if each.result in self._used and _is_neutral(each))
        self._constants = {each.type.id: each.result for each in neutral if each.type}  # those unused may go
        functions = (each.start for each in self._instructions if each.code == spirv.FUNCTION)
        self._first = next(functions, len(module.data))
        self._items: list[ProgramItem] = []
        self._by_id: dict[int, int] = {}
        self._lists: list[SeparatedList] = []
        self._blocks: list[SpirvBlock] = []
        self._supplies: list[Supply] = []
        self._nulls: dict[int, tuple[bytes, int]] = {}  # by type: the id of a neutral value, and its supply
        self._undefineds: dict[int, tuple[bytes, int]] = {}

    def program(self) -> LinkedProgram:
        numbers, module = self._number(), self._module
        references = [each for place, item in enumerate(numbers) for each in self._refer(place, item)]
        known = {*self._by_id, 0}
        unresolved = {use.id for each in self._instructions for use in each.uses if use.id not in known}
        program = LinkedProgram(
            module.data,
            self._items,
            sorted(references),
            self._lists,
            self._supplies,
            alternatives=alternatives(self._blocks, module, self._hold),
            arguments=list(arguments(self._instructions)),
            promotions=self._promotions(),
            names={item: module.reference(number) for number, item in self._by_id.items()},
            undefined=list(self._undefining()),
            joins=list(joins(self._blocks, module, self._hold)),
            unresolved=frozenset(map(module.reference, unresolved)),
            tidying=module.tidying,
            renamings=module.renamings,
        )
        return (
            program if module.settle is None else replace(program, settle=partial(module.settle, len(self._supplies)))
        )

    def _type_of(self, used: int) -> int:
        """The id of the type of a value, or 0."""
        found = self._by_result.get(used)
        return found.type.id if found is not None and found.type else 0

    def _number(self) -> list[int]:
        """Makes the items: a function has its blocks inside, a block its instructions. The item of each instruction."""
        numbers, entry = list[int](), False
        for place, each in enumerate(self._instructions):
            if each.code == spirv.FUNCTION:
                self._by_id[each.result] = len(self._items)
                self._items.append(self._function(place))
                entry = True
            elif each.code == spirv.LABEL:
                end = self._end(place, TERMINATORS)
                self._by_id[each.result] = len(self._items)
                self._items.append(ProgramItem(each.start, self._instructions[end].stop, root=entry, removable=False))
                self._blocks.append(SpirvBlock(each.result, place, self._instructions[place : end + 1]))
                entry = False
            if each.code in (spirv.FUNCTION, spirv.LABEL):
                numbers.append(len(self._items) - 1)
                continue
            numbers.append(len(self._items))
            self._by_id |= {each.result: len(self._items)} if each.result else {}
            used = each.result in self._used or not each.result
            root = each.code in EFFECTS or each.code in HELD or not each.result or each.code == spirv.PARAMETER
            self._items.append(ProgramItem(each.start, each.stop, root, each.code not in (FIXED if used else KEPT)))
            if each.code == spirv.PHI:
                found = zip(each.uses[::2], each.uses[1::2], strict=False)
                pairs = tuple((value.start, parent.stop) for value, parent in found)
                self._lists += [SeparatedList(pairs, numbers[-1])] if pairs else []
        return numbers

    def _function(self, place: int) -> ProgramItem:
        """A function, which may end at its first label."""
        end = self._end(place, (spirv.FUNCTION_END,))
        start, stop = self._instructions[place].start, self._instructions[end].stop
        labels = [each for each in self._instructions[place:end] if each.code == spirv.LABEL]
        begin, last = labels[0].stop if labels else stop, self._module.unreachable
        body = self._module.data[begin : self._instructions[end].start]
        stub = ((begin, self._instructions[end].start, last),) if len(body) > len(last) else ()
        return ProgramItem(start, stop, root=False, stub=stub)

    def _end(self, place: int, codes: frozenset[int] | tuple[int, ...]) -> int:
        last = len(self._instructions) - 1
        return next((at for at in range(place, last) if self._instructions[at].code in codes), last)

    def _refer(self, place: int, item: int) -> Iterator[ItemReference]:
        each = self._instructions[place]
        if each.type and each.type.id in self._by_id:
            yield ItemReference(*each.type[:2], self._by_id[each.type.id])
        for number, (start, stop, used) in enumerate(each.uses):
            target = self._by_id.get(used)
            if target is None:
                continue
            if each.code in ABOUT:
                yield ItemReference(start, stop, target, weak=True)
            elif each.code == spirv.ENTRY_POINT and number:
                yield ItemReference(start, stop, target, b"", weak=True)
            elif each.code == spirv.PHI and number % 2:
                yield ItemReference(start, stop, target, element=(each.uses[number - 1].start, stop), weak=True)
            else:
                value = self._is_value(each, used)
                neutral, needs = self._null(self._type_of(used)) if value else (None, -1)
                yield ItemReference(start, stop, target, neutral, needs=needs)

    def _is_value(self, user: SpirvInstruction, used: int) -> bool:
        """Whether an operand may be any other value of its type."""
        kind = self._types.get(self._type_of(used))
        if kind not in WITH_NULL or used in self._functions or user.code in spirv.CONSTANTS or user.code in spirv.TYPES:
            return False
        return user.code not in WITH_FIXED or self._by_result[used].code not in spirv.CONSTANTS

    def _promotions(self) -> list[tuple[int, int]]:
        """Values with an operand of their type."""
        return [
            (self._by_id[each.result], self._by_id[used])
            for each in self._instructions
            if each.result and each.code not in FIXED and each.code != spirv.PHI
            for used in (use.id for use in each.uses)
            if used in self._by_id and self._type_of(used) == self._type_of(each.result) and used not in self._functions
        ]

    def _null(self, type: int) -> tuple[bytes, int]:
        """A constant of a type: one that is there, zero if it is a number, or a new one."""
        if type not in self._nulls:
            there = self._constants.get(type)
            number = self._types[type] in spirv.NUMBERS and self._by_result[type].number == 32
            if there is not None:
                self._supplies.append(Supply(0, b"", (self._by_id[there],)))
                self._nulls[type] = self._module.reference(there), len(self._supplies) - 1
            elif number:
                self._nulls[type] = self._new(spirv.CONSTANT, type, 0)
            else:
                self._nulls[type] = self._new(spirv.CONSTANT_NULL, type)
        return self._nulls[type]

    def _undefined(self, type: int) -> tuple[bytes, int]:
        """Any value of a type, which cannot be computed with."""
        if type not in self._undefineds:
            self._undefineds[type] = self._new(spirv.UNDEF, type)
        return self._undefineds[type]

    def _new(self, code: int, type: int, *words: int) -> tuple[bytes, int]:
        """The id of a new instruction with a type, and the supply that it is."""
        new = self._module.bound + len(self._supplies)
        text = self._module.instruction(code, type, new, *words)
        self._supplies.append(Supply(self._first, text, (self._by_id[type],)))
        return self._module.reference(new), len(self._supplies) - 1

    def _undefining(self) -> Iterator[Rewrite]:
        """Each operand as an undefined value."""
        for each in self._instructions:
            for start, stop, used in each.uses:
                value = self._is_value(each, used)
                if value and used in self._by_id and each.code not in ABOUT and not self._is_undefined(used):
                    text, needs = self._undefined(self._type_of(used))
                    yield Rewrite(((start, stop, text),), "undefined", needs=needs)

    def _is_undefined(self, used: int) -> bool:
        return self._by_result[used].code == spirv.UNDEF

    def _hold(self, block: int) -> int:
        """A supply of nothing, so that a block stays."""
        self._supplies.append(Supply(0, b"", (self._by_id[block],)))
        return len(self._supplies) - 1


def _is_neutral(each: SpirvInstruction) -> bool:
    """Whether it is a constant that fits everywhere: as an index only zero does."""
    if each.code in (spirv.CONSTANT, spirv.SPEC_CONSTANT):
        return each.code == spirv.CONSTANT and not each.number
    return each.code in spirv.CONSTANTS
