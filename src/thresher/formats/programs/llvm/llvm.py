"""LLVM's textual language (`.ll`): a syntax tree, and the program in it for joint edits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from thresher.errors import UsageError
from thresher.formats.content import has_suffix, is_binary
from thresher.formats.source.languages import installed

if TYPE_CHECKING:
    from thresher.formats.programs.llvm.document import LlvmDocument
    from thresher.grammars.language import Language

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
    from thresher.formats.programs.llvm.document import LlvmDocument  # noqa: PLC0415 - not everybody has tree-sitter

    return LlvmDocument(data, LANGUAGE)
