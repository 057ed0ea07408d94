"""LALR(1) tables in which conflicts stay: the parser follows all branches of a conflict at once.

Lookaheads are found as DeRemer and Pennello do (1982), with sets of terminals as bits of a number. A conflict that the
author's precedences decide is decided here; no other is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from thresher.grammars.bnf import Production, Productions
from thresher.grammars.grammar import Associativity, Precedence


class LrItem(NamedTuple):
    """A production of which the first symbols have been seen."""

    production: int
    dot: int


@dataclass(frozen=True)
class Tables:
    """What a parser looks up: the next state by state and symbol, the reductions by state and lookahead terminal.

    The terminal after the end of the text has the number of terminals as its number.
    """

    shifts: tuple[dict[int, int], ...]  # by state: terminal -> state
    gotos: tuple[dict[int, int], ...]  # by state: nonterminal -> state
    reductions: tuple[dict[int, tuple[int, ...]], ...]  # by state: terminal -> productions
    conflicts: int


def tables_of(grammar: Productions, precedences: dict[int, Precedence]) -> Tables:
    """The tables; `precedences` are those of terminals."""
    return _Maker(grammar, precedences).tables()


def _spread(follow: dict[tuple[int, int], int], users: dict[tuple[int, int], list[tuple[int, int]]]) -> None:
    """Adds every follow set to those that it is part of, until nothing changes."""
    todo = list(follow)
    while todo:
        move = todo.pop()
        for user in users.get(move, ()):
            if follow[user] | follow[move] != follow[user]:
                follow[user] |= follow[move]
                todo.append(user)


class _Maker:
    def __init__(self, grammar: Productions, precedences: dict[int, Precedence]) -> None:
        self._grammar = grammar
        self._productions = grammar.productions
        self._precedences = precedences
        self._end = grammar.terminals
        self._kernels: list[tuple[LrItem, ...]] = []
        self._moves: list[dict[int, int]] = []  # by state: symbol -> state
        self._completed: list[list[int]] = []  # by state: productions that end there
        self._reach: dict[int, frozenset[int]] = {}

    def tables(self) -> Tables:
        self._make_states()
        lookaheads = self._lookaheads()
        shifts = [{symbol: to for symbol, to in moves.items() if symbol < self._end} for moves in self._moves]
        gotos = [{symbol: to for symbol, to in moves.items() if symbol >= self._end} for moves in self._moves]
        reductions = [self._reductions(state, shifts[state], lookaheads) for state in range(len(self._moves))]
        conflicts = sum(
            len(productions) + (terminal in shift) > 1
            for shift, reduction in zip(shifts, reductions, strict=True)
            for terminal, productions in reduction.items()
        )
        return Tables(tuple(shifts), tuple(gotos), tuple(reductions), conflicts)

    def _make_states(self) -> None:
        """The LR(0) automaton."""
        numbers: dict[tuple[LrItem, ...], int] = {(LrItem(0, 0),): 0}
        self._kernels.append((LrItem(0, 0),))
        state = 0
        while state < len(self._kernels):
            after: dict[int, dict[LrItem, None]] = {}
            completed = []
            for production, dot in self._closure(self._kernels[state]):
                body = self._productions[production].body
                if dot == len(body):
                    completed.append(production)
                else:
                    after.setdefault(body[dot], {})[LrItem(production, dot + 1)] = None
            moves = {}
            for symbol, items in after.items():
                kernel = tuple(sorted(items))
                if kernel not in numbers:
                    numbers[kernel] = len(self._kernels)
                    self._kernels.append(kernel)
                moves[symbol] = numbers[kernel]
            self._moves.append(moves)
            self._completed.append(completed)
            state += 1

    def _closure(self, kernel: Iterable[LrItem]) -> list[LrItem]:
        items = list(kernel)
        heads: dict[int, None] = {}
        for production, dot in items:
            body = self._productions[production].body
            if dot < len(body) and body[dot] >= self._end:
                heads.update(dict.fromkeys(sorted(self._begins(body[dot]))))
        for head in heads:
            items += (LrItem(number, 0) for number in self._grammar.by_head[head])
        return items

    def _begins(self, symbol: int) -> frozenset[int]:
        """The nonterminals that a derivation of a nonterminal may begin with, itself among them."""
        if symbol not in self._reach:
            found, todo = {symbol}, [symbol]
            while todo:
                for number in self._grammar.by_head[todo.pop()]:
                    body = self._productions[number].body
                    if body and body[0] >= self._end and body[0] not in found:
                        found.add(body[0])
                        todo.append(body[0])
            self._reach[symbol] = frozenset(found)
        return self._reach[symbol]

    def _lookaheads(self) -> dict[tuple[int, int], int]:
        """For a state and a production that ends there the terminals that may follow, as bits."""
        moves = [(state, head) for state in range(len(self._moves)) for head in self._moves[state] if head >= self._end]
        follow = {move: self._direct(move) for move in moves}
        users: dict[tuple[int, int], list[tuple[int, int]]] = {}  # the moves that a move's follow set is part of
        ends: dict[tuple[int, int], list[tuple[int, int]]] = {}  # for a state and production the moves it may end
        nullable = self._grammar.nullable
        for move in moves:
            after = self._moves[move[0]][move[1]]
            for symbol in self._moves[after].keys() & nullable:
                users.setdefault((after, symbol), []).append(move)
            for number in self._grammar.by_head[move[1]]:
                path = self._path(move[0], number)
                ends.setdefault((path[-1], number), []).append(move)
                for last in self._last_moves(path, number, nullable):
                    users.setdefault(move, []).append(last)
        _spread(follow, users)
        return {end: reduce(or_, map(follow.__getitem__, moves)) for end, moves in ends.items()}

    def _direct(self, move: tuple[int, int]) -> int:
        """The terminals that can be shifted after a move over a nonterminal."""
        following = sum(1 << symbol for symbol in self._moves[self._moves[move[0]][move[1]]] if symbol < self._end)
        return following | (move == (0, self._grammar.start)) << self._end

    def _path(self, state: int, number: int) -> list[int]:
        """The states from a state on over the body of a production."""
        path = [state]
        for symbol in self._productions[number].body:
            path.append(self._moves[path[-1]][symbol])
        return path

    def _last_moves(self, path: list[int], number: int, nullable: frozenset[int]) -> Iterator[tuple[int, int]]:
        """The moves over nonterminals with which a body may end."""
        for state, symbol in zip(path[-2::-1], reversed(self._productions[number].body), strict=True):
            if symbol >= self._end:
                yield state, symbol
            if symbol not in nullable:
                return

    def _reductions(
        self, state: int, shifts: dict[int, int], lookaheads: dict[tuple[int, int], int]
    ) -> dict[int, tuple[int, ...]]:
        """The reductions of a state, less those that a precedence decides against; a shift may be taken out too."""
        found: dict[int, list[int]] = {}
        for production in self._completed[state]:
            for terminal in bits(lookaheads.get((state, production), 0)):
                found.setdefault(terminal, []).append(production)
        if 0 in self._completed[state]:
            found.setdefault(self._end, []).append(0)
        for terminal in [terminal for terminal in found if terminal in shifts]:
            self._decide(state, terminal, shifts, found)
        return {terminal: tuple(productions) for terminal, productions in found.items() if productions}

    def _decide(self, state: int, terminal: int, shifts: dict[int, int], found: dict[int, list[int]]) -> None:
        """Decides between shifting a terminal and reducing, where precedences say so."""
        for number in list(found[terminal]):
            verdict = self._compare(self._productions[number], state, terminal)
            if verdict is None:
                continue
            if verdict is not Associativity.LEFT:
                found[terminal].remove(number)
            if verdict is not Associativity.RIGHT and terminal in shifts:
                del shifts[terminal]

    def _compare(self, production: Production, state: int, terminal: int) -> Associativity | None:
        """LEFT reduces, RIGHT shifts, NONE does neither; None leaves both."""
        own = production.precedence
        if own is None:
            return None
        shift = self._precedences.get(terminal) or self._shift_precedence(state, terminal, own.group)
        if shift is None or shift.group != own.group:
            return None
        if shift.level != own.level:
            return Associativity.LEFT if own.level > shift.level else Associativity.RIGHT
        return None if shift.side is Associativity.SILENT else shift.side

    def _shift_precedence(self, state: int, terminal: int, group: str) -> Precedence | None:
        """The highest precedence of the alternatives in which the terminal is next."""
        found = [
            production.around
            for number, dot in self._closure(self._kernels[state])
            if (production := self._productions[number]).body[dot : dot + 1] == (terminal,)
            and production.around is not None
            and production.around.group == group
        ]
        return max(found, key=lambda precedence: precedence.level, default=None)


def bits(number: int) -> Iterator[int]:
    """The places of the ones.

    >>> list(bits(0b10010))
    [1, 4]
    """
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
