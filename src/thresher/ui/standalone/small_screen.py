"""A small terminal screen: enough of a VT100 to read the text that curses programs show."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

TOKEN = re.compile(
    r"\x1b\[([0-?]*)[ -/]*([@-~])|\x1b[PX^_\]].*?(?:\x07|\x1b\\)|\x1b[ -/]+[0-~]|\x1b([0-OQ-WYZ\\`-~])"
    r"|([\x00-\x1a\x1c-\x1f\x7f])|([^\x00-\x1f\x7f])",
    re.DOTALL,
)


class SmallScreen:
    """The text on a screen of so many columns and rows; colours and modes are ignored."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.x = self.y = 0
        self.top, self.bottom = 0, rows - 1
        self.saved = (0, 0)
        self.last = " "
        self.rest = ""
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.cells = [self._blank() for _ in range(rows)]
        self.commands: dict[str, Callable[[list[int]], None]] = {
            "A": lambda n: self._move(self.x, self.y - (n[0] or 1)),
            "B": lambda n: self._move(self.x, self.y + (n[0] or 1)),
            "C": lambda n: self._move(self.x + (n[0] or 1), self.y),
            "D": lambda n: self._move(self.x - (n[0] or 1), self.y),
            "G": lambda n: self._move((n[0] or 1) - 1, self.y),
            "d": lambda n: self._move(self.x, (n[0] or 1) - 1),
            "H": lambda n: self._move((n[1] or 1) - 1, (n[0] or 1) - 1),
            "f": lambda n: self._move((n[1] or 1) - 1, (n[0] or 1) - 1),
            "J": self._erase_screen,
            "K": self._erase_line,
            "L": lambda n: self._insert_rows(n[0] or 1),
            "M": lambda n: self._insert_rows(-(n[0] or 1)),
            "S": lambda n: self._scroll(self.top, n[0] or 1),
            "T": lambda n: self._scroll(self.top, -(n[0] or 1)),
            "P": lambda n: self._shift(-(n[0] or 1)),
            "@": lambda n: self._shift(n[0] or 1),
            "X": lambda n: self._fill(self.x, self.x + (n[0] or 1)),
            "b": self._repeat,
            "r": self._region,
        }

    def feed(self, data: bytes) -> None:
        """Shows more output; a sequence that is cut off waits for its rest."""
        text, self.rest = self.rest + self.decode(data), ""
        cut = text.rfind("\x1b")
        if cut >= 0 and not TOKEN.match(text, cut):
            text, self.rest = text[:cut], text[cut:]
        for parameters, final, escape, control, character in TOKEN.findall(text):
            if final:
                self._command(parameters, final)
            elif escape:
                self._escape(escape)
            elif control:
                self._control(control)
            elif character:
                self._put(character)

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.cells]

    def _blank(self) -> list[str]:
        return [" "] * self.columns

    def _command(self, parameters: str, final: str) -> None:
        if parameters.startswith("?") and re.search(r"\b1049\b", parameters):
            self.cells = [self._blank() for _ in range(self.rows)]
        if final in self.commands and not parameters.startswith(("?", ">", "=")):
            numbers = [int(number) if number.isdigit() else 0 for number in parameters.split(";")]
            self.commands[final]([*numbers, 0, 0])

    def _escape(self, letter: str) -> None:
        if letter == "7":
            self.saved = (self.x, self.y)
        elif letter == "8":
            self._move(*self.saved)
        elif letter == "M":
            if self.y == self.top:
                self._scroll(self.top, -1)
            else:
                self._move(self.x, self.y - 1)

    def _control(self, sign: str) -> None:
        if sign == "\r":
            self.x = 0
        elif sign == "\b":
            self._move(self.x - 1, self.y)
        elif sign == "\t":
            self._move((self.x // 8 + 1) * 8, self.y)
        elif sign in "\n\x0b\x0c":
            self._line_feed()

    def _line_feed(self) -> None:
        if self.y == self.bottom:
            self._scroll(self.top, 1)
        else:
            self._move(self.x, self.y + 1)

    def _put(self, character: str) -> None:
        if self.x == self.columns:
            self.x = 0
            self._line_feed()
        self.cells[self.y][self.x] = self.last = character
        self.x += 1

    def _repeat(self, numbers: list[int]) -> None:
        for _ in range(numbers[0] or 1):
            self._put(self.last)

    def _move(self, x: int, y: int) -> None:
        self.x, self.y = max(0, min(x, self.columns - 1)), max(0, min(y, self.rows - 1))

    def _fill(self, start: int, stop: int) -> None:
        self.cells[self.y][start:stop] = " " * (min(stop, self.columns) - start)

    def _erase_line(self, numbers: list[int]) -> None:
        start, stop = [(self.x, self.columns), (0, self.x + 1), (0, self.columns)][min(numbers[0], 2)]
        self._fill(min(start, self.columns), stop)

    def _erase_screen(self, numbers: list[int]) -> None:
        self._erase_line(numbers)
        for row in range(self.rows):
            if numbers[0] >= 2 or (row > self.y if numbers[0] == 0 else row < self.y):
                self.cells[row] = self._blank()

    def _scroll(self, top: int, count: int) -> None:
        """Moves the rows from `top` to the end of the region up, or down if the count is negative."""
        part = self.cells[top : self.bottom + 1]
        size, count = len(part), max(-len(part), min(count, len(part)))
        new = [self._blank() for _ in range(abs(count))]
        self.cells[top : self.bottom + 1] = part[count:] + new if count > 0 else new + part[: size + count]

    def _insert_rows(self, count: int) -> None:
        """Inserts rows at the cursor, or deletes some if the count is negative; not outside of the region."""
        if self.top <= self.y <= self.bottom:
            self._scroll(self.y, -count)
            self.x = 0

    def _shift(self, count: int) -> None:
        """Inserts blanks at the cursor, or deletes characters if the count is negative."""
        row = self.cells[self.y]
        rest = row[self.x :]
        moved = rest[-count:] if count < 0 else [" "] * count + rest
        self.cells[self.y] = (row[: self.x] + moved + self._blank())[: self.columns]

    def _region(self, numbers: list[int]) -> None:
        self.top, self.bottom = (numbers[0] or 1) - 1, (numbers[1] or self.rows) - 1
        self._move(0, 0)
