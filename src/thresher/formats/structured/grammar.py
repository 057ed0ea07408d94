"""Any language that a grammar is given for, with --grammar or by an installed package.

A package registers grammars as entry points of the group `thresher.grammars`: objects, modules for instance, with
`FILE` (the grammar's file name, which determines its kind), `GRAMMAR` (its text), `SUFFIXES` of inputs, and `START` if
that is not the grammar's own.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from thresher.errors import UsageError
from thresher.formats.content import has_suffix

if TYPE_CHECKING:
    from thresher.grammars.document import GrammarDocument
    from thresher.grammars.language import Language

GROUP = "thresher.grammars"


def confidence(name: str, data: bytes) -> float:
    """Surer of itself than any other format for the suffixes of installed grammars."""
    return 0.99 if any(has_suffix(name, *each.SUFFIXES) for each in installed().values()) else 0.0


def parse_document(name: str, data: bytes, language: Language | str | None) -> GrammarDocument:
    """The document in a language, or in the installed one of that name or for that file."""
    from thresher.grammars.document import GrammarDocument  # noqa: PLC0415 - most inputs need no grammar

    known = _language(name, language) if language is None or isinstance(language, str) else language
    return GrammarDocument(name, data, known)


@cache
def installed() -> dict[str, Any]:
    """The grammars that packages bring, by name."""
    return {entry.name: entry.load() for entry in entry_points(group=GROUP)}


def _language(name: str, wanted: str | None) -> Language:
    if wanted is None:
        wanted = next((known for known, each in installed().items() if has_suffix(name, *each.SUFFIXES)), "")
    if wanted not in installed():
        raise UsageError(f"there is no grammar for {name}; give one with --grammar FILE")
    return compiled(wanted)


@cache
def compiled(name: str) -> Language:
    from thresher.grammars.analysis import checked  # noqa: PLC0415 - most inputs need no grammar
    from thresher.grammars.language import Language  # noqa: PLC0415 - likewise
    from thresher.grammars.readers import read_grammar  # noqa: PLC0415 - likewise

    found = installed()[name]
    grammar = read_grammar(found.FILE, found.GRAMMAR)
    start = getattr(found, "START", None)
    return Language(checked(grammar.starting(start) if start else grammar))
