"""Which reader reads which grammar file, by the end of its name. A reader is loaded when it is needed."""

from __future__ import annotations

from importlib import import_module

from thresher.errors import UsageError
from thresher.grammars.grammar import Grammar
from thresher.grammars.readers.reading import Load, load_nothing

READERS = dict.fromkeys([".y", ".yy", ".yacc"], "yacc")
READERS |= {".g4": "antlr4", ".lark": "lark", "grammar.json": "tree_sitter"}


def read_grammar(name: str, text: str, load: Load = load_nothing) -> Grammar:
    """The grammar in a file of that name; a GrammarError says where it cannot be read."""
    for suffix, reader in READERS.items():
        if name.endswith(suffix):
            found: Grammar = import_module(f"{__name__}.{reader}.reader").read(name, text, load)
            return found
    raise UsageError(f"cannot determine what kind of grammar {name} is; its name should end in {', '.join(READERS)}")
