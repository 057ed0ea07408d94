"""Edits of programs whose consequences are made with them: what used a definition that is gone gets a neutral value.

Each kind of edit is one list, so that a test can take hundreds of them. What a language calls a body, a branch or a
neutral value is in its reader (`formats/programs`); these edits are the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from thresher.structures.program import LinkedProgram
from thresher.structures.rewrites import Rewrite


def bodies(program: LinkedProgram) -> list[Rewrite]:
    """Each definition as a declaration."""
    return [Rewrite(item.stub, "declare") for item in program.items if item.stub]


def definitions(program: LinkedProgram) -> list[Rewrite]:
    """Each item that may go."""
    return [Rewrite(((item.start, item.stop, b""),), "drop") for item in program.items if item.removable]


def branches(program: LinkedProgram) -> Sequence[Rewrite]:
    """What may stand in the place of a branch."""
    return program.alternatives


def blocks(program: LinkedProgram) -> Sequence[Rewrite]:
    """Each block as a part of the one before it."""
    return program.joins


def operands(program: LinkedProgram) -> list[Rewrite]:
    """Each use of a value as a neutral value."""
    return [
        Rewrite(((use.start, use.stop, use.neutral),), "neutral value")
        for use in program.references
        if use.neutral and use.neutral != program.data[use.start : use.stop]
    ] + [*program.more.get("operands", ())]


def promotions(program: LinkedProgram) -> list[Rewrite]:
    """Each value as one of those that it was computed from."""
    items = program.items
    return [
        Rewrite(((items[item].start, items[item].stop, b""),), "promote", groups=(item,), stand_in=(item, operand))
        for item, operand in program.promotions
    ] + [*program.more.get("promotions", ())]


def undefined(program: LinkedProgram) -> Sequence[Rewrite]:
    """Each use of a value as an undefined value, or as a variable of its type."""
    return program.undefined


def parameters(program: LinkedProgram) -> Sequence[Rewrite]:
    """Each parameter with its arguments; local variables."""
    return program.arguments


def names(program: LinkedProgram) -> Sequence[Rewrite]:
    """Each name as a shorter one."""
    return program.renamings


JOINT: Mapping[str, Callable[[LinkedProgram], Sequence[Rewrite]]] = MappingProxyType(
    {
        each.__name__: each
        for each in (bodies, definitions, branches, blocks, promotions, operands, undefined, parameters)
    }
)
IN_BINARY_FILES = MappingProxyType({**JOINT, names.__name__: names})  # where lengths depend on names
