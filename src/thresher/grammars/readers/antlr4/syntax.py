"""The syntax tree of an ANTLR 4 grammar file, with offsets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from thresher.grammars.grammar import DEFAULT_MODE
from thresher.grammars.readers.reading import GrammarText


@dataclass(frozen=True, slots=True)
class SymbolName:
    """A rule, a token, or EOF."""

    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class Literal:
    """A text in quotes, its escapes resolved."""

    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class CharacterRange:
    """`'a'..'z'`."""

    first: str
    last: str
    offset: int


@dataclass(frozen=True, slots=True)
class CharacterSet:
    """`[a-z]`; the offsets are those of its inside."""

    offset: int
    end: int


@dataclass(frozen=True, slots=True)
class Wildcard:
    """`.`: any character in a lexer rule, any token in a parser rule."""

    offset: int


@dataclass(frozen=True, slots=True)
class Not:
    """`~`: any one character, or token, but these."""

    body: Element
    offset: int


@dataclass(frozen=True, slots=True)
class Subrule:
    """Alternatives in parentheses."""

    branches: tuple[Branch, ...]
    offset: int


@dataclass(frozen=True, slots=True)
class Loop:
    """`?`, `*` and `+`; with a second `?` they are not greedy."""

    body: Element
    least: int
    most: int | None
    greedy: bool
    offset: int


Element: TypeAlias = SymbolName | Literal | CharacterRange | CharacterSet | Wildcard | Not | Subrule | Loop


class LexerCommand(NamedTuple):
    """`-> name(argument)`."""

    name: str
    argument: str
    offset: int


@dataclass(frozen=True, slots=True)
class Branch:
    """An alternative, without its actions; `right` for `<assoc=right>`."""

    elements: tuple[Element, ...]
    offset: int
    right: bool = False
    commands: tuple[LexerCommand, ...] = ()


@dataclass(frozen=True)
class Definition:
    """A parser or lexer rule, the file it is in, and where in it there was code."""

    name: str
    branches: tuple[Branch, ...]
    text: GrammarText
    offset: int
    fragment: bool = False
    mode: str = DEFAULT_MODE
    insensitive: bool = False
    predicates: tuple[int, ...] = ()
    actions: tuple[int, ...] = ()

    @property
    def lexical(self) -> bool:
        """Whether it is a lexer rule: its name begins with a capital letter."""
        return self.name[0].isupper()


class Reference(NamedTuple):
    """A name in the head of a file: another grammar or a token."""

    name: str
    offset: int


@dataclass(frozen=True)
class File:
    """A whole grammar file. `kind` is lexer, parser, or empty for both in one."""

    kind: str
    text: GrammarText
    definitions: tuple[Definition, ...]
    imports: tuple[Reference, ...] = ()
    tokens: tuple[Reference, ...] = ()
    vocabulary: Reference | None = None
    insensitive: bool = False


def leaves(element: Element) -> Iterator[Element]:
    """Every part of an element that has no parts itself, in order."""
    match element:
        case Not(body) | Loop(body):
            yield from leaves(body)
        case Subrule(branches):
            for branch in branches:
                for part in branch.elements:
                    yield from leaves(part)
        case _:
            yield element


def names(branches: tuple[Branch, ...]) -> set[str]:
    """Every rule and token that alternatives refer to."""
    return {leaf.text for leaf in leaves(Subrule(branches, 0)) if isinstance(leaf, SymbolName)}
