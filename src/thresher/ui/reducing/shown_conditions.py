"""What a program shows when it fails, as the user states it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShownConditions:
    """A pattern for the text on the screen of a terminal."""

    screen_text: re.Pattern[str] | None = None

    def __bool__(self) -> bool:
        return self != ShownConditions()

    def describe(self) -> list[str]:
        stated = [(self.screen_text, "the screen shows: {}")]
        return [words.format(pattern.pattern) for pattern, words in stated if pattern is not None]

    def on_terminal(self, lines: Sequence[str]) -> bool:
        """Whether everything stated holds for the rows of a terminal."""
        return self.screen_text is not None and self.screen_text.search("\n".join(lines)) is not None
