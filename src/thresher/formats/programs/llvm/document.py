"""A module in LLVM's textual language as a document: candidates have no undefined names that it has not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from thresher.formats.programs.llvm.reader import read
from thresher.formats.source.document import SourceDocument
from thresher.kernel.selection import Selection
from thresher.structures.trees.splice import Spacing

if TYPE_CHECKING:
    from thresher.structures.program import LinkedProgram


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
