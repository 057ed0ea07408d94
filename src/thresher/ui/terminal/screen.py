"""The screen of a terminal program: what its output looks like, by pyte."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pyte

MOST_KEPT = 1 << 16  # bytes of output in which a failure is searched
MOST_SHOWN = 3  # lines of a condition
_ENTERS, _LEAVES = b"\x1b[?1049h", b"\x1b[?1049l"  # the full screen
_ESCAPES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[PX^_\]].*?(?:\x07|\x1b\\)|[ -/]*[0-~])", re.DOTALL)


class _AnsweringScreen(pyte.Screen):
    """Answers what programs ask a terminal, and ignores private sequences that pyte does not know."""

    def __init__(self, columns: int, lines: int, answer: Callable[[bytes], object]) -> None:
        super().__init__(columns, lines)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data.encode())

    def select_graphic_rendition(self, *attrs: int, **private: Any) -> None:
        if not private:
            super().select_graphic_rendition(*attrs)

    def report_device_status(self, mode: int = 0, **private: Any) -> None:
        if not private:
            super().report_device_status(mode)

    def report_device_attributes(self, mode: int = 0, **private: Any) -> None:
        if not private:
            super().report_device_attributes(mode)


class TerminalScreen:
    """What a terminal shows after the output it was fed; `answer` gets what it replies to the program."""

    def __init__(self, columns: int, rows: int, answer: Callable[[bytes], object] = lambda _: None) -> None:
        self._screen = _AnsweringScreen(columns, rows, answer)
        self._stream = pyte.ByteStream(self._screen)
        self._lines: tuple[str, ...] | None = None
        self._full = False  # whether the program has the whole screen
        self._printed = bytearray()  # since the last step, as far as it is kept

    def mark(self) -> None:
        """What is printed from now on belongs to the next step."""
        self._printed.clear()

    def feed(self, data: bytes) -> None:
        self._lines = None
        self._printed += data
        entered, left = data.rfind(_ENTERS), data.rfind(_LEAVES)
        self._full = entered > left if entered != left else self._full
        del self._printed[: -2 * MOST_KEPT]
        try:
            self._stream.feed(data)
        except (TypeError, ValueError, IndexError):  # a sequence that pyte has a bug with changes nothing
            self._stream.attach(self._screen)

    def resize(self, columns: int, rows: int) -> None:
        self._screen.resize(rows, columns)
        self._lines = None

    def lines(self) -> tuple[str, ...]:
        """The rows, without blanks at their ends."""
        if self._lines is None:
            self._lines = tuple(line.rstrip() for line in self._screen.display)
        return self._lines

    def text(self) -> str:
        return "\n".join(self.lines()).rstrip("\n")

    def printed(self) -> bytes:
        """What was printed in the last step, as text: a traceback, for example.

        What a program draws while it has the full screen is not text.
        """
        kept = bytes(self._printed[-MOST_KEPT:])
        if self._full:
            return b""
        last = kept.rpartition(_LEAVES)[2]
        return _ESCAPES.sub(b"", last).replace(b"\r\n", b"\n")


def changed_lines(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The condition for the next key: lines that are on the screen now and were not before, the longest ones.

    >>> changed_lines(["File", "one"], ["File", "one", "two"])
    ['two']
    """
    new = [line.strip() for line in after if line.strip() and line not in before]
    return sorted(dict.fromkeys(new), key=len, reverse=True)[:MOST_SHOWN]


def shows_all(lines: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether each of the texts is in a line of the screen."""
    return all(any(text in line for line in lines) for text in wanted)
