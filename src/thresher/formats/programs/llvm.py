"""LLVM's textual language (`.ll`): a syntax tree, and the program in it for joint edits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from thresher.errors import UsageError
from thresher.formats.content import has_suffix, is_binary
from thresher.formats.programs.llvm_reader import read
from thresher.formats.source.document import SourceDocument
from thresher.formats.source.languages import installed
from thresher.kernel.selection import Selection
from thresher.structures.trees.splice import Spacing

if TYPE_CHECKING:
    from thresher.grammars.language import Language
    from thresher.structures.program import LinkedProgram

LANGUAGE = "llvm"
_BEGINNING = re.compile(rb"(?:\s|;[^\n]*\n)*(?:source_filename\s*=|target\s+(?:datalayout|triple)\s*=)")


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the name, or by how modules begin."""
    if is_binary(data) or not installed(LANGUAGE):
        return 0.0
    return 0.97 if has_suffix(name, ".ll") or _BEGINNING.match(data) else 0.0


def parse_document(name: str, data: bytes, language: Language | str | None) -> LlvmDocument:
    """The document; parsed when it is needed."""
    if not installed(LANGUAGE):
        raise UsageError("the grammar for llvm is not installed; run: pip install tree-sitter-llvm")
    return LlvmDocument(data, LANGUAGE)


@dataclass(frozen=True, eq=False)
class LlvmDocument(SourceDocument):
    """A document that knows what its names refer to."""

    spacing: ClassVar[Spacing] = Spacing.FREE

    @cached_property
    def program(self) -> LinkedProgram:
        """Its items and their references."""
        return read(self.data)

    def valid(self, kept: Selection) -> bool:
        """Whether these nodes alone have no more syntax errors, and no undefined names that the document has not."""
        return super().valid(kept) and self._resolved(self.tree.render(kept))

    def valid_text(self, data: bytes) -> bool:
        """The same for any text."""
        return super().valid_text(data) and self._resolved(data)

    def _resolved(self, data: bytes) -> bool:
        return read(data).unresolved <= self.program.unresolved
