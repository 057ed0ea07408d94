"""Which answers to expect: those that were given in the like places before.

Inputs repeat themselves. Of ten records that are kept, each is asked about in the same words, and answered alike; a
processor guesses the way a program will branch from no more than that. A wrong guess costs tests, never the result.
"""

from __future__ import annotations

import re
from typing import TypeAlias

Past: TypeAlias = tuple[str, ...]
"""What was asked about the present list, and answered; the first word is about which kind of list."""

LONGEST = 24  # questions back that are compared
_NUMBER = re.compile(r"\bnode \d+")


class Habits:
    """How the last question was answered that had the same words, and the same answers before it in its list."""

    def __init__(self) -> None:
        self._last: dict[Past, bool] = {}

    def expects_hit(self, past: Past, label: str) -> bool:
        """Whether it hit the last time that all was as it is now; lists of a kind often come in a row."""
        return self._last.get(_place(past, label), False)

    def learn(self, past: Past, label: str, *, hit: bool) -> None:
        """An answer that is certain."""
        self._last[_place(past, label)] = hit


def then(past: Past, label: str, *, hit: bool) -> Past:
    """What is past after one more question."""
    where, what = _split(label)
    before = past if past and past[0] == where else (where,)
    return (where, *before[1:][-LONGEST:], f"{what}{'+' if hit else '-'}")


def _place(past: Past, label: str) -> Past:
    where, what = _split(label)
    before = past[1:] if past and past[0] == where else ()
    return (_NUMBER.sub("node", where), *before, what)


def _split(label: str) -> tuple[str, str]:
    """Which list, and what of it: a colon stands between them. The list's own number counts until a new one begins."""
    where, _, what = label.rpartition(": ")
    return where, _NUMBER.sub("node", what)
