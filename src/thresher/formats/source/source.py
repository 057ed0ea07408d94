"""Programs and data in any language that tree-sitter has a grammar for.

The tree has the grammar's nodes in it; what can go, and what must stand in its place, is found by asking the parser.
Every candidate is parsed again before it costs a test, and must not have more syntax errors than the input. An input
with errors works as well: what parses is a tree, and the rest can go too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from thresher.errors import UsageError
from thresher.formats.source.changed_bytes import edits_of
from thresher.formats.source.languages import guess_language, language_named
from thresher.formats.source.node_contexts import places_of
from thresher.formats.source.reparse import Reparser
from thresher.formats.source.replacements import Prober
from thresher.formats.source.source_tree import SourceTree
from thresher.formats.source.syntax import syntax_of
from thresher.formats.structured import html, ini, sexp, xml
from thresher.grammars.language import Language
from thresher.kernel.selection import Selection
from thresher.structures.document import Document
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

OTHERS: dict[str, Callable[[str, bytes], Document]] = {
    "xml": xml.parse_document,
    "html": html.parse_document,
    "ini": ini.parse_document,
}
"""The languages with a parser of their own."""
OTHERS |= dict.fromkeys(sexp.NAMES, sexp.parse_document)


def confidence(name: str, data: bytes) -> float:
    """Sure of itself for a language that is known by its name or content."""
    return 0.95 if guess_language(name, data) else 0.0


def parse_document(name: str, data: bytes, language: Language | str | None) -> Document:
    """The document in the language named, or the one that the file's name and content tell."""
    if isinstance(language, Language):
        raise UsageError("a grammar is for the format grammar; use --format grammar, or none")
    if language and language.lower() in OTHERS:
        return OTHERS[language.lower()](name, data)
    found = language_named(language) if language else guess_language(name, data)
    if found is None:
        raise UsageError(f"cannot tell the language of {name}; name it with --language, or use --format code")
    return parse_source(data, found)


def parse_source(data: bytes, language: str) -> SourceDocument:
    """The document in a language as `language_named` gives it."""
    return SourceDocument(data, language)


@dataclass(frozen=True, eq=False)
class SourceDocument:
    """Parsed when it is first needed."""

    data: bytes
    language: str

    @cached_property
    def tree(self) -> Tree:
        """The nodes, with what stands in their places."""
        syntax = syntax_of(self.data, self._reparser.parse)
        places = places_of(syntax)
        decisions = Prober(syntax, places, self._reparser, Spacing.FREE).decisions()
        return SourceTree(syntax, places, decisions).tree(Spacing.FREE)

    @property
    def errors(self) -> int:
        """How many syntax errors the document has."""
        return self._reparser.faults.errors

    def valid(self, kept: Selection) -> bool:
        """Whether these nodes alone render to a text with no more syntax errors than the document has."""
        return self._reparser.valid(self.tree.render(kept), list(edits_of(self.tree, kept)))

    def valid_text(self, data: bytes) -> bool:
        """The same for any text."""
        return self._reparser.valid_text(data)

    @cached_property
    def _reparser(self) -> Reparser:
        return Reparser(self.data, self.language)
