"""Matches regular expressions in time linear in the text, where Python's own matcher may take exponential time.

`re` tries one way after the other: `((a+)+)+b` on thirty a's takes hours. Here all ways are followed at once, as in
Thompson (1968), and sets of states that have been seen are cached, so that a character costs one lookup. The result
is the one of `re`: of several matches the one that is tried first. Only patterns that can be slow come here; what looks
around or refers back cannot be matched this way and is left to `re`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from re import _constants as code
from re import _parser as parser
from typing import Any, NamedTuple, TypeAlias

from thresher.grammars.regex import matches_character

MOST_STATES = 4_000  # of an automaton; a pattern that needs more is left to `re`
MOST_KNOWN = 2_000  # sets of states that are cached
_REPEATS = (code.MAX_REPEAT, code.MIN_REPEAT)
_CHARACTERS = (code.LITERAL, code.NOT_LITERAL, code.IN, code.ANY)
_STOP = 0  # the state in which a match ends

States: TypeAlias = tuple[int, ...]
Stop: TypeAlias = Callable[[str, int], int | None]
Items: TypeAlias = Iterable[tuple[Any, Any]]


class _Unsupported(Exception):
    """The pattern cannot be matched this way."""


class _AutomatonState(NamedTuple):
    """Consumes a character and continues with the first of `then`, or consumes none and continues with all in order."""

    takes: Callable[[str], bool] | None
    then: States


def matcher(pattern: str) -> Stop:
    """A function from a text and a position to the end of the match that starts there; None if there is none.

    >>> matcher("(((a+)+)+)+b")("a" * 1000, 0), matcher("(a|ab)(c|bcd)?")("abcd", 0)
    (None, 4)
    """
    compiled = re.compile(pattern)
    if _may_be_slow(parser.parse(pattern)):
        try:
            return _Automaton(parser.parse(pattern), compiled.flags).stop
        except _Unsupported:
            pass

    def stop(text: str, position: int) -> int | None:
        found = compiled.match(text, position)
        return found.end() if found else None

    return stop


class _Automaton:
    """The states of a pattern, and the sets of them that have been met."""

    def __init__(self, items: Items, flags: int) -> None:
        self._states = [_AutomatonState(None, ())]
        start = self._sequence(items, _STOP, flags)
        self._start = self._closed([start])
        self._known: dict[tuple[States, str], States] = {}

    def stop(self, text: str, position: int) -> int | None:
        """Where the match stops that `re` would find."""
        states, found, known = self._start, None, self._known
        for at in range(position, len(text) + 1):
            if not states:
                break
            if states[-1] == _STOP:
                found = at
            if at < len(text):
                after = known.get((states, text[at]))
                states = self._after(states, text[at]) if after is None else after
        return found

    def _after(self, states: States, character: str) -> States:
        wanted = []
        for each in states:
            takes, then = self._states[each]
            if takes is not None and takes(character):
                wanted.append(then[0])
        after = self._closed(wanted)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[states, character] = after
        return after

    def _closed(self, wanted: list[int]) -> States:
        """The states that consume, in order; those after the end of a match are not tried any more."""
        found: dict[int, None] = {}
        seen, todo = set[int](), wanted[::-1]
        while todo:
            each = todo.pop()
            if each in seen:
                continue
            seen.add(each)
            takes, then = self._states[each]
            if each == _STOP:
                return (*found, _STOP)
            if takes is not None:
                found[each] = None
            else:
                todo += reversed(then)
        return tuple(found)

    def _add(self, takes: Callable[[str], bool] | None, *then: int) -> int:
        if len(self._states) >= MOST_STATES:
            raise _Unsupported
        self._states.append(_AutomatonState(takes, then))
        return len(self._states) - 1

    def _sequence(self, items: Items, then: int, flags: int) -> int:
        for operation, argument in reversed([*items]):
            then = self._item(operation, argument, then, flags)
        return then

    def _item(self, operation: Any, argument: Any, then: int, flags: int) -> int:
        """The state that begins with an item and continues to another state."""
        if flags & re.ASCII:
            raise _Unsupported
        if operation in _CHARACTERS:
            return self._add(partial(_takes, operation, argument, flags), then)
        if operation is code.BRANCH:
            return self._add(None, *(self._sequence(branch, then, flags) for branch in argument[1]))
        if operation is code.SUBPATTERN:
            _, added, removed, inside = argument
            return self._sequence(inside, then, (flags | added) & ~removed)
        if operation in _REPEATS:
            least, most, body = argument
            return self._repeat(least, most, body, then, flags, lazy=operation is code.MIN_REPEAT)
        raise _Unsupported

    def _repeat(self, least: int, most: int, body: Items, then: int, flags: int, *, lazy: bool) -> int:
        if most == code.MAXREPEAT:
            loop = self._add(None)
            inside = self._sequence(body, loop, flags)
            self._states[loop] = _AutomatonState(None, (then, inside) if lazy else (inside, then))
            then = loop
        else:
            if most - least > MOST_STATES:
                raise _Unsupported
            end = then
            for _ in range(most - least):
                inside = self._sequence(body, then, flags)
                then = self._add(None, end, inside) if lazy else self._add(None, inside, end)
        if least > MOST_STATES:
            raise _Unsupported
        for _ in range(least):
            then = self._sequence(body, then, flags)
        return then


def _takes(operation: Any, argument: Any, flags: int, character: str) -> bool:
    if operation is code.ANY:
        return bool(flags & re.DOTALL) or character != "\n"
    if flags & re.IGNORECASE:
        return any(matches_character(operation, argument, each) for each in {character, character.swapcase()})
    return matches_character(operation, argument, character)


def _may_be_slow(items: Items) -> bool:
    """Whether `re` may have to try many ways: where more than one thing is optional, repeated or a choice."""
    return _ways(items) > 1


def _ways(items: Items) -> int:
    """How many things in a pattern can be matched in several ways, those in a repetition counted twice."""
    count = 0
    for operation, argument in items:
        if operation in _REPEATS:
            least, most, body = argument
            count += (most > least) + min(most, 2) * _ways(body)
        elif operation is code.SUBPATTERN:
            count += _ways(argument[3])
        elif operation is code.BRANCH:
            count += max(1, *map(_ways, argument[1]))
    return count
