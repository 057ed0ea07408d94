"""What the readers of grammar files share: places in a text, one clear error, and the other files they ask for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import TypeAlias

from thresher.errors import GrammarError
from thresher.grammars.grammar import SourcePosition

Load: TypeAlias = Callable[[str], str | None]
"""The text of another file beside the grammar, by its name; None if there is no such file."""


def load_nothing(name: str) -> str | None:
    """For a grammar in a single file."""
    return None


class GrammarText:
    """A grammar file's text, its name, and where in it things are."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self._lines = [0, *accumulate(map(len, text.splitlines(keepends=True)))]

    def place(self, offset: int) -> SourcePosition:
        """The line and column of an offset.

        >>> GrammarText("a.y", "ab\\ncd").place(4)
        SourcePosition(line=2, column=2)
        """
        line = min(bisect_right(self._lines, offset), max(1, len(self._lines) - 1))
        return SourcePosition(line, offset - self._lines[line - 1] + 1)

    def error(self, offset: int, message: str) -> GrammarError:
        """The error to raise for something wrong at an offset."""
        line, column = self.place(offset)
        return GrammarError(f"{self.name}:{line}:{column}: {message}")
