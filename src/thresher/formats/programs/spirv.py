"""SPIR-V modules (`.spv`): words, of which instructions, blocks and functions are made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from thresher.formats.programs.spirv_reader import read
from thresher.formats.programs.spirv_words import byte_order
from thresher.kernel.selection import Selection
from thresher.structures.program import tree_of
from thresher.structures.trees.splice import Spacing

if TYPE_CHECKING:
    from thresher.grammars.language import Language
    from thresher.structures.program import LinkedProgram
    from thresher.structures.trees.tree import Tree


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first word."""
    return 0.99 if byte_order(data[: len(data) // 4 * 4]) else 0.0


def parse_document(name: str, data: bytes, language: Language | str | None) -> SpirvDocument:
    """The document; parsed when it is needed."""
    return SpirvDocument(data)


@dataclass(frozen=True, eq=False)
class SpirvDocument:
    """Instructions in blocks in functions."""

    data: bytes
    spacing: ClassVar[Spacing] = Spacing.EXACT

    @cached_property
    def program(self) -> LinkedProgram:
        """Its items and their references."""
        return read(self.data)

    @cached_property
    def tree(self) -> Tree:
        """The items as nodes."""
        return tree_of(self.program, self.spacing)

    def valid(self, kept: Selection) -> bool:
        """Whether these instructions alone refer to no id that they do not define."""
        return self.valid_text(self.tree.render(kept))

    def valid_text(self, data: bytes) -> bool:
        """The same for any module."""
        return byte_order(data) is not None and read(data).unresolved <= self.program.unresolved
