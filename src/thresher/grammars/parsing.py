"""Parses by a grammar: any context-free one, in time linear in the text where the grammar is deterministic.

A generalized LR parser (Tomita 1985, with the completion by Nozohoor-Farshi for empty productions and cycles). Where
the tables have a conflict it follows every branch, and branches that come to the same state share their stack; of
several derivations of the same stretch the one that is found first is kept, so that ambiguity does not explode.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from thresher.grammars.bnf import Productions, productions_of
from thresher.grammars.grammar import Grammar, Lexing
from thresher.grammars.lalr import Tables, tables_of
from thresher.grammars.lexer import Lexer, Modes, Token, Unreadable


class Node(NamedTuple):
    """A derivation of a stretch of the text: a terminal (`production` is -1), or a production with what is in it."""

    symbol: int
    production: int
    start: int
    stop: int
    children: tuple[Node, ...]


class NotInLanguage(Exception):
    """The text does not follow the grammar. At `position` one of the `expected` terminals was needed, or the end."""

    def __init__(self, position: int, expected: frozenset[int], *, readable: bool) -> None:
        super().__init__(position)
        self.position, self.expected, self.readable = position, expected, readable


@dataclass(frozen=True)
class Parse:
    """A text's derivation, and what was skipped in it."""

    root: Node
    skipped: tuple[Token, ...]


@dataclass(eq=False, slots=True)
class _Top:
    """A node of the shared stacks: a state, and what is below, with the derivation in between."""

    state: int
    below: dict[_Top, Node] = field(default_factory=dict)


class _Work(NamedTuple):
    """The stacks whose reductions on a lookahead are to be made, and those whose reductions have been."""

    lookahead: int
    todo: list[_Top]
    done: list[_Top]


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
        self._position = 0  # of the last token's stop
        self.skipped: list[Token] = []

    def root(self) -> Node:
        """The derivation of the whole text."""
        for token in self._tokens():
            self._reduce(token.terminal)
            self._shift(token)
        self._position = len(self._text)
        self._reduce(self._end)
        for top in self._frontier.values():
            if 0 in self._tables.reductions[top.state].get(self._end, ()):
                return next(iter(top.below.values()))
        raise NotInLanguage(self._position, self._expected(), readable=True)

    def _tokens(self) -> Iterator[Token]:
        lexer, text = self._parser.lexer, self._text
        position, modes = 0, lexer.first
        contextual = self._parser.grammar.lexing is Lexing.EXPECTED
        while position < len(text):
            try:
                token = self._next(position, modes) if contextual else lexer.token(text, position, modes)
            except Unreadable as problem:
                raise NotInLanguage(problem.position, self._expected(), readable=False) from None
            if lexer.skipped(token.terminal):
                self.skipped.append(token)
            else:
                yield token
            position, modes = token.stop, token.modes

    def _next(self, position: int, modes: Modes) -> Token:
        """The next token among those that the parser expects here."""
        lexer, expected = self._parser.lexer, self._expected()
        if position > self._position:
            expected = frozenset(each for each in expected if not lexer.immediate(each))
        return lexer.token(self._text, position, modes, expected)

    def _expected(self) -> frozenset[int]:
        return frozenset().union(*(self._parser.expected[state] for state in self._frontier))

    def _shift(self, token: Token) -> None:
        leaf = Node(token.terminal, -1, token.start, token.stop, ())
        shifted: dict[int, _Top] = {}
        for top in self._frontier.values():
            state = self._tables.shifts[top.state].get(token.terminal)
            if state is not None:
                shifted.setdefault(state, _Top(state)).below[top] = leaf
        if not shifted:
            raise NotInLanguage(token.start, self._before, readable=True)
        self._frontier, self._position = shifted, token.stop

    def _reduce(self, lookahead: int) -> None:
        """Makes every reduction that the next token allows, and those that they make possible."""
        self._before = self._expected()
        reductions = self._tables.reductions
        todo = [top for top in self._frontier.values() if lookahead in reductions[top.state]]
        work = _Work(lookahead, todo, [])
        while work.todo:
            top = work.todo.pop()
            work.done.append(top)
            for production in reductions[top.state][lookahead]:
                for path, bottom in self._paths(top, len(self._productions[production].body)):
                    self._push(production, path, bottom, work)

    def _push(self, production: int, path: tuple[Node, ...], bottom: _Top, work: _Work) -> None:
        """Puts a reduced nonterminal on a stack; a new way down from a known state means old reductions anew."""
        if production == 0:
            return
        head = self._productions[production].head
        state = self._tables.gotos[bottom.state][head]
        start = path[0].start if path else self._position
        node = Node(head, production, start, path[-1].stop if path else start, path)
        top = self._frontier.get(state)
        if top is None:
            top = self._frontier[state] = _Top(state, {bottom: node})
            if work.lookahead in self._tables.reductions[state]:
                work.todo.append(top)
        elif bottom not in top.below:
            top.below[bottom] = node
            self._again(top, bottom, work)

    def _again(self, top: _Top, bottom: _Top, work: _Work) -> None:
        """The reductions of finished stacks that go over the new link from `top` to `bottom`."""
        for finished in list(work.done):
            for production in self._tables.reductions[finished.state][work.lookahead]:
                length = len(self._productions[production].body)
                for path, end in self._paths(finished, length, (top, bottom)):
                    self._push(production, path, end, work)

    def _paths(
        self, top: _Top, length: int, over: tuple[_Top, _Top] | None = None
    ) -> list[tuple[tuple[Node, ...], _Top]]:
        """The ways down a stack over so many links, all or only those `over` a given link."""
        found: list[tuple[tuple[Node, ...], _Top, bool]] = [((), top, over is None)]
        for _ in range(length):
            found = [
                ((node, *path), below, crossed or (at, below) == over)
                for path, at, crossed in found
                for below, node in at.below.items()
            ]
        return [(path, end) for path, end, crossed in found if crossed]
