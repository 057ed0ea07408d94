"""Minimal-length strings: for every symbol of a grammar a shortest text that it derives (thesis, section 5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from thresher.grammars.bnf import Productions

Tokens: TypeAlias = tuple[int, ...]  # terminals
LONGEST = 10_000  # terminals; a small grammar may have a minimal string of more than there are atoms


class Length(NamedTuple):
    """What is compared: the number of terminals, and of two strings with as many, the number of their characters."""

    terminals: int
    characters: int


class MinimalStrings:
    """The lengths of minimal strings, found once, and the strings themselves when they are asked for.

    `texts` has the minimal text of every terminal; one that is missing derives nothing. At most |V| rounds of the
    fixpoint, each of which looks only at productions in which something has changed: O(|V| |P|) at worst, and close to
    |P| for grammars that people write.
    """

    def __init__(self, productions: Productions, texts: Mapping[int, str]) -> None:
        self._productions = productions.productions
        self._best: dict[int, int] = {}  # the production that a minimal string of a nonterminal begins with
        self.lengths = {terminal: Length(1, len(text)) for terminal, text in texts.items()}
        self.rounds = 0
        users = _users(productions)
        todo = list(range(len(productions.productions)))
        while todo:
            self.rounds += 1
            changed = dict.fromkeys(head for number in todo if (head := self._improved(number)) is not None)
            todo = sorted({number for head in changed for number in users.get(head, ())})

    def _improved(self, number: int) -> int | None:
        """The head of a production if that gives a shorter string for it than those before."""
        head, body, *_ = self._productions[number]
        if any(symbol not in self.lengths for symbol in body):
            return None
        parts = [self.lengths[symbol] for symbol in body]
        length = Length(sum(part.terminals for part in parts), sum(part.characters for part in parts))
        if head in self.lengths and self.lengths[head] <= length:
            return None
        self.lengths[head] = length
        self._best[head] = number
        return head

    def tokens(self, symbol: int) -> Tokens | None:
        """A minimal string as terminals; None if the symbol derives no string, or none that could be written down."""
        if symbol not in self.lengths or self.lengths[symbol].terminals > LONGEST:
            return None
        tokens, todo = [], [symbol]
        while todo:
            symbol = todo.pop()
            if symbol in self._best:
                todo += reversed(self._productions[self._best[symbol]].body)
            else:
                tokens.append(symbol)
        return tuple(tokens)


def _users(productions: Productions) -> dict[int, list[int]]:
    """For every symbol the productions that it is in."""
    users: dict[int, list[int]] = {}
    for number, production in enumerate(productions.productions):
        for symbol in dict.fromkeys(production.body):
            users.setdefault(symbol, []).append(number)
    return users
