"""Reads the commands of a Cypress test, as Cypress Studio writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

from thresher.errors import UsageError
from thresher.web.readers.calls import ChainedCall, chain_of, statements
from thresher.web.readers.locators import selectors_of
from thresher.web.readers.steps import Selectors, Step, chosen, focus, on, pressed, selected, typed

_IGNORED = ("should", "and", "wait", "log", "as", "intercept", "url", "title", "screenshot", "blur")
_LISTENERS = ("cy.on(", "cy.once(", "cy.then(", "cy.intercept(")
_NAMES = {
    "enter": "Enter", "esc": "Escape", "backspace": "Backspace", "del": "Delete", "home": "Home", "end": "End",
    "uparrow": "ArrowUp", "downarrow": "ArrowDown", "leftarrow": "ArrowLeft", "rightarrow": "ArrowRight",
    "pageup": "PageUp", "pagedown": "PageDown", "insert": "Insert",
}  # fmt: skip


def read_cypress(text: str, name: str, base: str = "") -> list[Step]:
    """The steps of the file's tests, in order; a UsageError names the first line that cannot be expressed.

    `base` is the address that those in the test are relative to, the `baseUrl` of its project.
    """
    steps: list[Step] = []
    for number, statement in statements(text, "cy"):
        if statement.startswith(_LISTENERS):
            continue
        try:
            steps += _steps(chain_of(statement), steps, base)
        except (SyntaxError, ValueError, LookupError, TypeError) as error:
            raise UsageError(f"{name}, line {number}: cannot be read as a step ({error}): {statement[:80]}") from None
    if not steps:
        raise UsageError(f"{name} has no commands of Cypress, such as cy.visit(...) and cy.get(...).click()")
    return steps


def _steps(calls: list[ChainedCall], before: list[Step], base: str) -> list[Step]:
    """The steps of a chain: queries say where, actions what; assertions are left out."""
    where: list[str] = []
    steps: list[Step] = []
    for call in calls:
        if call.method in _PAGE:
            steps += _PAGE[call.method](call, base)
        elif call.method in _QUERIES:
            where += _QUERIES[call.method](call)
        elif call.method in _ACTIONS:
            steps += _ACTIONS[call.method](selectors_of(" >> ".join(where)) if where else [], call, [*before, *steps])
        elif call.method not in _IGNORED:
            raise ValueError(f"{call.method} cannot be expressed")
    return steps


def _visit(call: ChainedCall, base: str) -> list[Step]:
    address = str(call.args[0] if call.args else call.options["url"])
    if not re.match(r"[a-z]+:", address) and not base:
        raise ValueError("the address is relative; give --base-url")
    return [{"type": "navigate", "url": urljoin(base, address)}]


def _containing(call: ChainedCall) -> list[str]:
    *element, text = map(str, call.args)
    quoted = json.dumps(text, ensure_ascii=False)
    return [*element, f"internal:has-text={quoted}s"] if element else [f"internal:text={quoted}s"]


def _keys(place: Selectors, call: ChainedCall, before: list[Step]) -> list[Step]:
    """Typed text, with keys in braces; most chains clear the field first, which is a step of its own."""
    steps = focus(place, before) if place else []
    if call.options.get("parse_special_char_sequences") is False:
        return [*steps, typed(str(call.args[0]))]
    for part in re.findall(r"\{[^{}]+\}|[^{]+|\{", str(call.args[0])):
        name = part[1:-1].lower()
        if part == "{selectall}":
            steps += pressed("Control+a")
        elif part.startswith("{") and name in _NAMES:
            steps += pressed(_NAMES[name])
        elif part.startswith("{") and len(part) > 1 and part != "{{}":
            raise ValueError(f"the key {part} cannot be expressed")
        else:
            steps.append(typed("{" if part == "{{}" else part))
    return steps


def _one(kind: str, **more: Any) -> Callable[[Selectors, ChainedCall, list[Step]], list[Step]]:
    return lambda place, call, before: [on(kind, place, **more)]


def _triggered(place: Selectors, call: ChainedCall, before: list[Step]) -> list[Step]:
    if str(call.args[0]) not in ("mouseover", "mouseenter", "pointerover"):
        raise ValueError(f"the event {call.args[0]} cannot be expressed")
    return [on("hover", place)]


_PAGE: dict[str, Callable[[ChainedCall, str], list[Step]]] = {
    "visit": _visit,
    "viewport": lambda call, base: [{"type": "setViewport", "width": int(call.args[0]), "height": int(call.args[1])}],
}
_QUERIES: dict[str, Callable[[ChainedCall], list[str]]] = {
    "get": lambda call: [str(call.args[0])],
    "focused": lambda call: [],
    "find": lambda call: [str(call.args[0])],
    "contains": _containing,
    "first": lambda call: ["nth=0"],
    "last": lambda call: ["nth=-1"],
    "eq": lambda call: [f"nth={int(call.args[0])}"],
}
_ACTIONS: dict[str, Callable[[Selectors, ChainedCall, list[Step]], list[Step]]] = {
    "click": _one("click"),
    "dblclick": _one("doubleClick"),
    "rightclick": _one("click", button="secondary"),
    "check": _one("change", value="on"),
    "uncheck": _one("change", value="off"),
    "clear": _one("change", value=""),
    "select": lambda place, call, before: [on("change", place, **selected(call.args[0]))],
    "select_file": lambda place, call, before: [on("change", place, **chosen([call.args[0]]))],
    "trigger": _triggered,
    "focus": lambda place, call, before: focus(place, before),
    "type": _keys,
}
