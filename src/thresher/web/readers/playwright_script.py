"""Reads the actions of a Playwright script, in Python or TypeScript, as `playwright codegen` writes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

from thresher.errors import UsageError
from thresher.web.readers.calls import ChainedCall, chain_of, statements
from thresher.web.readers.locators import locator_of, selectors_of
from thresher.web.readers.steps import Selectors, Step, button, chosen, focus, on, pressed, selected, typed

_WAITS = ("wait_for_timeout", "wait_for_load_state", "wait_for_url", "expect_popup", "once", "on")
_SIZE = re.compile(r"viewport\W+(width|height)\W+(\d+)\W+(?:width|height)\W+(\d+)")


def read_script(text: str, name: str, base: str = "") -> list[Step]:
    """The steps; a UsageError names the first line with an action that a recording cannot express.

    `base` is the address that others in the script are relative to.
    """
    steps: list[Step] = []
    if (size := _SIZE.search(text)) is not None:
        width, height = (size[2], size[3]) if size[1] == "width" else (size[3], size[2])
        steps.append({"type": "setViewport", "width": int(width), "height": int(height)})
    before = len(steps)
    for number, statement in statements(text, r"page\d*"):
        try:
            if not statement.startswith("page."):
                raise ValueError("in another tab, whose address is not in the script")
            if statement.endswith(")"):
                steps += _steps(chain_of(statement), steps, base)
        except (SyntaxError, ValueError, LookupError, TypeError) as error:
            raise UsageError(f"{name}, line {number}: cannot be read as a step ({error}): {statement[:80]}") from None
    if len(steps) == before:
        raise UsageError(
            f"{name} has no actions of Playwright, such as page.goto(...) and page.get_by_role(...).click()"
        )
    return steps[:-1] if steps[-1]["type"] == "close" else steps  # codegen notes that its window was closed


def _steps(calls: list[ChainedCall], before: list[Step], base: str) -> list[Step]:
    *where, action = calls
    if action.method in _WAITS:
        return []
    if action.method == "goto":
        return [{"type": "navigate", "url": _address(str(action.args[0]), base)}]
    if action.method == "set_viewport_size":
        return [{"type": "setViewport", **action.options}]
    if action.method == "close" and not where:
        return [{"type": "close", "target": "main"}]
    if [call.method for call in where] == ["keyboard"]:
        return _KEYBOARD[action.method](str(action.args[0]))
    place = selectors_of(locator_of(where))
    return _MAKERS[action.method](place, action, before)


def _address(given: str, base: str) -> str:
    if not re.match(r"[a-z]+:", given) and not base:
        raise ValueError("the address is relative; give --base-url")
    return urljoin(base, given)


def _one(kind: str, **more: Any) -> Callable[[Selectors, ChainedCall, list[Step]], list[Step]]:
    def make(place: Selectors, action: ChainedCall, before: list[Step]) -> list[Step]:
        at = action.options.get("position") or {}
        offset = {"offsetX": at["x"], "offsetY": at["y"]} if at else {}
        return [on(kind, place, **more, **button(action.options.get("button")), **offset)]

    return make


def _value(place: Selectors, action: ChainedCall, before: list[Step]) -> list[Step]:
    return [on("change", place, **selected(action.args[0]))]


def _files(place: Selectors, action: ChainedCall, before: list[Step]) -> list[Step]:
    given = action.args[0]
    return [on("change", place, **chosen(given if isinstance(given, list | tuple) else [given]))]


_KEYBOARD: dict[str, Callable[[str], list[Step]]] = {
    "press": pressed,
    "type": lambda text: [typed(text)],
    "insert_text": lambda text: [typed(text)],
    "down": lambda key: pressed(key)[:1],
    "up": lambda key: pressed(key)[1:],
}
_MAKERS: dict[str, Callable[[Selectors, ChainedCall, list[Step]], list[Step]]] = {
    "click": _one("click"),
    "dblclick": _one("doubleClick"),
    "hover": _one("hover"),
    "check": _one("change", value="on"),
    "uncheck": _one("change", value="off"),
    "clear": _one("change", value=""),
    "fill": _value,
    "select_option": _value,
    "set_input_files": _files,
    "press": lambda place, action, before: [*focus(place, before), *pressed(str(action.args[0]))],
    "type": lambda place, action, before: [*focus(place, before), typed(str(action.args[0]))],
    "press_sequentially": lambda place, action, before: [*focus(place, before), typed(str(action.args[0]))],
}
