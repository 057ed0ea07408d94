"""The texts of symbols: how a minimal string is written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from thresher.grammars.bnf import Productions
from thresher.grammars.grammar import DEFAULT_MODE, Grammar, Lexing, Terminal
from thresher.grammars.lexer import Lexer, Unreadable, fixed_text
from thresher.grammars.minimal import MinimalStrings
from thresher.grammars.regex import shortest


class Spelling:
    """Minimal texts of the terminals and nonterminals of a grammar."""

    def __init__(self, grammar: Grammar, productions: Productions, lexer: Lexer) -> None:
        self._grammar, self._productions, self._lexer = grammar, productions, lexer
        self._terminals = tuple(grammar.terminals.values())
        self._spelled: dict[int, str | None] = {}

    @cached_property
    def terminals(self) -> dict[int, str]:
        """The minimal texts of the terminals that have one."""
        texts = {number: self._terminal(number) for number in range(len(self._terminals))}
        return {number: text for number, text in texts.items() if text is not None}

    @cached_property
    def strings(self) -> MinimalStrings:
        """The minimal strings of all symbols."""
        return MinimalStrings(self._productions, self.terminals)

    @cached_property
    def spaced(self) -> bool:
        """Whether blanks are allowed between tokens."""
        return any(
            terminal.skip and DEFAULT_MODE in terminal.modes and _takes_blank(terminal) for terminal in self._terminals
        )

    def text(self, symbol: int) -> str | None:
        """The minimal text of a symbol; None if it derives none."""
        if symbol not in self._spelled:
            tokens = self.strings.tokens(symbol)
            self._spelled[symbol] = None if tokens is None else self._joined(tokens)
        return self._spelled[symbol]

    def _terminal(self, number: int) -> str | None:
        """The text the author gave, or else a shortest one that the lexer takes for this very terminal."""
        terminal = self._terminals[number]
        if terminal.minimal is not None:
            return terminal.minimal
        fixed = fixed_text(terminal.pattern)
        if fixed is not None:
            return fixed
        texts = shortest(terminal.pattern)
        if self._grammar.lexing is Lexing.EXPECTED or DEFAULT_MODE not in terminal.modes:
            return texts[0] if texts else None
        return next((text for text in texts if self._reads(text, [number])), texts[0] if texts else None)

    def _reads(self, text: str, wanted: list[int]) -> bool:
        try:
            return [token.terminal for token in self._lexer.tokens(text)] == wanted
        except Unreadable:
            return False

    def _joined(self, tokens: Iterable[int]) -> str:
        """Adjacent where the lexer can separate them, else with a blank in between if blanks are skipped."""
        text, last = "", -1
        for token in tokens:
            following = self.terminals[token]
            if last >= 0 and self.spaced and not self._apart(last, token):
                text += " "
            text += following
            last = token
        return text

    def _apart(self, left: int, right: int) -> bool:
        if self._grammar.lexing is Lexing.EXPECTED:
            meeting = self.terminals[left][-1:] + self.terminals[right][:1]
            return not (meeting.isalnum() and len(meeting) == 2) and self._reads_any(left, right)
        return self._reads(self.terminals[left] + self.terminals[right], [left, right])

    def _reads_any(self, left: int, right: int) -> bool:
        """Whether the first token of both together ends where it should, whatever it is."""
        text = self.terminals[left] + self.terminals[right]
        try:
            return next(self._lexer.tokens(text)).stop == len(self.terminals[left])
        except (Unreadable, StopIteration):
            return False


def _takes_blank(terminal: Terminal) -> bool:
    return re.compile(terminal.pattern).match(" ") is not None
