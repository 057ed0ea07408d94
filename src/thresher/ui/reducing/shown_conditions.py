"""What a program shows when it fails, as the user states it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class PictureRegion(NamedTuple):
    """A region of a picture: x, y, width and height."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ExpectedPicture:
    """The screen looks in this region as in a PNG file, of which `name` is shown to people."""

    name: str
    region: PictureRegion
    png: bytes = field(repr=False)

    def __str__(self) -> str:
        x, y, width, height = self.region
        return f"{self.name} in {x},{y},{width}x{height}"


@dataclass(frozen=True, slots=True)
class ShownConditions:
    """A pattern for the text on the screen of a terminal, or for the title of a window, and a picture."""

    screen_text: re.Pattern[str] | None = None
    window_title: re.Pattern[str] | None = None
    picture: ExpectedPicture | None = None

    def __bool__(self) -> bool:
        return self != ShownConditions()

    def describe(self) -> list[str]:
        patterns = [(self.screen_text, "the screen shows: {}"), (self.window_title, "a window has the title: {}")]
        stated = [words.format(pattern.pattern) for pattern, words in patterns if pattern is not None]
        return [*stated, f"the screen looks like {self.picture}"] if self.picture is not None else stated

    def on_terminal(self, lines: Sequence[str]) -> bool:
        """Whether everything stated holds for the rows of a terminal."""
        return self.screen_text is not None and self.screen_text.search("\n".join(lines)) is not None
