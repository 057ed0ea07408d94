"""A context-free grammar as its author wrote it: rules with alternatives and repetition, and terminals.

Every reader (`yacc`, `antlr4`, `lark`, `tree_sitter`) makes one of these, and everything else depends on nothing but
this. Each element has its position in the file, for messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple, TypeAlias

DEFAULT_MODE = "DEFAULT_MODE"


class SourcePosition(NamedTuple):
    """A line and column, both from 1; 0 where there is none, as in JSON."""

    line: int = 0
    column: int = 0


NOWHERE = SourcePosition()


class Problem(NamedTuple):
    """Something the author should know. A `fatal` one makes the grammar useless, another is a warning."""

    place: SourcePosition
    message: str
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """A rule or a terminal by name."""

    name: str
    place: SourcePosition = NOWHERE


@dataclass(frozen=True, slots=True)
class Concatenation:
    """Expressions in sequence; none is the empty text."""

    parts: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """`?` is 0 to 1 times, `*` 0 to any number, `+` 1 to any number (`most` is None)."""

    body: Expression
    least: int
    most: int | None


Expression: TypeAlias = Symbol | Concatenation | Choice | Repeat


class Associativity(Enum):
    """How operators of the same precedence associate; NONE forbids `a < b < c`, SILENT leaves it open."""

    LEFT = "left"
    RIGHT = "right"
    NONE = "nonassoc"
    SILENT = "precedence"


class Precedence(NamedTuple):
    """A higher level binds tighter. Levels of different groups cannot be compared."""

    level: int
    side: Associativity
    group: str = ""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to write a rule."""

    body: Expression
    precedence: Precedence | None = None
    place: SourcePosition = NOWHERE


@dataclass(frozen=True, slots=True)
class Rule:
    """A nonterminal. A `hidden` one has no nodes in a tree."""

    name: str
    alternatives: tuple[Alternative, ...]
    place: SourcePosition = NOWHERE
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Terminal:
    """A token: a Python regular expression, and perhaps the text that replaces it when it is not needed.

    Of the terminals that match, the one of the highest `priority` wins, then the longest match, then the one that comes
    first. What a `skip` matches is not a token, but stays in the text. A terminal is searched for in its `modes` only;
    when it is found the lexer first leaves `pops` modes and then enters those in `pushes`. A `more` is the beginning of
    the token that follows. An `immediate` one allows nothing skipped before it.
    """

    name: str
    pattern: str
    minimal: str | None = None
    place: SourcePosition = NOWHERE
    skip: bool = False
    priority: int = 0
    modes: frozenset[str] = frozenset([DEFAULT_MODE])
    pops: int = 0
    pushes: tuple[str, ...] = ()
    more: bool = False
    immediate: bool = False


class Lexing(Enum):
    """LONGEST: the longest match wins, whatever the parser expects (lex, ANTLR). EXPECTED: only what it expects."""

    LONGEST = "longest"
    EXPECTED = "expected"


@dataclass(frozen=True)
class Grammar:
    """`precedences` are those of terminals (yacc's %left and the like); the alternatives have theirs."""

    name: str
    rules: Mapping[str, Rule]
    terminals: Mapping[str, Terminal]
    start: str
    precedences: Mapping[str, Precedence] = field(default_factory=dict)
    lexing: Lexing = Lexing.LONGEST
    problems: tuple[Problem, ...] = ()

    def starting(self, rule: str) -> Grammar:
        """The same grammar with another start rule."""
        return replace(self, start=rule)


def literal(text: str, place: SourcePosition = NOWHERE, *, name: str | None = None) -> Terminal:
    """The terminal for a fixed text; unless named it is called by the text in quotes.

    >>> literal("+=").name, literal("+=").pattern
    ("'+='", '\\\\+=')
    """
    return Terminal(name or repr(text), re.escape(text), place=place)


def symbols(expression: Expression) -> Iterator[Symbol]:
    """Every symbol of an expression, in order."""
    match expression:
        case Symbol():
            yield expression
        case Repeat(body):
            yield from symbols(body)
        case Concatenation(parts) | Choice(parts):
            for part in parts:
                yield from symbols(part)


def optional(body: Expression) -> Repeat:
    """Once or not at all."""
    return Repeat(body, 0, 1)


def star(body: Expression) -> Repeat:
    """Any number of times."""
    return Repeat(body, 0, None)


def plus(body: Expression) -> Repeat:
    """At least once."""
    return Repeat(body, 1, None)
