"""The instructions of SPIR-V modules: which words of each are ids.

An instruction is some words of 32 bits: how many, what it does, and its operands. A row of the table says what the
operands are, the last for all that follow: `t` the type of the result, `r` the result, `i` an id, `l` a literal.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import unpack_from
from typing import Literal, NamedTuple

MAGIC = 0x07230203
HEADER = 5  # words: magic, version, generator, bound of the ids, zero
UNDEF, SPEC_CONSTANT = 1, 50
BOUND = 12  # where the bound is
WORD = 4
NAME, MEMBER_NAME, EXT_IMPORT, ENTRY_POINT = 5, 6, 11, 15
FUNCTION_TYPE, CONSTANT, CONSTANT_NULL, FUNCTION, PARAMETER, FUNCTION_END, FUNCTION_CALL = 33, 43, 46, 54, 55, 56, 57
DECORATE, MEMBER_DECORATE, DECORATE_ID, DECORATE_STRING, MEMBER_DECORATE_STRING = 71, 72, 332, 5632, 5633
PHI, LOOP_MERGE, SELECTION_MERGE, LABEL, BRANCH, BRANCH_CONDITIONAL, SWITCH = range(245, 252)
KILL, RETURN, RETURN_VALUE, UNREACHABLE = range(252, 256)
TYPES = frozenset((*range(19, 40), 322, 327))
CONSTANTS = frozenset((*range(41, 47), *range(48, 53)))
_DEFAULT = "tri"
_ROWS = {
    "": (0, FUNCTION_END, 218, 219, KILL, RETURN, UNREACHABLE, 317, 4416),
    "tr": (UNDEF, 41, 42, CONSTANT_NULL, 48, 49, PARAMETER),
    "r": (19, 20, 26, 34, 35, 36, 37, 38, 73, LABEL, 322, 327),
    "rl": (7, EXT_IMPORT, 21, 22, 31),
    "ril": (23, 24, 25),
    "ri": (27, 28, 29, 30, 33),
    "rli": (32,),
    "trl": (CONSTANT, 45, SPEC_CONSTANT),
    "trli": (52, FUNCTION, 59),
    "tril": (61, 68, 81),
    "triil": (79, 82),
    "trili": (12, *range(264, 272), *range(349, 365)),
    "triili": (87, 88, 91, 92, 95, 98),
    "triiili": (89, 90, 93, 94, 96, 97),
    "iiili": (99,),
    "il": (NAME, MEMBER_NAME, 8, 16, 39, DECORATE, MEMBER_DECORATE, SELECTION_MERGE, 256, 257, 5632, 5633),
    "iil": (62, 63, LOOP_MERGE),
    "iiil": (64, BRANCH_CONDITIONAL),
    "i": (74, 220, 221, 224, 225, 228, BRANCH, RETURN_VALUE),
    "ili": (331, DECORATE_ID),
    "l": (2, 4, 10, 14, 17, 330),
    "llil": (3,),
}
_OPERANDS = {code: operands for operands, codes in _ROWS.items() for code in codes}


class SpirvInstruction(NamedTuple):
    """What it does, from `start` to `stop`; the ids of its type and its result or 0; the ids it uses, and where."""

    code: int
    start: int
    stop: int
    type: int = 0
    result: int = 0
    uses: tuple[tuple[int, int], ...] = ()


def byte_order(data: bytes) -> Literal["little", "big"] | None:
    """By the first word; None if it is not that of a module."""
    if len(data) < HEADER * WORD or len(data) % WORD:
        return None
    if data[:WORD] == MAGIC.to_bytes(WORD, "little"):
        return "little"
    return "big" if data[:WORD] == MAGIC.to_bytes(WORD, "big") else None


def words_of(data: bytes, order: str) -> Sequence[int]:
    """The words of a module."""
    return unpack_from(f"{'<' if order == 'little' else '>'}{len(data) // WORD}I", data)


def decoded(words: Sequence[int]) -> list[SpirvInstruction]:
    """The instructions up to the end, or to what is none."""
    found, at = list[SpirvInstruction](), HEADER
    while at < len(words):
        length, code = words[at] >> 16, words[at] & 0xFFFF
        if not length or at + length > len(words):
            break
        found.append(_instruction(words, at, length, code))
        at += length
    return found


def _instruction(words: Sequence[int], at: int, length: int, code: int) -> SpirvInstruction:
    roles = _roles(words, at, length, code)
    ids = {role: words[place] for place, role in roles if role in "tr"}
    uses = tuple((place * WORD, words[place]) for place, role in roles if role == "i")
    return SpirvInstruction(code, at * WORD, (at + length) * WORD, ids.get("t", 0), ids.get("r", 0), uses)


def _roles(words: Sequence[int], at: int, length: int, code: int) -> list[tuple[int, str]]:
    """What the operands of an instruction are."""
    places = range(at + 1, at + length)
    if code == ENTRY_POINT:
        name = next((place for place in places[2:] if not all(words[place].to_bytes(WORD, "big"))), at + length)
        return [(place, "i" if place == at + 2 or place > name else "l") for place in places]
    if code == SWITCH:
        return [(place, "i" if place <= at + 2 or (place - at) % 2 == 0 else "l") for place in places]
    row = _OPERANDS.get(code, _DEFAULT)
    return [(place, row[min(number, len(row) - 1)]) for number, place in enumerate(places)] if row else []
