"""Any language that a grammar is given for, with --grammar or by an installed package.

A package registers grammars as entry points of the group `thresher.grammars`: objects, modules for instance, with
`FILE` (the grammar's file name, which tells its kind), `GRAMMAR` (its text), `SUFFIXES` of inputs, and `START` if that
is not the grammar's own.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from thresher.errors import UsageError
from thresher.formats.content import has_suffix
from thresher.grammars.analysis import checked
from thresher.grammars.document import GrammarDocument
from thresher.grammars.language import Language
from thresher.grammars.readers import read_grammar

GROUP = "thresher.grammars"


def confidence(name: str, data: bytes) -> float:
    """Surer of itself than any other format for the suffixes of installed grammars."""
    return 0.99 if any(has_suffix(name, *each.SUFFIXES) for each in installed().values()) else 0.0


def parse_document(name: str, data: bytes, language: Language | str | None) -> GrammarDocument:
    """The document in a language, or in the installed one of that name or for that file."""
    return GrammarDocument(name, data, language if isinstance(language, Language) else _language(name, language))


@cache
def installed() -> dict[str, Any]:
    """The grammars that packages bring, by name."""
    return {entry.name: entry.load() for entry in entry_points(group=GROUP)}


def _language(name: str, wanted: str | None) -> Language:
    if wanted is None:
        wanted = next((known for known, each in installed().items() if has_suffix(name, *each.SUFFIXES)), "")
    if wanted not in installed():
        raise UsageError(f"there is no grammar for {name}; give one with --grammar FILE")
    return _compiled(wanted)


@cache
def _compiled(name: str) -> Language:
    found = installed()[name]
    grammar = read_grammar(found.FILE, found.GRAMMAR)
    start = getattr(found, "START", None)
    return Language(checked(grammar.starting(start) if start else grammar))
