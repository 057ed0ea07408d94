"""Writes a recording as a Playwright test in Python, for pytest or as a program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from thresher.structures.events import EventLog
from thresher.web.replaying.page_errors import PageErrorKind
from thresher.web.replaying.replay_result import LocatedElement, NamedLocator
from thresher.web.writers.expectation import Expectation
from thresher.web.writers.exported import base_of
from thresher.web.writers.playwright_calls import DRAG, FILES, PlaywrightCall, calls, uploads
from thresher.web.writers.spelling import CallSpelling

SUFFIX = ".py"
LISTENERS = {
    PageErrorKind.PAGE_ERROR: [
        'context.on("weberror", lambda seen: page_errors.append(f"{seen.error.name}: {seen.error.message}"))'
    ],
    PageErrorKind.CONSOLE: [
        'context.on("console", lambda seen: console_errors.append(seen.text) if seen.type == "error" else None)'
    ],
    PageErrorKind.REQUEST: [
        'context.on("response", lambda seen: failed_requests.append(line_of(seen)) if seen.status >= 400 else None)'
    ],
    PageErrorKind.CRASH: ['page.on("crash", lambda _: crashes.append("the page crashed"))'],
}
LISTS = {
    PageErrorKind.PAGE_ERROR: "page_errors",
    PageErrorKind.CONSOLE: "console_errors",
    PageErrorKind.REQUEST: "failed_requests",
    PageErrorKind.CRASH: "crashes",
}
LINE_OF = """
def line_of(response: Response) -> str:
    return f"{response.status} {response.request.method} {urlsplit(response.url).path}"

"""
TAB = '''
def tab(context: BrowserContext, url: str) -> Page:
    """The tab that shows an address; after a while the newest one: its address may be new in every session."""
    for _ in range(50):
        if known := [page for page in context.pages if page.url == url]:
            break
        context.pages[0].wait_for_timeout(100)
    page = known[-1] if known else context.pages[-1]
    page.wait_for_load_state()
    return page

'''

DRAG_BY_HAND = '''
def drag(page: Page, source: Locator, target: Locator, start: Position | None, end: Position) -> None:
    """Drags slowly enough for pages that make room for what is dragged."""
    area = target.bounding_box()
    assert area is not None
    source.hover(position=start)
    page.mouse.down()
    page.mouse.move(area["x"] + end["x"], area["y"] + end["y"], steps=10)
    for shift in (1, 0):
        page.wait_for_timeout(200)
        page.mouse.move(area["x"] + end["x"] + shift, area["y"] + end["y"])
    page.mouse.up()
    page.wait_for_timeout(500)  # until it is in its place

'''

ANSWER = """
def answer(dialog: Dialog, text: str | None) -> None:
    dialog.dismiss() if text is None else dialog.accept(text)

"""


def write(
    log: EventLog, located: Mapping[int, LocatedElement], expected: Expectation, answered: Sequence[str | None] = ()
) -> str:
    """A file with one test, which fails as long as the bug exists; `answered` are the answers to dialogs."""
    steps = list(calls(log, located))
    base = base_of(log)
    body = [*_steps(steps, base), *_assertions(expected)]
    kinds = [kind for kind, _ in expected.errors]
    needs_tab, needs_line = any(call.target for call in steps), PageErrorKind.REQUEST in kinds
    drags = any(call.method == DRAG for call in steps)
    names = _imports(needs_line=needs_line, needs_tab=needs_tab, answers=bool(answered), drags=drags)
    lines = [
        *_docstring(expected),
        "import os",
        *(["import re"] if kinds else []),
        *(["from pathlib import Path"] if uploads(steps) else []),
        *(["from urllib.parse import urlsplit"] if needs_line else []),
        "",
        f"from playwright.sync_api import {', '.join(names)}",
        "",
        f'BASE_URL = os.environ.get("BASE_URL", {base!r})',
        "",
        *(LINE_OF.splitlines() if needs_line else []),
        *(TAB.splitlines() if needs_tab else []),
        *(ANSWER.splitlines() if answered else []),
        *(DRAG_BY_HAND.splitlines() if drags else []),
        "",
        f"def test_{_name(log.title)}() -> None:",
        "    with sync_playwright() as playwright:",
        "        browser = playwright.chromium.launch(",
        '            executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"] if os.geteuid() == 0 else []',
        "        )",
        '        context = browser.new_context(reduced_motion="reduce")',
        "        page = context.new_page()",
        *(f"        {LISTS[kind]}: list[str] = []" for kind in kinds),
        *(f"        {line}" for kind in kinds for line in LISTENERS[kind]),
        *(f"        {line}" for line in _answers(answered)),
        *(f"        {line}" for line in body),
        "",
        "",
        'if __name__ == "__main__":',
        f"    test_{_name(log.title)}()",
        "",
    ]
    return "\n".join(lines)


def _docstring(expected: Expectation) -> list[str]:
    return [
        f'"""{_quoted(expected.reason)}',
        "",
        "Fails as long as the failure is there. Run it with pytest or as a program. CHROMIUM names the browser to use,",
        "BASE_URL another server.",
        *map(_quoted, expected.needs),
        '"""',
        "",
    ]


