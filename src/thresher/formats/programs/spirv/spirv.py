"""SPIR-V modules (`.spv`): words, of which instructions, blocks and functions are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thresher.formats.programs.items import ItemsDocument
from thresher.formats.programs.spirv.reader import read
from thresher.formats.programs.spirv.words import byte_order

if TYPE_CHECKING:
    from thresher.grammars.language import Language


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first word."""
    return 0.99 if byte_order(data[: len(data) // 4 * 4]) else 0.0


def parse_document(name: str, data: bytes, language: Language | str | None) -> ItemsDocument:
    """The document; parsed when it is needed."""
    return ItemsDocument(data, read)
