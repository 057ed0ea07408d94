"""Writes a recording as a project of Selenium IDE, a `.side` file."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence

from thresher.structures.events import EventLog
from thresher.web.recording.typed import FOCUS, TYPE
from thresher.web.replaying.page_errors import PageErrorKind
from thresher.web.replaying.replay_result import LocatedElement
from thresher.web.writers.expectation import Expectation
from thresher.web.writers.exported import ExportedStep, base_of, exported_steps, within
from thresher.web.writers.playwright_calls import EXTRA_DELAY

SUFFIX = ".side"
NAMES = uuid.UUID("5c1f7f0e-2f0c-4d5b-9a44-6f0a7f5f3c11")  # of the ids in a project, the same in every run
KEYS = {"Enter": "${KEY_ENTER}", "Tab": "${KEY_TAB}", "Escape": "${KEY_ESC}", "Backspace": "${KEY_BACKSPACE}",
        "Delete": "${KEY_DELETE}", "ArrowUp": "${KEY_UP}", "ArrowDown": "${KEY_DOWN}", "ArrowLeft": "${KEY_LEFT}",
        "ArrowRight": "${KEY_RIGHT}"}  # fmt: skip
NOTE_ERRORS = (
    "window.addEventListener('error', (event) => sessionStorage.setItem('errors', "
    "(sessionStorage.getItem('errors') || '') + ' | ' + String(event.error || event.message)));"
)
Command = tuple[str, str, str]  # its name, its target and its value


def write(
    log: EventLog, located: Mapping[int, LocatedElement], expected: Expectation, answered: Sequence[str | None] = ()
) -> str:
    """A project with one test. What Selenium IDE cannot do or see is a comment in it."""
    base, title = base_of(log), log.title or "recording"
    watched = any(kind is PageErrorKind.PAGE_ERROR for kind, _ in expected.errors)
    commands = [
        *(each for step in exported_steps(log, located) for each in _commands(step, base, watched=watched)),
        *_assertions(expected),
    ]
    test = {
        "id": _id(title),
        "name": title,
        "commands": [_spelled(number, each) for number, each in enumerate(commands)],
    }
    suite = {"id": _id("suite"), "name": "Default Suite", "persistSession": False, "parallel": False, "timeout": 300}
    project = {
        **{"id": _id("project"), "version": "2.0", "name": title, "url": base, "tests": [test]},
        **{"suites": [{**suite, "tests": [_id(title)]}], "urls": [f"{base}/"], "plugins": []},
    }
    return json.dumps(project, indent=2, ensure_ascii=False) + "\n"


def _spelled(number: int, command: Command) -> dict[str, object]:
    name, target, value = command
    comment, shown = (target, "") if name == "//" else ("", target)
    return {
        **{"id": _id(str(number)), "comment": comment, "command": name},
        **{"target": shown, "targets": [], "value": value},
    }


def _id(name: str) -> str:
    return str(uuid.uuid5(NAMES, name))


def _commands(step: ExportedStep, base: str, *, watched: bool) -> Iterator[Command]:
    record, where = step.record, f"css={step.css}"
    if step.action == "navigate":
        rest = within(str(record["url"]), base)
        yield "open", str(record["url"]) if rest is None else rest or "/", ""
        if watched:
            yield "executeScript", NOTE_ERRORS, ""
    elif step.action == "setViewport":
        yield "setWindowSize", f"{record['width']}x{record['height']}", ""
    else:
        made = None if step.elsewhere else _ACTIONS.get(step.action)
        found = made(step, where) if made is not None else None
        if found is None or (found and not step.css and found[0][1] == where):
            yield "//", f"not possible in Selenium IDE: {step.action} {step.css}".strip(), ""
        else:
            yield from found
        if step.delay:
            yield "pause", str(step.delay + EXTRA_DELAY), ""


def _changed(step: ExportedStep, where: str) -> list[Command]:
    value = str(step.record.get("value", ""))
    if step.kind == "select" and "values" in step.record:
        return [("addSelection", where, f"value={each}") for each in step.record["values"]]
    if step.kind == "select":
        return [("select", where, f"value={value}")]
    if step.kind in ("input checkbox", "input radio"):
        return [("check" if value in ("on", "true") else "uncheck", where, "")]
    return [("type", where, value)]


def _pressed(step: ExportedStep, where: str) -> list[Command] | None:
    key = str(step.record.get("key", ""))
    return [("sendKeys", "css=:focus", KEYS.get(key, key))] if key in KEYS or len(key) == 1 else None


_ACTIONS: dict[str, Callable[[ExportedStep, str], list[Command] | None]] = {
    "click": lambda step, where: None if step.record.get("button") else [("click", where, "")],
    "doubleClick": lambda step, where: [("doubleClick", where, "")],
    "hover": lambda step, where: [("mouseOver", where, "")],
    "change": _changed,
    "keyDown": _pressed,
    "keyUp": lambda step, where: [],
    "waitForElement": lambda step, where: [("waitForElementPresent", where, "30000")],
    "close": lambda step, where: [("close", "", "")],
    TYPE: lambda step, where: [("sendKeys", "css=:focus", str(step.record["text"]))],
    FOCUS: lambda step, where: [("click", where, "")],
}


def _literal(text: str) -> str:
    r"""A string of JavaScript in which Selenium's runner changes nothing: it replaces \n and ${name} in scripts, too.

    >>> print(_literal("a\\nb ${c}"))
    "a\u005cnb \u0024{c}"
    """
    spelled = json.dumps(text, ensure_ascii=False).replace("\\\\", "\\u005c")
    return spelled.replace("\\n", "\\u000a").replace("$", "\\u0024")


def _assertions(expected: Expectation) -> Iterator[Command]:
    for kind, pattern in expected.errors:
        if kind is not PageErrorKind.PAGE_ERROR:
            yield "//", f"not visible in Selenium IDE: {kind.value} {pattern}", ""
            continue
        yield "pause", "2000", ""
        seen = f"return new RegExp({_literal(pattern)}).test(sessionStorage.getItem('errors') || '');"
        yield from (("executeScript", seen, "failed"), ("assert", "failed", "false"))
    conditions = expected.conditions
    shown = {"not ": conditions.text, "": conditions.no_text}
    for negated, text in shown.items():
        if text is not None:
            script = f"return document.body.innerText.includes({_literal(text)});"
            yield from (("executeScript", script, "shown"), ("assert", "shown", "false" if negated else "true"))
    if conditions.selector is not None:
        yield "assertElementNotPresent", f"css={conditions.selector}", ""
    if conditions.no_selector is not None:
        yield "assertElementPresent", f"css={conditions.no_selector}", ""
    if conditions.fails_when is not None:
        yield from (
            ("executeScript", f"return Boolean({conditions.fails_when});", "failed"),
            ("assert", "failed", "false"),
        )
