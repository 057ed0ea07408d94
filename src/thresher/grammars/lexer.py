"""Cuts a text into tokens by a grammar's terminals; skipped text is recorded, so that nothing gets lost."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from thresher.grammars.automaton import Stop, matcher
from thresher.grammars.grammar import DEFAULT_MODE, Grammar, Terminal

Modes: TypeAlias = tuple[str, ...]


class Token(NamedTuple):
    """A terminal's number and where it is in the text; the modes are those that the lexer is in after it."""

    terminal: int
    start: int
    stop: int
    modes: Modes


class Unreadable(Exception):
    """No terminal matches at a place of the text."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class Lexer:
    """Finds the next token from any position; stateless."""

    def __init__(self, grammar: Grammar) -> None:
        self._terminals = tuple(grammar.terminals.values())
        names = dict.fromkeys(mode for terminal in self._terminals for mode in sorted(terminal.modes))
        self._modes = {name: _Mode(name, self._terminals) for name in names}
        self.first: Modes = (DEFAULT_MODE,)

    def tokens(self, text: str) -> Iterator[Token]:
        """All tokens of a text, skipped ones as well; Unreadable where there is none."""
        position, modes = 0, self.first
        while position < len(text):
            token = self.token(text, position, modes)
            yield token
            position, modes = token.stop, token.modes

    def token(self, text: str, position: int, modes: Modes, expected: Collection[int] | None = None) -> Token:
        """The token that begins at a position; with `expected`, of those terminals and the skipped ones only."""
        start = position
        while True:
            found = self._modes[modes[-1]].match(text, position, expected) if modes[-1] in self._modes else None
            if found is None:
                raise Unreadable(position)
            number, stop = found
            terminal = self._terminals[number]
            modes = _changed(modes, terminal)
            if not terminal.more:
                return Token(number, start, stop, modes)
            position = stop

    def skipped(self, terminal: int) -> bool:
        """Whether a terminal is not a token for the parser."""
        return self._terminals[terminal].skip

    def immediate(self, terminal: int) -> bool:
        """Whether no skipped text may precede a terminal."""
        return self._terminals[terminal].immediate


def _changed(modes: Modes, terminal: Terminal) -> Modes:
    if not terminal.pops and not terminal.pushes:
        return modes
    left = modes[: len(modes) - terminal.pops] if terminal.pops else modes
    return (*left, *terminal.pushes) or modes[:1]


class _Mode:
    """The terminals of one mode: fixed texts are one regular expression, the longest first; the others one each."""

    def __init__(self, name: str, terminals: Sequence[Terminal]) -> None:
        self._terminals = terminals
        fixed: dict[str, int] = {}
        self._others: list[tuple[int, Stop]] = []
        for number, terminal in enumerate(terminals):
            if name not in terminal.modes:
                continue
            text = fixed_text(terminal.pattern)
            if text is None or text in fixed or terminal.priority:
                self._others.append((number, matcher(terminal.pattern)))
            elif text:
                fixed[text] = number
        self._fixed = fixed
        longest_first = sorted(fixed, key=len, reverse=True)
        self._match_fixed = re.compile("|".join(map(re.escape, longest_first)) or "(?!)").match

    def match(self, text: str, position: int, expected: Collection[int] | None) -> tuple[int, int] | None:
        """The terminal that wins at a position, and where its match stops; an empty match does not count."""
        best: tuple[int, int, int] | None = None
        for number, stop in self._matches(text, position, expected):
            rank = self._terminals[number].priority, stop, -number
            if stop > position and (best is None or rank > best):
                best = rank
        return None if best is None else (-best[2], best[1])

    def _matches(self, text: str, position: int, expected: Collection[int] | None) -> Iterator[tuple[int, int]]:
        fixed = self._match_fixed(text, position)
        if fixed is not None:
            number = self._fixed[fixed.group()]
            if expected is None or number in expected or self._terminals[number].skip:
                yield number, fixed.end()
            else:
                yield from self._shorter(text, position, fixed.end(), expected)
        for number, stop_of in self._others:
            if expected is None or number in expected or self._terminals[number].skip:
                stop = stop_of(text, position)
                if stop is not None:
                    yield number, stop

    def _shorter(self, text: str, start: int, stop: int, expected: Collection[int]) -> Iterator[tuple[int, int]]:
        """The fixed texts that match although a longer one, that is not expected, does as well."""
        for end in range(stop - 1, start, -1):
            number = self._fixed.get(text[start:end])
            if number is not None and number in expected:
                yield number, end


def fixed_text(pattern: str) -> str | None:
    """The only text that a regular expression matches, if it is that simple.

    >>> fixed_text(r"\\+="), fixed_text("a+"), fixed_text("if")
    ('+=', None, 'if')
    """
    text = re.sub(r"\\([^A-Za-z0-9])", r"\1", pattern)
    return text if re.escape(text) == pattern or (text == pattern and pattern.isalnum()) else None


def is_fixed(terminal: Terminal) -> bool:
    """Whether a terminal has one text only; it may look ahead, as a keyword does that must end where the word does."""
    if terminal.minimal is not None and terminal.pattern.startswith(re.escape(terminal.minimal) + "(?!"):
        return True
    return fixed_text(terminal.pattern) is not None
