"""Parses by a grammar: any context-free one, in time linear in the text where the grammar is deterministic.

A generalized LR parser (Tomita 1985, with the completion by Nozohoor-Farshi for empty productions and cycles). Where
the tables have a conflict it follows every branch, and branches that come to the same state share their stack; of
several derivations of the same stretch the one that is found first is kept, so that ambiguity does not explode.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from thresher.grammars.bnf import Productions, productions_of
from thresher.grammars.grammar import Grammar, Lexing
from thresher.grammars.lalr import Tables, tables_of
from thresher.grammars.lexer import Lexer, Modes, Token, Unreadable

GOAL = 0  # the production of the start rule


MARK = "\ufeff"  # of the byte order, which many an editor puts before a text


class DerivationNode(NamedTuple):
    """A derivation of a stretch of the text: a terminal (`production` is -1), or a production with what is in it."""

    symbol: int
    production: int
    start: int
    stop: int
    children: tuple[DerivationNode, ...]


class NotInLanguage(Exception):
    """The text does not follow the grammar. At `position` one of the `expected` terminals was needed, or the end."""

    def __init__(self, position: int, expected: frozenset[int], *, readable: bool) -> None:
        super().__init__(position)
        self.position, self.expected, self.readable = position, expected, readable


@dataclass(frozen=True)
class Parse:
    """A text's derivation, and what was skipped in it."""

    root: DerivationNode
    skipped: tuple[Token, ...]


@dataclass(eq=False, slots=True)
class _Top:
    """A node of the shared stacks: a state, and what is below, with the derivation in between."""

    state: int
    below: dict[_Top, DerivationNode] = field(default_factory=dict)


_Link: TypeAlias = tuple[_Top, _Top]  # from a top to one below it
_Ways: TypeAlias = dict[_Top, tuple[DerivationNode, ...]]  # where a path down ends, and what is on it


class Parser:
    """A compiled grammar."""

    def __init__(self, grammar: Grammar, tables: Tables | None = None) -> None:
        self.grammar = grammar
        self.productions: Productions = productions_of(grammar)
        self.lexer = Lexer(grammar)
        self.tables = tables or self._make_tables()

    def _make_tables(self) -> Tables:
        numbers = {name: number for number, name in enumerate(self.grammar.terminals)}
        return tables_of(
            self.productions,
            {numbers[name]: precedence for name, precedence in self.grammar.precedences.items() if name in numbers},
        )

    def parse(self, text: str) -> Parse:
        """The derivation of a text; NotInLanguage if there is none."""
        run = _Run(self, text)
        return Parse(run.root(), tuple(run.skipped))

    def accepts(self, text: str) -> bool:
        """Whether a text is in the language."""
        try:
            _Run(self, text).root()
        except NotInLanguage:
            return False
        return True

    @cached_property
    def expected(self) -> tuple[frozenset[int], ...]:
        """By state, the terminals that can come next."""
        tables = zip(self.tables.shifts, self.tables.reductions, strict=True)
        return tuple(frozenset(shifts) | frozenset(reductions) for shifts, reductions in tables)


