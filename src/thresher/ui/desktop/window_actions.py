"""What a user does to windows by way of the window manager: another size, or the keys for another window.

A size is the user's if the program did not ask for it. A window that gets the keys is the user's choice if it was
there before the last step, and neither a click in it nor the program is the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from thresher.ui.standalone.x_windows import SeenWindow


class WindowActions:
    """Compares each look at the windows of a program with the one before."""

    def __init__(self) -> None:
        self._sizes: dict[int, tuple[int, int]] = {}
        self._new_sizes: dict[int, tuple[int, int]] = {}  # seen once
        self._own: dict[int, tuple[int, int]] = {}  # asked for by the program
        self._chosen = 0  # the window that a click or the program gave the keys to
        self._focused = 0
        self._seen: set[int] = set()
        self._before: set[int] = set()  # windows that were there before the last step
        self._steps = 0

    def program_resizes(self, window: int, width: int | None, height: int | None) -> None:
        before = self._sizes.get(window, (0, 0))
        self._own[window] = (before[0] if width is None else width, before[1] if height is None else height)

    def chosen(self, window: int) -> None:
        """The window gets the keys by a click in it, or since the program wants it."""
        self._chosen = window

    def looked(self, windows: Sequence[SeenWindow], focused: SeenWindow | None, steps: int) -> list[dict[str, Any]]:
        """The actions since the last look; `steps` is the number of steps that are recorded."""
        framed = [each for each in windows if not each.menu]
        if steps != self._steps:
            self._steps, self._before = steps, self._seen
        found = [each for window in framed if (each := self._resized(window)) is not None]
        if focused is not None and not focused.menu:
            if self._changed_focus(focused, {each.window.id for each in framed}):
                found.append({"type": "focus", "window": focused.named()})
            self._focused = focused.window.id
        self._seen = {each.window.id for each in framed}
        return found

    def _resized(self, window: SeenWindow) -> dict[str, Any] | None:
        """A new size is recorded once two looks have seen it: the user may still be pulling."""
        number, size = window.window.id, (window.width, window.height)
        known = self._sizes.setdefault(number, size)
        if size == known or size == self._own.get(number):
            self._sizes[number] = size
            return None
        if self._new_sizes.get(number) != size:
            self._new_sizes[number] = size
            return None
        self._sizes[number] = size
        return {"type": "resize", "width": size[0], "height": size[1], "window": window.named()}

    def _changed_focus(self, focused: SeenWindow, now: set[int]) -> bool:
        number = focused.window.id
        return number not in (self._focused, self._chosen) and number in self._before and self._focused in now
