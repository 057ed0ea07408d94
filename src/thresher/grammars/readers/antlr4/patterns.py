"""ANTLR 4 lexer rules as Python regular expressions.

Rules that a rule refers to are written out in it. Python has no recursion there, so what refers to itself is unfolded
to a fixed depth. ANTLR takes the longest way through a rule and Python the first, so alternatives that can be longer
are put before others; a loop that is not greedy is the same in both.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from thresher.errors import GrammarError
from thresher.grammars.grammar import Problem
from thresher.grammars.readers.antlr4.characters import member, read_set, span
from thresher.grammars.readers.antlr4.syntax import (
    Branch,
    CharacterRange,
    CharacterSet,
    Definition,
    Element,
    Literal,
    Loop,
    Not,
    Subrule,
    SymbolName,
    Wildcard,
    names,
)

UNFOLDED = 3
_DEEPEST = 100
_LONGEST = 100_000
_MOST_PIECES = 20_000


class PatternPiece(NamedTuple):
    """A pattern that can be part of a sequence, and how much it matches.

    `members` is the inside of `[...]` if it matches one character of a plain set. One that is `closed` can be repeated.
    """

    pattern: str
    least: int
    most: float
    members: str | None = None
    closed: bool = False


_ANY = PatternPiece("(?s:.)", 1, 1, closed=True)
_END = PatternPiece(r"\Z", 0, 0)
_NEVER = PatternPiece("(?!)", 0, 0, closed=True)


class _RuleScope(NamedTuple):
    """The rule whose elements are translated, the rules that led to it, and how deep in all of them we are."""

    definition: Definition
    path: tuple[str, ...]
    depth: int = 0

    def error(self, offset: int, message: str) -> GrammarError:
        return self.definition.text.error(offset, message)


class Patterns:
    """Translates the rules among `definitions`; `problems` are the warnings so far."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self.problems: list[Problem] = []
        self._definitions = definitions
        self._done: dict[str, PatternPiece] = {}
        self._recursive = frozenset(_recursive(definitions))
        self._pieces = 0
        self._warned: set[tuple[str, int]] = set()

    def pattern(self, definition: Definition, branches: tuple[Branch, ...]) -> str:
        """A regular expression for some of the rule's alternatives; it compiles."""
        self._pieces = 0
        scope = _RuleScope(definition, (definition.name,))
        pattern = self._choice(branches, scope).pattern
        try:
            re.compile(pattern)
        except (re.error, OverflowError) as error:
            message = f"rule {definition.name} cannot be written as a regular expression: {error}"
            raise scope.error(definition.offset, message) from error
        return pattern

    def _warn(self, definition: Definition, offset: int, message: str) -> None:
        """Notes it once for each place, however often the rule there is written out."""
        key = (definition.text.name, offset)
        if key not in self._warned:
            self._warned.add(key)
            self.problems.append(Problem(definition.text.place(offset), message))

    def _choice(self, branches: tuple[Branch, ...], scope: _RuleScope) -> PatternPiece:
        pieces = [self._sequence(branch, scope) for branch in branches]
        if len(pieces) == 1:
            return pieces[0]
        members = [piece.members for piece in pieces if piece.members is not None]
        if len(members) == len(pieces):
            return _one_of("".join(members))
        pieces.sort(key=lambda piece: (-piece.most, -piece.least))
        pattern = "|".join(dict.fromkeys(piece.pattern for piece in pieces))
        least, most = min(piece.least for piece in pieces), pieces[0].most
        return self._checked(PatternPiece(f"(?:{pattern})", least, most, closed=True), scope)

    def _sequence(self, branch: Branch, scope: _RuleScope) -> PatternPiece:
        pieces = [self._element(element, scope) for element in branch.elements]
        if len(pieces) == 1:
            return pieces[0]
        pattern = "".join(piece.pattern for piece in pieces)
        return self._checked(
            PatternPiece(pattern, sum(piece.least for piece in pieces), sum(piece.most for piece in pieces)), scope
        )

    def _checked(self, piece: PatternPiece, scope: _RuleScope) -> PatternPiece:
        self._pieces += 1
        if len(piece.pattern) > _LONGEST or self._pieces > _MOST_PIECES:
            first = self._definitions[scope.path[0]]
            message = f"rule {first.name} is too long once the rules it refers to are written out"
            raise first.text.error(first.offset, message)
        return piece

    def _element(self, element: Element, scope: _RuleScope) -> PatternPiece:
        if scope.depth > _DEEPEST:
            raise scope.error(element.offset, f"rule {scope.path[0]} is nested too deeply")
        inner = scope._replace(depth=scope.depth + 1)
        insensitive = scope.definition.insensitive
        match element:
            case SymbolName():
                piece = self._reference(element, inner)
            case Literal(text):
                piece = _literal(text, insensitive=insensitive)
            case CharacterRange(first, last):
                piece = _one_of(span(first, last), insensitive=insensitive)
            case CharacterSet():
                piece = self._set(element, scope)
            case Wildcard():
                piece = _ANY
            case Not(body):
                piece = _negated(self._element(body, inner), element, scope)
            case Subrule(branches):
                piece = self._choice(branches, inner)
            case Loop(body):
                piece = _repeated(self._element(body, inner), element)
        return piece

    def _reference(self, name: SymbolName, scope: _RuleScope) -> PatternPiece:
        if name.text == "EOF":
            return _END
        definition = self._definitions.get(name.text)
        if definition is None or not definition.lexical:
            raise scope.error(name.offset, f"expected a lexer rule, which {name.text} is not")
        if name.text in self._done:
            return self._done[name.text]
        if scope.path.count(name.text) >= UNFOLDED:
            message = f"rule {name.text} refers to itself, which is understood {UNFOLDED} deep at most"
            self._warn(definition, definition.offset, message)
            return _NEVER
        piece = self._choice(definition.branches, _RuleScope(definition, (*scope.path, name.text), scope.depth))
        if name.text not in self._recursive:
            self._done[name.text] = piece
        return piece

    def _set(self, element: CharacterSet, scope: _RuleScope) -> PatternPiece:
        definition = scope.definition
        found = read_set(definition.text, element.offset, element.end)
        if found.unknown:
            properties = ", ".join(found.unknown)
            message = f"rule {definition.name}: all characters but ASCII stand for {properties}, which is not known"
            self._warn(definition, element.offset, message)
        if not found.others:
            return _one_of(found.members, insensitive=definition.insensitive)
        pattern = f"(?i:{found.pattern})" if definition.insensitive else found.pattern
        return PatternPiece(pattern, 1, 1, closed=True)


