"""A pointer and a keyboard under Xvfb: what a user does in the browser that `thresher web record` opened."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

DISPLAY_SIZE = "1280x900x24"
TYPING = 80  # milliseconds between two keys, as quick as a good typist
ORIGIN = "[screenX + (outerWidth - innerWidth) / 2, screenY + outerHeight - innerHeight]"


@contextmanager
def screen() -> Iterator[str]:
    """An X server of its own; gives the name of its display."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", DISPLAY_SIZE, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


class Hand:
    """Moves the real pointer and presses real keys; `page` only tells where elements are."""

    def __init__(self, page: Any, display: str) -> None:
        self.page, self._display = page, display
        page.on("dialog", lambda _: None)  # the user answers it

    def do(self, *words: object) -> None:
        """One command of xdotool."""
        subprocess.run(["xdotool", *map(str, words)], check=True, env={**os.environ, "DISPLAY": self._display})

    def place(self, where: str, x: float | None = None, y: float | None = None) -> tuple[int, int]:
        """A point of an element on the screen; its center unless given."""
        found = self.page.locator(where).first
        found.wait_for(state="visible", timeout=20_000)
        self.settle(found)
        box, origin = found.bounding_box(), self.page.evaluate(ORIGIN)
        left = box["width"] / 2 if x is None else x
        top = box["height"] / 2 if y is None else y
        return round(origin[0] + box["x"] + left), round(origin[1] + box["y"] + top)

    def settle(self, found: Any) -> None:
        """Waits until the element no longer moves."""
        before = None
        while (box := found.bounding_box()) != before:
            before = box
            time.sleep(0.1)

    def move(self, where: str, x: float | None = None, y: float | None = None) -> None:
        at = self.place(where, x, y)
        self.do("mousemove", at[0] - 3, at[1] - 2, "mousemove", *at, "sleep", 0.05)

    def click(self, where: str, x: float | None = None, y: float | None = None, *, button: int = 1) -> None:
        self.move(where, x, y)
        self.do("click", button)
        time.sleep(0.15)

    def double_click(self, where: str, x: float | None = None, y: float | None = None) -> None:
        self.move(where, x, y)
        self.do("click", "--repeat", 2, "--delay", 60, 1)
        time.sleep(0.2)

    def drag(self, where: str, to: str, x: float | None = None, y: float | None = None) -> None:
        self.move(where)
        self.do("mousedown", 1, "sleep", 0.1)
        (a, b), (c, d) = self.place(where), self.place(to, x, y)
        for part in range(1, 11):
            self.do("mousemove", a + (c - a) * part // 10, b + (d - b) * part // 10, "sleep", 0.03)
        self.do("mousemove", c + 1, d, "sleep", 0.2, "mouseup", 1)
        time.sleep(0.3)

    def type(self, text: str) -> None:
        self.do("type", "--delay", TYPING, text)
        time.sleep(0.1)

    def key(self, *names: str) -> None:
        for name in names:
            self.do("key", name)
            time.sleep(0.05)
        time.sleep(0.1)

    def gone(self, where: str) -> None:
        """Waits until an element is no longer shown."""
        self.page.locator(where).first.wait_for(state="hidden", timeout=20_000)

    def at(self, path: str) -> None:
        """Waits for an address."""
        self.page.wait_for_url(f"**{path}", timeout=30_000)
