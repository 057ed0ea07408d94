"""Programs and data in any language that tree-sitter has a grammar for.

The tree has the grammar's nodes in it; what can be removed, and what must replace it, is found by asking the parser.
Every candidate is parsed again before it costs a test, and must not have more syntax errors than the input. An input
with errors works as well: what parses is a tree, and the rest can go too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from thresher.errors import UsageError
from thresher.formats.source.languages import guess_language, language_named

if TYPE_CHECKING:
    from thresher.formats.source.document import SourceDocument
    from thresher.grammars.language import Language
    from thresher.structures.document import Document


def confidence(name: str, data: bytes) -> float:
    """Sure of itself for a language that is known by its name or content."""
    return 0.95 if guess_language(name, data) else 0.0


def parse_document(name: str, data: bytes, language: Language | str | None) -> Document:
    """The document in the language named, or the one guessed from the file's name and content."""
    if language is not None and not isinstance(language, str):
        raise UsageError("--grammar needs --format grammar, or no --format")
    if language and (parse := _own_parsers().get(language.lower())) is not None:
        return parse(name, data)
    found = language_named(language) if language else guess_language(name, data)
    if found is None:
        raise UsageError(f"cannot guess the language of {name}; name it with --language, or use --format code")
    return parse_source(data, found)


def parse_source(data: bytes, language: str) -> SourceDocument:
    """The document in a language as `language_named` gives it."""
    from thresher.formats.source.document import SourceDocument  # noqa: PLC0415 - needs tree-sitter

    return SourceDocument(data, language)


@cache
def _own_parsers() -> dict[str, Callable[[str, bytes], Document]]:
    """The languages with a parser of their own."""
    from thresher.formats.structured import html, ini, sexp, xml  # noqa: PLC0415 - not needed if no language is named

    return {
        "xml": xml.parse_document,
        "html": html.parse_document,
        "ini": ini.parse_document,
        **dict.fromkeys(sexp.NAMES, sexp.parse_document),
    }
