"""What a run is started with beside its input, as a list of which any part can be left out.

A list is written as one line of JSON for each circumstance, `["option", 0, "-o", "x"]`: so a set of circumstances is
a content like any other, with a digest, verdicts that are remembered, and lines that list algorithms take out. Of
variables only the names are written, never the values.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace

OPTION, VARIABLE, FILE = "option", "variable", "file"


@dataclass(frozen=True, slots=True)
class Condition:
    """The words of an option, the name of a variable, or that of a file beside the input.

    `slot` tells options before the first fixed word of a command from those before the second, and so on. The words of
    an option that is not `whole` may be needed one without the other.
    """

    kind: str
    words: tuple[str, ...]
    slot: int = 0
    whole: bool = False

    @property
    def text(self) -> str:
        """As one writes it in a shell."""
        return shlex.join(self.words)


def render(chosen: Iterable[Condition]) -> bytes:
    r"""One line each.

    >>> render([Condition(OPTION, ("-o", "a b")), Condition(VARIABLE, ("LANG",))])
    b'["option", 0, "-o", "a b"]\n["variable", 0, "LANG"]\n'
    """
    return b"".join(json.dumps([each.kind, each.slot, *each.words]).encode() + b"\n" for each in chosen)


def parse(content: bytes) -> list[Condition]:
    """What `render` wrote, but for `whole`."""
    rows = (json.loads(line) for line in content.splitlines())
    return [Condition(kind, tuple(words), slot) for kind, slot, *words in rows]


def single_words(chosen: Iterable[Condition]) -> list[Condition]:
    """The same with every word of an option on its own, unless it is whole."""
    return [part for each in chosen for part in _parts(each)]


def _parts(each: Condition) -> list[Condition]:
    if each.kind != OPTION or each.whole:
        return [each]
    return [replace(each, words=(word,)) for word in each.words]


def of_kind(chosen: Iterable[Condition], kind: str) -> tuple[Condition, ...]:
    """Only the options, or the variables, or the files."""
    return tuple(each for each in chosen if each.kind == kind)
