"""A SPIR-V module as instructions with the places of their ids, whether it is words or text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

UNDEF, SPEC_CONSTANT = 1, 50
NAME, MEMBER_NAME, EXT_IMPORT, ENTRY_POINT = 5, 6, 11, 15
FUNCTION_TYPE, CONSTANT, CONSTANT_NULL, FUNCTION, PARAMETER, FUNCTION_END, FUNCTION_CALL = 33, 43, 46, 54, 55, 56, 57
DECORATE, MEMBER_DECORATE, DECORATE_ID, DECORATE_STRING, MEMBER_DECORATE_STRING = 71, 72, 332, 5632, 5633
PHI, LOOP_MERGE, SELECTION_MERGE, LABEL, BRANCH, BRANCH_CONDITIONAL, SWITCH = range(245, 252)
KILL, RETURN, RETURN_VALUE, UNREACHABLE = range(252, 256)
TYPES = frozenset((*range(19, 40), 322, 327))
CONSTANTS = frozenset((*range(41, 47), *range(48, 53)))
NUMBERS = (21, 22)  # types


class SpirvUse(NamedTuple):
    """An id that an instruction uses, and where."""

    start: int
    stop: int
    id: int


class SpirvInstruction(NamedTuple):
    """What it does, from `start` to `stop`; its type, the id of its result or 0, and the ids it uses.

    `number` is the width of a type of numbers, and for a constant 0 if that is its value.
    """

    code: int
    start: int
    stop: int
    type: SpirvUse | None = None
    result: int = 0
    uses: tuple[SpirvUse, ...] = ()
    number: int = 0


@dataclass(frozen=True, eq=False)
class SpirvModule:
    """The instructions, and how new ones are written.

    Ids from `bound` on are free. `reference` writes an id, `instruction` a code with the ids of a type and a result and
    with literals, `branch` is what is before the id of a block. `settle` adds what depends on all cuts, given how many
    new ids there may be.
    """

    data: bytes
    instructions: Sequence[SpirvInstruction]
    bound: int
    reference: Callable[[int], bytes]
    instruction: Callable[..., bytes]
    branch: bytes
    unreachable: bytes
    settle: Callable[[int, Sequence[Cut]], list[Cut]] | None = None
    tidying: tuple[Cut, ...] = ()
    renamings: Sequence[Rewrite] = ()
