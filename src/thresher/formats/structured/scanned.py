"""A text whose tree one function builds, and whose faults another one counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from thresher.kernel.selection import Selection
from thresher.structures.trees.tree import Tree


@dataclass(frozen=True, eq=False)
class ScannedDocument:
    """Parsed when it is first needed. A candidate is valid if it has no more faults than the document."""

    data: bytes
    language: str
    build: Callable[[bytes], Tree]
    count_faults: Callable[[bytes], int]

    @cached_property
    def tree(self) -> Tree:
        """The nodes."""
        return self.build(self.data)

    @cached_property
    def _faults(self) -> int:
        return self.count_faults(self.data)

    def valid(self, kept: Selection) -> bool:
        """Whether these nodes alone render to a text with no more faults."""
        return self.valid_text(self.tree.render(kept))

    def valid_text(self, data: bytes) -> bool:
        """The same for any text."""
        return self.count_faults(data) <= self._faults


class BracketMark(NamedTuple):
    """A bracket of some kind: where it begins, its text, and the text that closes it, empty if it closes one itself."""

    start: int
    text: bytes
    closed_by: bytes = b""


def unpaired(marks: Iterable[BracketMark]) -> set[int]:
    """Where the marks without a partner begin. One that closes something leaves what is open inside it unpaired.

    >>> opened = [BracketMark(0, b"(", b")"), BracketMark(1, b"[", b"]")]
    >>> sorted(unpaired([*opened, BracketMark(2, b")"), BracketMark(3, b"]")]))
    [1, 3]
    """
    around: list[BracketMark] = []
    open_marks: Counter[bytes] = Counter()  # by what closes them
    alone: set[int] = set()
    for mark in marks:
        if mark.closed_by:
            around.append(mark)
            open_marks[mark.closed_by] += 1
        elif not open_marks[mark.text]:
            alone.add(mark.start)
        else:
            while (inner := around.pop()).closed_by != mark.text:
                alone.add(inner.start)
                open_marks[inner.closed_by] -= 1
            open_marks[mark.text] -= 1
    return alone | {mark.start for mark in around}


def unpaired_brackets(data: bytes, tokens: re.Pattern[bytes], closing: Mapping[bytes, bytes]) -> set[int]:
    """Where brackets without a partner begin: of the tokens, those in the groups `open` and `close`, in any case."""
    return unpaired(
        BracketMark(token.start(), token.group().lower(), closing.get(token.group().lower(), b""))
        for token in tokens.finditer(data)
        if token.lastgroup in ("open", "close")
    )
