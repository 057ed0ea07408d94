"""S-expressions: SMT-LIB, Lisp, Scheme, Clojure. Lists and atoms, any of which can go.

A small scanner: no two of these languages share a grammar, but all of them have brackets. A candidate is
valid if it has no more brackets without a partner than the input, and no more strings without an end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from thresher.formats.content import has_suffix, is_binary
from thresher.formats.structured.sexp_references import commands
from thresher.kernel.selection import Selection
from thresher.structures.references import NamedUnits
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

SUFFIXES = (".smt2", ".smt", ".sy", ".sl", ".lisp", ".lsp", ".cl", ".el", ".scm", ".ss", ".rkt", ".sexp", ".clj",
            ".cljs", ".edn")  # fmt: skip
NAMES = ("sexp", "smt", "smtlib", "smt2", "lisp", "commonlisp", "elisp", "scheme", "racket", "clojure")
_TERM = frozenset(["term"])  # any term may replace any other
KINDS = {"open": NodeKind("list", _TERM), "atom": NodeKind("atom", _TERM)} | {
    name: NodeKind(name, frozenset()) for name in ("comment", "close", "stray")
}
HEAD = NodeKind("atom", frozenset())  # names what its list is, so it seldom stands for the list
PAIRS = {b")": ord("("), b"]": ord("["), b"}": ord("{")}
_TOKEN = re.compile(
    rb"""
      (?P<atom> (?:\#?['`,@])* (?: "(?:[^"\\]|\\.|"")*" | \|[^|]*\| | (?:\\.|[^\s()\[\]{}"';`,|\\\#]|\#(?![|(\[{]))+ ) )
    | (?P<open> (?:\#?['`,@]|\#)* [(\[{] )         # quotes and reader marks go with their list
    | (?P<close> [)\]}] )
    | (?P<comment> ;[^\n]* | \#\|.*?\|\# )
    | (?P<stray> ["|].* | \S )                     # a string that does not end
    """,
    re.VERBOSE | re.DOTALL,
)


def confidence(name: str, data: bytes) -> float:
    """Sure of itself for the usual names."""
    return 0.97 if has_suffix(name, *SUFFIXES) and not is_binary(data) else 0.0


def parse_document(name: str, data: bytes, language: object = None) -> SexpDocument:
    """The document; the language makes no difference."""
    return SexpDocument(data)


@dataclass(frozen=True, eq=False)
class SexpDocument:
    """Parsed when it is first needed."""

    data: bytes
    language: str = "sexp"
    token: ClassVar[re.Pattern[bytes]] = _TOKEN

    @cached_property
    def tree(self) -> Tree:
        """A node for each list, atom, comment, and bracket without a partner."""
        return _tree(self.data, self.token)

    @cached_property
    def faults(self) -> int:
        """How many brackets have no partner, and strings no end."""
        return count_faults(self.data, self.token)

    def named_units(self) -> NamedUnits:
        """The commands or definitions and what they refer to."""
        return commands(self.tree)

    def valid(self, kept: Selection) -> bool:
        """Whether these nodes alone render to a text with no more faults than the document has."""
        return self.valid_text(self.tree.render(kept))

    def valid_text(self, data: bytes) -> bool:
        """The same for any text."""
        return count_faults(data, self.token) <= self.faults


def count_faults(data: bytes, token: re.Pattern[bytes] = _TOKEN) -> int:
    """How many brackets have no partner, and strings no end.

    >>> count_faults(b'(a "b)" |c|)'), count_faults(b"(a]"), count_faults(b'"')
    (0, 2, 1)
    """
    return len(_alone(data, token))


def _alone(data: bytes, pattern: re.Pattern[bytes]) -> set[int]:
    """Where the brackets end that have no partner, and the strings that have no end."""
    alone: list[int] = []
    around: list[re.Match[bytes]] = []
    for token in pattern.finditer(data):
        kind = token.lastgroup
        if kind == "atom":
            continue
        if kind == "open":
            around.append(token)
        elif kind == "close" and around and around[-1].group()[-1] == PAIRS[token.group()]:
            around.pop()
        elif kind != "comment":
            alone.append(token.end())
    return {*alone, *(token.end() for token in around)}


def _tree(data: bytes, pattern: re.Pattern[bytes]) -> Tree:
    """The tree, without recursion."""
    alone = _alone(data, pattern)
    builder = TreeBuilder(data, spacing=Spacing.ATOMS)
    builder.open("document", 0)
    before = ""
    for token in pattern.finditer(data):
        kind, last, before = token.lastgroup or "", before, token.lastgroup or ""
        if kind in ("atom", "comment") or token.end() in alone:
            is_head = kind == "atom" and last == "open"
            builder.leaf(HEAD if is_head else KINDS[kind], token.start(), token.end())
        elif kind == "open":
            builder.open(KINDS[kind], token.start())
        else:
            builder.close(token.end())
    builder.close(len(data))
    return builder.build()
