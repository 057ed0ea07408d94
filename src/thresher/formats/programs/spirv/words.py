"""The instructions of SPIR-V modules: which words of each are ids.

An instruction is some words of 32 bits: how many, what it does, and its operands. A row of the table says what the
operands are, the last for all that follow: `t` the type of the result, `r` the result, `i` an id, `l` a literal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice, takewhile
from struct import unpack_from
from typing import Literal

from thresher.formats.programs.spirv.module import (
    BRANCH,
    BRANCH_CONDITIONAL,
    CONSTANT,
    CONSTANT_NULL,
    CONSTANTS,
    DECORATE,
    DECORATE_ID,
    ENTRY_POINT,
    EXT_IMPORT,
    FUNCTION,
    FUNCTION_END,
    KILL,
    LABEL,
    LOOP_MERGE,
    MEMBER_DECORATE,
    MEMBER_NAME,
    NAME,
    NUMBERS,
    PARAMETER,
    RETURN,
    RETURN_VALUE,
    SELECTION_MERGE,
    SPEC_CONSTANT,
    SWITCH,
    UNDEF,
    UNREACHABLE,
    SpirvInstruction,
    SpirvModule,
    SpirvUse,
)
from thresher.structures.trees.splice import Cut

MAGIC = 0x07230203
HEADER = 5  # words: magic, version, generator, bound of the ids, zero
BOUND = 12  # where the bound is
WORD = 4
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
    ids = {role: (place, words[place]) for place, role in roles if role in "tr"}
    uses = tuple(_use(place, words[place]) for place, role in roles if role == "i")
    literals = words[at + 2 : at + 3] if code in NUMBERS else words[at + 3 : at + length] if code in CONSTANTS else ()
    return SpirvInstruction(
        code,
        at * WORD,
        (at + length) * WORD,
        _use(*ids["t"]) if "t" in ids else None,
        ids["r"][1] if "r" in ids else 0,
        uses,
        next(filter(None, literals), 0),
    )


def _use(place: int, number: int) -> SpirvUse:
    return SpirvUse(place * WORD, (place + 1) * WORD, number)


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


def read_module(data: bytes) -> SpirvModule | None:
    """The instructions and how new ones are written; None if it is not a module."""
    order = byte_order(data)
    if order is None:
        return None
    words = words_of(data, order)
    encode = partial(int.to_bytes, length=WORD, byteorder=order)
    found, bound = decoded(words), words[BOUND // WORD]

    def instruction(code: int, type: int, result: int, *literals: int) -> bytes:
        return b"".join(map(encode, ((3 + len(literals)) << 16 | code, type, result, *literals)))

    return SpirvModule(
        data,
        found,
        bound,
        encode,
        instruction,
        branch=encode(2 << 16 | BRANCH),
        unreachable=encode(1 << 16 | UNREACHABLE),
        settle=partial(_settled, found, encode, bound),
    )


def _settled(
    instructions: Sequence[SpirvInstruction],
    encode: Callable[[int], bytes],
    bound: int,
    supplies: int,
    cuts: Sequence[Cut],
) -> list[Cut]:
    """Instructions that lost words, and the bound of the ids if there are new ones."""
    first = next((each.start for each in instructions if each.code == FUNCTION), -1)
    changed, place = list[Cut](), 0
    for each in instructions:
        while place < len(cuts) and cuts[place][1] <= each.start:
            place += 1
        inside = list(takewhile(lambda cut: cut[0] < each.stop, islice(cuts, place, None)))  # noqa: B023 - used at once
        less = sum(min(stop, each.stop) - start - len(text) for start, stop, text in inside)
        if less and inside[0][0] > each.start:
            words = (each.stop - each.start - less) // WORD
            changed.append((each.start, each.start + WORD, encode(words << 16 | each.code)))
    if any(start == stop == first for start, stop, _ in cuts):
        changed.append((BOUND, BOUND + WORD, encode(bound + supplies)))
    return sorted([*cuts, *changed])
