"""The conditions of a run besides its input, as a list from which any part can be removed.

A list is written as one line of JSON per condition, `["option", 0, "-o", "x"]`. So a set of conditions is a content
like any other, with a digest, cached verdicts, and lines that list algorithms remove. Of variables only the names are
written, never the values.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace

OPTION, VARIABLE, FILE = "option", "variable", "file"


@dataclass(frozen=True, slots=True)
class Condition:
    """The words of an option, the name of a variable, or the name of a side file.

    `slot` is the index of the fixed word of the command that an option precedes. Unless an option is `whole`, its words
    may be removed one by one.
    """

    kind: str
    words: tuple[str, ...]
    slot: int = 0
    whole: bool = False

    @property
    def text(self) -> str:
        """As written in a shell."""
        return shlex.join(self.words)


def render(chosen: Iterable[Condition]) -> bytes:
    r"""One line each.

    >>> render([Condition(OPTION, ("-o", "a b")), Condition(VARIABLE, ("LANG",))])
    b'["option", 0, "-o", "a b"]\n["variable", 0, "LANG"]\n'
    """
    return b"".join(json.dumps([each.kind, each.slot, *each.words]).encode() + b"\n" for each in chosen)


def parse(content: bytes) -> list[Condition]:
    """The conditions that `render` wrote, without `whole`."""
    rows = (json.loads(line) for line in content.splitlines())
    return [Condition(kind, tuple(words), slot) for kind, slot, *words in rows]


def single_words(chosen: Iterable[Condition]) -> list[Condition]:
    """The conditions with each word of an option as its own condition, unless the option is whole."""
    return [part for each in chosen for part in _parts(each)]


def _parts(each: Condition) -> list[Condition]:
    if each.kind != OPTION or each.whole:
        return [each]
    return [replace(each, words=(word,)) for word in each.words]


def of_kind(chosen: Iterable[Condition], kind: str) -> tuple[Condition, ...]:
    """Only the options, or the variables, or the files."""
    return tuple(each for each in chosen if each.kind == kind)
