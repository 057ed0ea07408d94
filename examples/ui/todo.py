"""A to-do list in the terminal, with a fault: `python3 todo.py items.txt`.

a: add an item (Enter ends it, Escape cancels), d: delete, u: undo the last deletion, x: done or not, s: sort,
j and k or the arrow keys: move, /: search, w: write the file, q: quit.
"""

from __future__ import annotations

import curses
import sys
from pathlib import Path
from typing import Any

ENTER, ESCAPE, BACKSPACE = ("\n", "\r"), "\x1b", ("\x7f", "\b")


class Todo:
    """The items, the cursor, and what can be undone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.items = path.read_text().splitlines() if path.exists() else []
        self.cursor = 0
        self.deleted: list[tuple[int, str]] = []
        self.ranks: dict[int, int] = {}  # the position of each item in sorted order
        self.message = "a add  d delete  u undo  x done  s sort  / search  w write  q quit"

    def move(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, len(self.items) - 1))

    def add(self, text: str) -> None:
        if text:
            self.items.append(text)
            self.cursor = len(self.items) - 1
            self.message = f"added {text}"

    def delete(self) -> None:
        if self.items:
            text = self.items.pop(self.cursor)
            self.deleted.append((self.cursor, text))
            self.message = f"deleted {text}"
            self.move(0)

    def undo(self) -> None:
        if self.deleted:
            place, text = self.deleted.pop()
            self.items.insert(place, text)
            if self.ranks:
                self.cursor = self.ranks[place]  # the fault: items that came after sorting have no rank
            self.message = f"{text} is back"

    def done(self) -> None:
        if self.items:
            text = self.items[self.cursor]
            self.items[self.cursor] = text.removeprefix("* ") if text.startswith("* ") else f"* {text}"

    def sort(self) -> None:
        self.items.sort()
        self.ranks = {place: place for place in range(len(self.items))}
        self.message = "sorted"

    def search(self, text: str) -> None:
        found = [place for place, item in enumerate(self.items) if text and text in item]
        self.cursor = found[0] if found else self.cursor
        self.message = f"{len(found)} found"

    def write(self) -> None:
        self.path.write_text("".join(f"{item}\n" for item in self.items))
        self.message = f"wrote {len(self.items)} items"


def main(window: Any) -> None:
    curses.use_default_colors()
    todo = Todo(Path(sys.argv[1]))
    while True:
        draw(window, todo)
        key = window.get_wch()
        if key in ("q", "Q"):
            return
        if key == "a":
            todo.add(ask(window, "new item: "))
        elif key == "/":
            todo.search(ask(window, "search: "))
        elif key in ("j", curses.KEY_DOWN):
            todo.move(1)
        elif key in ("k", curses.KEY_UP):
            todo.move(-1)
        else:
            action = {"d": todo.delete, "u": todo.undo, "x": todo.done, "s": todo.sort, "w": todo.write}.get(key)
            if action is not None:
                action()


def draw(window: Any, todo: Todo) -> None:
    window.erase()
    height, width = window.getmaxyx()
    window.addnstr(0, 0, f"To do: {len(todo.items)} items", width - 1, curses.A_BOLD)
    first = max(0, todo.cursor - (height - 4))
    for row, item in enumerate(todo.items[first : first + height - 3]):
        chosen = first + row == todo.cursor
        window.addnstr(row + 1, 0, f"{'>' if chosen else ' '} {item}", width - 1, curses.A_REVERSE if chosen else 0)
    window.addnstr(height - 1, 0, todo.message, width - 1)
    window.refresh()


def ask(window: Any, question: str) -> str:
    height, width = window.getmaxyx()
    text = ""
    while True:
        window.move(height - 1, 0)
        window.clrtoeol()
        window.addnstr(height - 1, 0, question + text, width - 1)
        key = window.get_wch()
        if key in ENTER or key == ESCAPE:
            return text if key in ENTER else ""
        if key in BACKSPACE or key == curses.KEY_BACKSPACE:
            text = text[:-1]
        elif isinstance(key, str) and key.isprintable():
            text += key


if __name__ == "__main__":
    curses.wrapper(main)
