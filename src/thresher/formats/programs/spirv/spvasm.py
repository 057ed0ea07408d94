"""SPIR-V as text (`.spvasm`): instructions, blocks and functions, with what refers to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from thresher.formats.content import has_suffix, is_binary
from thresher.formats.programs.items import TextItemsDocument
from thresher.formats.programs.spirv.reader import reading
from thresher.formats.programs.spirv.text import read_text

if TYPE_CHECKING:
    from thresher.grammars.language import Language

_BEGINNING = re.compile(rb"\s*(?:; SPIR-V|OpCapability\s+\w)")
read = reading(read_text)


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the name, or by how modules begin."""
    if is_binary(data):
        return 0.0
    return 0.97 if has_suffix(name, ".spvasm") or _BEGINNING.match(data) else 0.0


def parse_document(name: str, data: bytes, language: Language | str | None) -> TextItemsDocument:
    """The document; parsed when it is needed."""
    return TextItemsDocument(data, read)
