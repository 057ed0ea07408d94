"""Pointer and keys, as the server would get them from devices: by the XTEST extension."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from Xlib import XK, X
from Xlib.ext import xtest

MODIFIERS = {"Ctrl": "Control_L", "Alt": "Alt_L", "Shift": "Shift_L", "Super": "Super_L"}
UNICODE = 0x01000000  # added to the number of a character that has no key symbol of its own
DOUBLE_CLICK = 0.6  # seconds in which two clicks at the same place would be one double click
NEAR = 6  # pixels

for group in ("xkb", "xf86", "latin1", "miscellany"):
    XK.load_keysym_group(group)


def key_symbol(name: str) -> int:
    """The number of a key symbol by its name or character; 0 if there is none."""
    if len(name) == 1:
        code = ord(name)
        return code if 0x20 <= code <= 0xFF else UNICODE + code
    return int(XK.string_to_keysym(name))


def key_name(symbol: int) -> str:
    """The character or name of a key symbol; empty if it has none."""
    if 0x20 <= symbol <= 0x7E or 0xA0 <= symbol <= 0xFF:
        return chr(symbol)
    if symbol > UNICODE:
        return chr(symbol - UNICODE)
    names = (name for name in dir(XK) if name.startswith("XK_") and getattr(XK, name) == symbol)
    return next(names, "").removeprefix("XK_")


class XInput:
    """Types and clicks on one display."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self._last_click = (0, -100, -100, 0.0)  # the button, where and when

    def key(self, name: str) -> bool:
        """Presses and releases a key with its modifiers, `Ctrl+Shift+Left`; False if there is no such key."""
        *modifiers, last = name.split("+") if len(name) > 1 and not name.endswith("+") else [name]
        if name.endswith("++"):
            *modifiers, last = [*name[:-2].split("+"), "+"]
        symbol = key_symbol(last)
        if not symbol or any(each not in MODIFIERS for each in modifiers):
            return False
        code, shifted = self._code(symbol)
        held = [self._code(key_symbol(MODIFIERS[each]))[0] for each in modifiers]
        if shifted and "Shift" not in modifiers:
            held.append(self._code(key_symbol("Shift_L"))[0])
        for each in (*held, code):
            xtest.fake_input(self._display, X.KeyPress, each)
        for each in (code, *reversed(held)):
            xtest.fake_input(self._display, X.KeyRelease, each)
        self._display.sync()
        return True

    def _code(self, symbol: int) -> tuple[int, bool]:
        """The key for a symbol, and whether it needs Shift; a free key is given the symbol if no other has it."""
        for code, index in sorted(self._display.keysym_to_keycodes(symbol), key=lambda pair: pair[1]):
            if index <= 1:
                return code, index == 1
        first, last = self._display.display.info.min_keycode, self._display.display.info.max_keycode
        table = self._display.get_keyboard_mapping(first, last - first + 1)
        code = next((first + at for at in range(len(table) - 1, -1, -1) if not any(table[at])), last)
        self._display.change_keyboard_mapping(code, [(symbol, symbol)])
        self._display.sync()
        return code, False

    def click(self, x: int, y: int, button: int, count: int, *, menu: bool = False) -> None:
        """Clicks; two clicks at the same place are not a double click unless `count` says so.

        A click in a menu that comes too soon would belong to the one that opened it, as GTK sees it.
        """
        before, was_x, was_y, then = self._last_click
        if menu or (before == button and abs(was_x - x) < NEAR and abs(was_y - y) < NEAR):
            time.sleep(max(0.0, DOUBLE_CLICK - (time.monotonic() - then)))
        self._move(x, y)
        for _ in range(count):
            xtest.fake_input(self._display, X.ButtonPress, button)
            xtest.fake_input(self._display, X.ButtonRelease, button)
        self._display.sync()
        self._last_click = (button, x, y, time.monotonic())

    def drag(self, path: list[tuple[int, int]], button: int, handled: Callable[[], object] = lambda: None) -> None:
        """Drags along a path. `handled` waits until the program has seen each point: it may skip all but the last."""
        self._move(*path[0])
        xtest.fake_input(self._display, X.ButtonPress, button)
        for x, y in path[1:]:
            self._display.sync()
            handled()
            self._move(x, y)
        self._display.sync()
        handled()
        xtest.fake_input(self._display, X.ButtonRelease, button)
        self._display.sync()

    def _move(self, x: int, y: int) -> None:
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
