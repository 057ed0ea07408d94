"""Writes a recording as a test for Cypress."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from thresher.structures.events import EventLog
from thresher.web.recording.typed import FOCUS, TYPE
from thresher.web.replaying.page_errors import PageErrorKind
from thresher.web.replaying.replay_result import LocatedElement
from thresher.web.writers.expectation import Expectation
from thresher.web.writers.exported import ExportedStep, base_of, exported_steps, within
from thresher.web.writers.playwright_calls import EXTRA_DELAY

SUFFIX = ".cy.js"
PLAIN = "{ parseSpecialCharSequences: false }"
KEYS = {
    "Enter": "{enter}", "Escape": "{esc}", "Backspace": "{backspace}", "Delete": "{del}", "Home": "{home}",
    "End": "{end}", "ArrowUp": "{upArrow}", "ArrowDown": "{downArrow}", "ArrowLeft": "{leftArrow}",
    "ArrowRight": "{rightArrow}",
    "PageUp": "{pageUp}", "PageDown": "{pageDown}", "{": "{{}",
}  # fmt: skip
WATCHED = {
    PageErrorKind.PAGE_ERROR: ["cy.on('uncaught:exception', (error) => { seen.push(String(error)); return false; });"],
    PageErrorKind.CRASH: [],
    PageErrorKind.CONSOLE: [
        "cy.on('window:before:load', (page) => {",
        "  page.console.error = (...parts) => seen.push(parts.map(String).join(' '));",
        "});",
    ],
    PageErrorKind.REQUEST: [
        "cy.intercept('**', (request) => request.continue((response) => {",
        "  const { method, url } = request;",
        "  if (response.statusCode >= 400) seen.push(`${response.statusCode} ${method} ${new URL(url).pathname}`);",
        "}));",
    ],
}


def write(
    log: EventLog, located: Mapping[int, LocatedElement], expected: Expectation, answered: Sequence[str | None] = ()
) -> str:
    """A file with one test, which fails as long as the failure is there. What Cypress cannot do is a comment."""
    base = base_of(log)
    lines = [
        f"// {' '.join(expected.reason.split())}",
        "// Fails as long as the failure is there. Run it with: npx cypress run --spec FILE",
        *(f"// {line}" for line in expected.needs),
        f"const baseUrl = Cypress.env('BASE_URL') || {_text(base)};",
        "",
        f"it({_text(log.title or 'recording')}, () => {{",
        *(f"  {line}" for line in _watched(expected, answered)),
        *(f"  {line}" for step in exported_steps(log, located) for line in _lines(step, base)),
        *(f"  {line}" for line in _assertions(expected)),
        "});",
        "",
    ]
    return "\n".join(lines)


def _watched(expected: Expectation, answered: Sequence[str | None]) -> Iterator[str]:
    kinds = dict.fromkeys(kind for kind, _ in expected.errors)
    if kinds:
        yield "const seen = [];"
    for kind in kinds:
        yield from WATCHED[kind]
    if answered:
        yield f"const answers = {json.dumps(list(answered), ensure_ascii=False)};  // null dismisses"
        yield "cy.on('window:confirm', () => (answers.length ? answers.shift() : '') !== null);"
        yield "cy.on('window:before:load', (page) => { page.prompt = () => answers.shift(); });"


def _assertions(expected: Expectation) -> Iterator[str]:
    if expected.errors:
        yield "cy.wait(2000);  // the failure may take a moment to show"
    for _, pattern in expected.errors:
        found = f"seen.filter((each) => new RegExp({_text(pattern)}).test(each))"
        yield f"cy.then(() => expect({found}).to.deep.equal([]));"
    conditions = expected.conditions
    if conditions.text is not None:
        yield f"cy.get('body').should('not.contain.text', {_text(conditions.text)});"
    if conditions.no_text is not None:
        yield f"cy.get('body').should('contain.text', {_text(conditions.no_text)});"
    if conditions.selector is not None:
        yield f"cy.get({_text(conditions.selector)}).should('not.exist');"
    if conditions.no_selector is not None:
        yield f"cy.get({_text(conditions.no_selector)}).should('exist');"
    if conditions.fails_when is not None:
        yield f"cy.window().then((page) => expect(Boolean(page.eval({_text(conditions.fails_when)}))).to.equal(false));"


def _lines(step: ExportedStep, base: str) -> list[str]:
    record, where = step.record, f"cy.get({_text(step.css)})"
    if step.action == "navigate":
        rest = within(str(record["url"]), base)
        return [f"cy.visit({_text(record['url'])});" if rest is None else f"cy.visit(baseUrl + {_text(rest)});"]
    if step.action == "setViewport":
        return [f"cy.viewport({record['width']}, {record['height']});"]
    made = None if step.elsewhere else _ACTIONS.get(step.action)
    rest_of = made(step, where) if made is not None else None
    if rest_of is None or (not step.css and where in rest_of):
        return [
            f"// not possible in Cypress: {step.action} {' '.join(json.dumps(record.get('selectors', '')).split())}"
        ]
    waits = [f"cy.wait({step.delay + EXTRA_DELAY});"] if step.delay else []
    return [*([rest_of] if rest_of else []), *waits]


def _clicked(method: str) -> Callable[[ExportedStep, str], str]:
    def made(step: ExportedStep, where: str) -> str:
        name = "rightclick" if step.record.get("button") == "secondary" else method
        return f"{where}.{name}();"

    return made


def _changed(step: ExportedStep, where: str) -> str | None:
    value = str(step.record.get("value", ""))
    if step.kind == "select":
        return f"{where}.select({json.dumps(step.record.get('values', value), ensure_ascii=False)});"
    if step.kind in ("input checkbox", "input radio"):
        return f"{where}.{'check' if value in ('on', 'true') else 'uncheck'}();"
    if step.kind == "input file":
        names = [f"cypress/fixtures/{name}" for name in step.record.get("files") or ()]
        return f"{where}.selectFile({json.dumps(names)});"
    return f"{where}.clear().type({_text(value)}, {PLAIN});" if value else f"{where}.clear();"


def _pressed(step: ExportedStep, where: str) -> str | None:
    key = str(step.record.get("key", ""))
    if key == "Tab":
        return "cy.press(Cypress.Keyboard.Keys.TAB);"
    if key in ("Control", "Shift", "Alt", "Meta"):
        return f"cy.focused().type('{{{key.lower().replace('control', 'ctrl')}}}', {{ release: false }});"
    return f"cy.focused().type({_text(KEYS.get(key, key))});" if key in KEYS or len(key) == 1 else None


def _scrolled(step: ExportedStep, where: str) -> str:
    x, y = step.record.get("x", 0), step.record.get("y", 0)
    return f"{where}.scrollTo({x}, {y});" if step.record.get("selectors") else f"cy.scrollTo({x}, {y});"


_ACTIONS: dict[str, Callable[[ExportedStep, str], Any]] = {
    "click": _clicked("click"),
    "doubleClick": _clicked("dblclick"),
    "hover": lambda step, where: f"{where}.trigger('mouseover');",
    "change": _changed,
    "keyDown": _pressed,
    "keyUp": lambda step, where: "",
    "scroll": _scrolled,
    "waitForElement": lambda step, where: f"{where}.should('exist');",
    FOCUS: lambda step, where: f"{where}.focus();",
    TYPE: lambda step, where: f"cy.focused().type({_text(step.record['text'])}, {PLAIN});",
}


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
