"""Loads grammar files; their compiled tables are cached on disk."""

from __future__ import annotations

import os
import pickle
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

from thresher.errors import UsageError
from thresher.grammars.analysis import checked
from thresher.grammars.grammar import Grammar
from thresher.grammars.lalr import Tables
from thresher.grammars.language import Language
from thresher.grammars.readers import read_grammar
from thresher.session.files.whole import require_file, write_whole

FOLDER = Path("thresher", "grammars")
DIGEST = 16  # bytes


def load_grammar(path: Path, start: str | None = None) -> Grammar:
    """The grammar in a file, with the files beside it that it imports."""

    def beside(name: str) -> str | None:
        try:
            return path.with_name(Path(name).name).read_text("utf-8")
        except (FileNotFoundError, ValueError):
            return None

    if path.exists() and not path.is_dir():
        require_file(path)
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise UsageError(f"cannot read the grammar {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"the grammar {path} is not UTF-8 text (byte {error.start})") from None
    grammar = read_grammar(str(path), text, beside)
    return grammar.starting(start) if start else grammar


def load_language(path: Path, start: str | None = None, *, flat: bool = True) -> Language:
    """The language of a grammar file, ready to parse; GrammarError if the grammar is invalid.

    Unless `flat`, lists written by recursion keep their nesting.
    """
    grammar = checked(load_grammar(path, start))
    place = cache_folder() / f"{_name(grammar)}.tables"
    known = _known(place)
    language = Language(grammar, known, flat=flat)
    if known is None:
        _keep(place, language.parser.tables)
    return language


def cache_folder() -> Path:
    """The directory of the cached tables."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / FOLDER


def _name(grammar: Grammar) -> str:
    """A digest of the grammar and the version of thresher."""
    parts = (version("thresher"), grammar.start, grammar.rules, grammar.terminals, grammar.precedences)
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=DIGEST).hexdigest()


def _known(place: Path) -> Tables | None:
    """The cached tables; None if there are none, or the file is damaged."""
    try:
        kept = place.read_bytes()
    except OSError:
        return None
    checksum, content = kept[:DIGEST], kept[DIGEST:]
    if _checksum(content) != checksum:
        return None
    tables = pickle.loads(content)
    return tables if isinstance(tables, Tables) else None


def _keep(place: Path, tables: Tables) -> None:
    """Caches the tables if possible; otherwise they are compiled again next time."""
    content = pickle.dumps(tables)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, _checksum(content) + content)
    except OSError:
        return


def _checksum(content: bytes) -> bytes:
    return blake2b(content, digest_size=DIGEST).digest()
