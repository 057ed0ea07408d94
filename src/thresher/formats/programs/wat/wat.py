"""WebAssembly as text (`.wat`): lists and atoms, and the program in them for joint edits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from thresher.formats.content import has_suffix, is_binary
from thresher.formats.programs.wat.lists import TOKEN
from thresher.formats.programs.wat.reader import read
from thresher.formats.structured.sexp import SexpDocument
from thresher.structures.trees.splice import Spacing

if TYPE_CHECKING:
    from thresher.grammars.language import Language
    from thresher.structures.program import LinkedProgram


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the name."""
    return 0.97 if has_suffix(name, ".wat", ".wast") and not is_binary(data) else 0.0


def parse_document(name: str, data: bytes, language: Language | str | None = None) -> WatDocument:
    """The document; parsed when it is needed."""
    return WatDocument(data)


@dataclass(frozen=True, eq=False)
class WatDocument(SexpDocument):
    """A document that knows what its names and numbers refer to."""

    language: str = "wat"
    token: ClassVar[re.Pattern[bytes]] = TOKEN
    spacing: ClassVar[Spacing] = Spacing.FREE

    @cached_property
    def program(self) -> LinkedProgram:
        """Its items and their references."""
        return read(self.data)

    def valid_text(self, data: bytes) -> bool:
        """Whether a text has no more faults, and no undefined names that the document has not."""
        return super().valid_text(data) and read(data).unresolved <= self.program.unresolved