def insensitive_pattern(text: str) -> str:
    """The pattern of a literal that may be written in capitals or not.

    >>> insensitive_pattern("if"), insensitive_pattern("1")
    ('(?i:if)', '1')
    """
    pattern = re.escape(text)
    return f"(?i:{pattern})" if text.lower() != text.upper() else pattern


def _literal(text: str, *, insensitive: bool) -> PatternPiece:
    if not insensitive:
        members = member(text) if len(text) == 1 else None
        return PatternPiece(re.escape(text), len(text), len(text), members, closed=len(text) == 1)
    pattern = insensitive_pattern(text)
    if len(text) == 1 and pattern == re.escape(text):
        return PatternPiece(pattern, 1, 1, member(text), closed=True)
    return PatternPiece(pattern, len(text), len(text), closed=pattern.startswith("(?i:"))


def _one_of(members: str, *, insensitive: bool = False) -> PatternPiece:
    if insensitive:
        return PatternPiece(f"(?i:[{members}])", 1, 1, closed=True)
    return PatternPiece(f"[{members}]", 1, 1, members, closed=True)


def _negated(piece: PatternPiece, element: Not, scope: _RuleScope) -> PatternPiece:
    if (piece.least, piece.most) != (1, 1):
        raise scope.error(element.offset, "expected single characters after `~`")
    if piece.members is not None:
        return PatternPiece(f"[^{piece.members}]", 1, 1, closed=True)
    return PatternPiece(f"(?:(?!{piece.pattern})(?s:.))", 1, 1, closed=True)


def _repeated(piece: PatternPiece, loop: Loop) -> PatternPiece:
    sign = {(0, 1): "?", (0, None): "*", (1, None): "+"}[loop.least, loop.most]
    inside = piece.pattern if piece.closed else f"(?:{piece.pattern})"
    most = piece.most if loop.most == 1 or not piece.most else math.inf
    return PatternPiece(f"{inside}{sign}{'' if loop.greedy else '?'}", piece.least * loop.least, most)


def _recursive(definitions: Mapping[str, Definition]) -> Iterable[str]:
    """The lexer rules that lead to themselves."""
    direct = {name: names(definition.branches) for name, definition in definitions.items() if definition.lexical}
    for name in direct:
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            fresh = direct.get(waiting.pop(), set()) - seen
            seen |= fresh
            waiting += fresh
        if name in seen:
            yield name
