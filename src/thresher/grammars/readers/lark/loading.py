"""The one place that touches Lark's grammar loader: a `.lark` file to rules still in EBNF and terminals as patterns.

`lark.load_grammar` is not a public interface, but the only one that keeps `x*` and `x?`; what Lark offers officially
are the rules after its own translation to BNF. So the first half of `lark.load_grammar.Grammar.compile` is done here
with its parts (literals to patterns, names for anonymous terminals, templates to rules), and the second half is not.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import Any, TypeAlias

from lark import Token, Tree
from lark.exceptions import GrammarError, LarkError
from lark.grammar import Symbol as LarkSymbol
from lark.lexer import TerminalDef
from lark.load_grammar import (
    ApplyTemplates,
    GrammarBuilder,
    PackageResource,
    PrepareAnonTerminals,
    PrepareLiterals,
    TerminalTreeToPattern,
    ValidateSymbols,
    stdlib_loader,
)

from thresher.grammars.readers.reading import Load

LarkTree: TypeAlias = "Tree[Token | LarkSymbol]"

FAILURES = (LarkError, AssertionError, AttributeError, LookupError, TypeError, ValueError, RecursionError)
"""What Lark raises for a grammar it does not understand. Many of its checks are assertions, or are missing."""


@dataclass(frozen=True)
class Loaded:
    """The rules in EBNF by name, templates expanded; the terminals; the names ignored and those only declared."""

    rules: dict[str, LarkTree]
    terminals: list[TerminalDef]
    ignored: frozenset[str]
    declared: tuple[str, ...]


class Loader:
    """Finds the files that a grammar imports. `latest` is the one last found, and so the one being parsed."""

    def __init__(self, name: str, text: str, load: Load) -> None:
        self.latest, self.text, self._load = name, text, load

    def __call__(self, base: str | PackageResource | None, path: str) -> tuple[str | PackageResource, str]:
        """The file's own path and its text. Never an OSError, for then Lark would open files by itself."""
        if not isinstance(base, PackageResource):
            beside = posixpath.join(base or "", path)
            text = self._load(beside)
            if text is not None:
                self.latest, self.text = beside, text
                return beside, text
        try:
            return stdlib_loader(base, path)
        except OSError:
            raise GrammarError(f"there is no grammar {path} to import, neither beside this one nor in Lark") from None


def load_grammar(text: str, loader: Loader) -> Loaded:
    """The grammar with all its imports; raises one of FAILURES."""
    builder = GrammarBuilder(import_paths=[loader])
    builder.load_grammar(text, "grammar.lark")  # a bare name: imports are then relative to where `load` looks
    grammar = builder.build()
    to_pattern = PrepareLiterals() * TerminalTreeToPattern()
    terminals = [
        TerminalDef(name, to_pattern.transform(tree), priority)
        for name, (tree, priority) in grammar.term_defs
        if tree is not None
    ]
    missing = [name for name, (tree, _priority) in grammar.term_defs if tree is None]
    missing += [name for name, _parameters, tree, _options in grammar.rule_defs if tree is None]
    rules = _expand(grammar.rule_defs, terminals)
    return Loaded(rules, terminals, frozenset(grammar.ignore), tuple(map(str, missing)))


def _expand(definitions: Any, terminals: list[TerminalDef]) -> dict[str, LarkTree]:
    """The trees of all rules that are not templates; appends the anonymous terminals to `terminals`."""
    anonymous, templates = PrepareAnonTerminals(terminals), ApplyTemplates(definitions)  # type: ignore[no-untyped-call]
    prepare = PrepareLiterals() * ValidateSymbols() * anonymous * templates
    rules: dict[str, LarkTree] = {}
    for name, parameters, tree, _options in definitions:  # grows while templates are used
        if not parameters and tree is not None:
            rules[str(name)] = prepare.transform(tree)
    return rules