def _imports(*, needs_line: bool, needs_tab: bool, answers: bool, drags: bool) -> list[str]:
    used = {
        "BrowserContext": needs_tab,
        "Dialog": answers,
        "Locator": drags,
        "Page": needs_tab or drags,
        "Position": drags,
        "Response": needs_line,
    }
    return [*(name for name, needed in used.items() if needed), "sync_playwright"]


class PythonSpelling(CallSpelling):
    """Calls in Python."""

    @property
    def base_name(self) -> str:
        return "BASE_URL"

    def page(self, target: str | None) -> str:
        return f"tab(context, {self.address(target)})" if target else "page"

    def child_frame(self, path: tuple[int, ...]) -> str:
        return ".main_frame" + "".join(f".child_frames[{number}]" for number in path)

    def locator(self, selector: NamedLocator | str) -> str:
        if isinstance(selector, str):
            return f"locator({selector!r})"
        if selector.role:
            return f"{selector.method}({selector.role!r}, name={selector.name!r}, exact=True)"
        return f"{selector.method}({selector.name!r}{'' if selector.method == 'get_by_test_id' else ', exact=True'})"

    def method(self, name: str) -> str:
        return name

    def options(self, options: Mapping[str, Any]) -> list[str]:
        return [f"{name}={value!r}" for name, value in options.items()]

    def file(self, name: str) -> str:
        return f"Path(__file__).parent / {FILES!r} / {name!r}"

    def value(self, value: Any) -> str:
        return repr(value)


def _steps(steps: Iterable[PlaywrightCall], base: str) -> Iterator[str]:
    spelling = PythonSpelling(base)
    for call in steps:
        yield f"# {call.comment}" if call.comment else spelling.spelled(call)


def _answers(answered: Sequence[str | None]) -> Iterator[str]:
    if not answered:
        return
    yield f"answers: list[str | None] = {list(answered)!r}  # None dismisses"
    yield 'context.on("dialog", lambda seen: answer(seen, answers.pop(0) if answers else ""))'


def _assertions(expected: Expectation) -> Iterator[str]:
    yield "if not page.is_closed():"
    yield '    page.wait_for_load_state("networkidle")'
    yield "    page.wait_for_timeout(2000)  # the failure may take a moment to show"
    for kind, pattern in expected.errors:
        yield f"assert not [seen for seen in {LISTS[kind]} if re.search({pattern!r}, seen)], {LISTS[kind]}"
    conditions = expected.conditions
    shown = 'page.inner_text("body")'
    if conditions.text is not None:
        yield f"assert {conditions.text!r} not in {shown}"
    if conditions.no_text is not None:
        yield f"assert {conditions.no_text!r} in {shown}"
    if conditions.selector is not None:
        yield f"assert page.locator({conditions.selector!r}).count() == 0"
    if conditions.no_selector is not None:
        yield f"assert page.locator({conditions.no_selector!r}).count() > 0"
    if conditions.fails_when is not None:
        yield f"assert not page.evaluate({conditions.fails_when!r})"


def _name(title: str) -> str:
    return re.sub(r"\W+", "_", title.lower(), flags=re.ASCII).strip("_") or "recording"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', "'")
