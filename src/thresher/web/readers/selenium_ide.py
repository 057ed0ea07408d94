"""Reads the tests of a Selenium IDE project, a `.side` file."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

from thresher.errors import UsageError

Command = dict[str, Any]
KEYS = {"${KEY_ENTER}": "Enter", "${KEY_TAB}": "Tab", "${KEY_ESC}": "Escape", "${KEY_BACKSPACE}": "Backspace"}
IGNORED = ("assert", "verify", "wait", "echo", "pause", "store", "mouseOut", "mouseUp", "mouseDown", "mouseUpAt")


def read_side(data: bytes, name: str) -> list[dict[str, Any]]:
    """The steps of the project's first test; a UsageError names a command that a recording cannot express."""
    try:
        project = json.loads(data)
        commands: list[Command] = project["tests"][0]["commands"]
        base = str(project.get("url", ""))
    except (ValueError, LookupError, TypeError, AttributeError):
        raise UsageError(f"{name} is not a project of Selenium IDE with a test") from None
    steps: list[dict[str, Any]] = []
    frame: list[int] = []
    for number, each in enumerate(commands, start=1):
        what = str(each.get("command", ""))
        if what.startswith(("//", *IGNORED)):
            continue
        if what == "addSelection":
            steps = _with_entry(steps, each)
            continue
        if what == "selectFrame":
            frame = _frame(frame, str(each.get("target", "")), f"{name}, command {number}")
            continue
        maker = _MAKERS.get(what)
        if maker is None:
            raise UsageError(f"{name}, command {number}: {what} cannot be read as a step")
        steps += [{**step, **({"frame": frame} if frame and "selectors" in step else {})} for step in maker(each, base)]
    return steps


def _frame(around: list[int], target: str, where: str) -> list[int]:
    """The path of the frame that the next commands are for, from that of the last ones."""
    kind, _, value = target.partition("=")
    if kind == "index" and value.isdecimal():
        return [*around, int(value)]
    if target == "relative=parent":
        return around[:-1]
    if target == "relative=top":
        return []
    raise UsageError(f"{where}: the frame {target} cannot be read as a step; select it by its index")


def _selectors(each: Command) -> list[list[str]]:
    """The target and the alternatives that Selenium IDE keeps beside it."""
    targets = [str(each.get("target", "")), *(str(pair[0]) for pair in each.get("targets") or [])]
    return [[selector] for selector in dict.fromkeys(map(_selector, targets)) if selector]


def _selector(target: str) -> str:
    """
    >>> _selector("id=save"), _selector("linkText=Home"), _selector("css=.a > b"), _selector("xpath=//p")
    ('#save', 'aria/Home[role="link"]', '.a > b', 'xpath///p')
    """
    kind, _, text = target.partition("=")
    spelled = {
        "id": f"#{text}",
        "css": text,
        "name": f'[name="{text}"]',
        "xpath": f"xpath/{text}",
        "linkText": f'aria/{text}[role="link"]',
    }
    return spelled.get(kind, "")


def _on(kind: str) -> Callable[[Command, str], list[dict[str, Any]]]:
    return lambda each, base: [{"type": kind, "selectors": _selectors(each)}]


def _keys(each: Command, base: str) -> list[dict[str, Any]]:
    value = str(each.get("value", ""))
    if value in KEYS:
        return [{"type": "keyDown", "key": KEYS[value]}, {"type": "keyUp", "key": KEYS[value]}]
    return [{"type": "change", "selectors": _selectors(each), "value": value}]


def _selected(each: Command, base: str) -> list[dict[str, Any]]:
    return [{"type": "change", "selectors": _selectors(each), "value": str(each.get("value", "")).rpartition("=")[2]}]


def _with_entry(steps: list[dict[str, Any]], each: Command) -> list[dict[str, Any]]:
    """With one entry more of a list: a recording has all of them in one step."""
    [step] = _selected(each, "")
    last = steps[-1] if steps else {}
    if all(last.get(name) == step[name] for name in ("type", "selectors")):
        return [*steps[:-1], {**last, "values": [*last.get("values", [last["value"]]), step["value"]]}]
    return [*steps, {**step, "values": [step["value"]]}]


def _size(each: Command, base: str) -> list[dict[str, Any]]:
    width, _, height = str(each.get("target", "")).partition("x")
    return [{"type": "setViewport", "width": int(width), "height": int(height)}]


_MAKERS: dict[str, Callable[[Command, str], list[dict[str, Any]]]] = {
    "open": lambda each, base: [{"type": "navigate", "url": urljoin(base, str(each.get("target", "")))}],
    "setWindowSize": _size,
    "click": _on("click"),
    "clickAt": _on("click"),
    "doubleClick": _on("doubleClick"),
    "mouseOver": _on("hover"),
    "mouseMoveAt": _on("hover"),
    "type": lambda each, base: [{"type": "change", "selectors": _selectors(each), "value": str(each.get("value", ""))}],
    "sendKeys": _keys,
    "select": _selected,
    "check": lambda each, base: [{"type": "change", "selectors": _selectors(each), "value": "on"}],
    "uncheck": lambda each, base: [{"type": "change", "selectors": _selectors(each), "value": "off"}],
    "close": lambda each, base: [{"type": "close", "target": "main"}],
}