class _Run:
    """One parse."""

    def __init__(self, parser: Parser, text: str) -> None:
        self._text, self._parser = text, parser
        self._tables, self._productions = parser.tables, parser.productions.productions
        self._end = parser.productions.terminals
        self._frontier = {0: _Top(0)}
        self._shifted = dict(self._frontier)  # as it was before anything was reduced
        self._linked: dict[int, set[_Top]] = {}  # by nonterminal, the tops that it has been put on at this token
        self._position = 0  # of the last token's stop
        self.skipped: list[Token] = []

    def root(self) -> DerivationNode:
        """The derivation of the whole text."""
        for token in self._tokens():
            self._reduce(token.terminal)
            self._shift(token)
        self._position = len(self._text)
        self._reduce(self._end)
        for top in self._frontier.values():
            if self._takes(top.state, self._end):
                return next(iter(top.below.values()))
        raise NotInLanguage(self._position, self._possible(), readable=True)

    def _tokens(self) -> Iterator[Token]:
        lexer, text = self._parser.lexer, self._text
        position, modes = int(text.startswith(MARK)), lexer.first
        contextual = self._parser.grammar.lexing is Lexing.EXPECTED
        while position < len(text):
            try:
                token = self._next(position, modes) if contextual else lexer.token(text, position, modes)
            except Unreadable as problem:
                raise NotInLanguage(problem.position, self._possible(), readable=False) from None
            if lexer.skipped(token.terminal):
                self.skipped.append(token)
            else:
                yield token
            position, modes = token.stop, token.modes

    def _next(self, position: int, modes: Modes) -> Token:
        """The next token among those that the parser expects here."""
        lexer, expected = self._parser.lexer, self._expected()
        if position > self._position:
            expected = frozenset(each for each in expected if each < self._end and not lexer.immediate(each))
        return lexer.token(self._text, position, modes, expected)

    def _expected(self) -> frozenset[int]:
        return frozenset().union(*(self._parser.expected[state] for state in self._frontier))

    def _possible(self) -> frozenset[int]:
        """The terminals that can really come after the last one; the tables also have some that cannot."""
        self._frontier = self._shifted
        found = set()
        for terminal in self._expected():
            self._frontier = dict(self._shifted)
            self._reduce(terminal)
            if any(self._takes(state, terminal) for state in self._frontier):
                found.add(terminal)
        return frozenset(found)

    def _takes(self, state: int, terminal: int) -> bool:
        """Whether a terminal, or the end, can come in a state without anything being reduced first."""
        if terminal == self._end:
            return GOAL in self._tables.reductions[state].get(terminal, ())
        return terminal in self._tables.shifts[state]

    def _shift(self, token: Token) -> None:
        leaf = DerivationNode(token.terminal, -1, token.start, token.stop, ())
        shifted: dict[int, _Top] = {}
        for top in self._frontier.values():
            state = self._tables.shifts[top.state].get(token.terminal)
            if state is not None:
                shifted.setdefault(state, _Top(state)).below[top] = leaf
        if not shifted:
            raise NotInLanguage(token.start, self._possible(), readable=True)
        self._frontier, self._shifted, self._position = dict(shifted), shifted, token.stop

    def _reduce(self, lookahead: int) -> None:
        """Makes every reduction that the next token allows, and those that they make possible.

        A stack that was finished already is examined once more for every new link, but over that link only.
        """
        self._linked = {}
        todo: list[tuple[_Top, _Link | None]] = [(top, None) for top in self._frontier.values()]
        done: list[_Top] = []
        while todo:
            top, over = todo.pop()
            if over is None:
                done.append(top)
            for production in self._tables.reductions[top.state].get(lookahead, ()):
                for bottom, path in self._paths(top, production, over).items():
                    pushed = self._push(production, path, bottom)
                    if len(pushed.below) == 1:
                        todo.append((pushed, None))
                    else:
                        todo += ((finished, (pushed, bottom)) for finished in done)

    def _push(self, production: int, path: tuple[DerivationNode, ...], bottom: _Top) -> _Top:
        """Puts a reduced nonterminal on a stack."""
        head = self._productions[production].head
        self._linked[head].add(bottom)
        start = path[0].start if path else self._position
        node = DerivationNode(head, production, start, path[-1].stop if path else start, path)
        state = self._tables.gotos[bottom.state][head]
        top = self._frontier.setdefault(state, _Top(state))
        top.below[bottom] = node
        return top

    def _paths(self, top: _Top, production: int, over: _Link | None) -> _Ways:
        """The ways down a stack over a production's body, all or only those over a given link, to where it is new.

        The given link begins in the frontier, so a way that has left the frontier will not come to it any more.
        """
        if production == GOAL:
            return {}
        length = len(self._productions[production].body)
        linked = self._linked.setdefault(self._productions[production].head, set())
        if over is None:
            return _down({top: ()}, length, linked)
        found: _Ways = {}
        above: _Ways = {top: ()}
        for rest in range(length - 1, -1, -1):
            if over[0] in above:
                found |= _down({over[1]: (over[0].below[over[1]], *above[over[0]])}, rest, linked)
            above = {
                below: (at.below[below], *path)
                for at, path in above.items()
                for below in self._frontier.values()
                if below in at.below
            }
        return found


def _down(ways: _Ways, length: int, known: Collection[_Top]) -> _Ways:
    """The paths that many links further down, except for `known` ends.

    One way to each top is enough, since what is reduced is the same for all.
    """
    for rest in range(length, 0, -1):
        avoided = known if rest == 1 else ()
        further: _Ways = {}
        for top, path in ways.items():
            for below in [below for below in top.below if below not in avoided]:
                further.setdefault(below, (top.below[below], *path))
        ways = further
    return {top: path for top, path in ways.items() if top not in known}
