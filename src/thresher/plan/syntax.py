"""The language that the candidates of a stage are parsed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher import formats

if TYPE_CHECKING:
    from thresher.grammars.language import Language
    from thresher.structures.document import Document


@dataclass(frozen=True, slots=True)
class Syntax:
    """A format with trees, and the language where the format has several."""

    format: str
    language: Language | str | None = None

    def parse(self, name: str, data: bytes) -> Document:
        """The tree of a content of a file of that name."""
        return formats.parse_document(self.format, name, data, self.language)

    @property
    def language_name(self) -> str | None:
        """What the language is called, if it is known by a name."""
        return self.language if isinstance(self.language, str) else None
