"""Writes a recording as a test for Playwright's own runner, in TypeScript."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from thresher.structures.events import EventLog
from thresher.web.replaying.page_errors import PageErrorKind
from thresher.web.replaying.replay_result import LocatedElement, NamedLocator
from thresher.web.writers.expectation import Expectation
from thresher.web.writers.exported import base_of
from thresher.web.writers.playwright_calls import DRAG, FILES, PlaywrightCall, calls
from thresher.web.writers.spelling import CallSpelling

SUFFIX = ".spec.ts"
LISTS = {
    PageErrorKind.PAGE_ERROR: "pageErrors",
    PageErrorKind.CONSOLE: "consoleErrors",
    PageErrorKind.REQUEST: "failedRequests",
    PageErrorKind.CRASH: "crashes",
}
LISTENERS = {
    PageErrorKind.PAGE_ERROR: "context.on('weberror', seen => pageErrors.push(String(seen.error())));",
    PageErrorKind.CONSOLE: (
        "context.on('console', seen => { if (seen.type() === 'error') consoleErrors.push(seen.text()); });"
    ),
    PageErrorKind.REQUEST: """context.on('response', seen => {
    const path = new URL(seen.url()).pathname;
    if (seen.status() >= 400) failedRequests.push(`${seen.status()} ${seen.request().method()} ${path}`);
  });""",
    PageErrorKind.CRASH: "page.on('crash', () => crashes.push('the page crashed'));",
}
TAB = """
async function tab(context: BrowserContext, url: string): Promise<Page> {
  const showing = () => context.pages().findLast(page => page.url() === url);
  for (let look = 0; look < 50 && !showing(); look += 1) await context.pages()[0].waitForTimeout(100);
  const page = showing() ?? context.pages().at(-1)!; // its address may be new in every session
  await page.waitForLoadState();
  return page;
}
"""
DRAG_BY_HAND = """
type Position = { x: number, y: number };

async function drag(page: Page, source: Locator, target: Locator, start: Position | null, end: Position) {
  const area = (await target.boundingBox())!;
  await source.hover({ position: start ?? undefined });
  await page.mouse.down();
  await page.mouse.move(area.x + end.x, area.y + end.y, { steps: 10 });
  for (const shift of [1, 0]) {
    await page.waitForTimeout(200);
    await page.mouse.move(area.x + end.x + shift, area.y + end.y);
  }
  await page.mouse.up();
  await page.waitForTimeout(500); // until it is in its place
}
"""


def write(
    log: EventLog, located: Mapping[int, LocatedElement], expected: Expectation, answered: Sequence[str | None] = ()
) -> str:
    """A file with one test, which fails as long as the bug exists; `answered` are the answers to dialogs."""
    steps, base = list(calls(log, located)), base_of(log)
    kinds = [kind for kind, _ in expected.errors]
    needs_tab = any(call.target for call in steps)
    drags = any(call.method == DRAG for call in steps)
    used = {"BrowserContext": needs_tab, "Locator": drags, "Page": needs_tab or drags, "expect": True, "test": True}
    names = ", ".join(name for name, needed in used.items() if needed)
    lines = [
        f"// {' '.join(expected.reason.split())}",
        "// Fails as long as the failure is there. Run it with: npx playwright test; BASE_URL names another server",
        *(f"// {line}" for line in expected.needs),
        f"import {{ {names} }} from '@playwright/test';",
        "",
        f"const baseURL = process.env.BASE_URL ?? {_text(base)};",
        *(TAB.splitlines() if needs_tab else []),
        *(DRAG_BY_HAND.splitlines() if drags else []),
        "",
        "test.use({ contextOptions: { reducedMotion: 'reduce' } });",
        "",
        f"test({_text(log.title or 'recording')}, async ({{ page, context }}) => {{",
        *(f"  const {LISTS[kind]}: string[] = [];" for kind in kinds),
        *(f"  {LISTENERS[kind]}" for kind in kinds),
        *(f"  {line}" for line in _answers(answered)),
        *(f"  {line}" for line in _steps(steps, base)),
        *(f"  {line}" for line in _assertions(expected)),
        "});",
        "",
    ]
    return "\n".join(lines)


class TypeScriptSpelling(CallSpelling):
    """Calls in TypeScript."""

    @property
    def base_name(self) -> str:
        return "baseURL"

    def page(self, target: str | None) -> str:
        return f"(await tab(context, {self.address(target)}))" if target else "page"

    def child_frame(self, path: tuple[int, ...]) -> str:
        return ".mainFrame()" + "".join(f".childFrames()[{number}]" for number in path)

    def locator(self, selector: NamedLocator | str) -> str:
        if isinstance(selector, str):
            return f"locator({_text(selector)})"
        if selector.role:
            return f"getByRole({_text(selector.role)}, {{ name: {_text(selector.name)}, exact: true }})"
        exact = "" if selector.method == "get_by_test_id" else ", { exact: true }"
        return f"{_camel(selector.method)}({_text(selector.name)}{exact})"

    def method(self, name: str) -> str:
        return _camel(name)

    def options(self, options: Mapping[str, Any]) -> list[str]:
        return [_value({_camel(name): value for name, value in options.items()})] if options else []

    def file(self, name: str) -> str:
        return "__dirname + " + _text(f"/{FILES}/{name}")

    def value(self, value: Any) -> str:
        return _value(value)


def _steps(steps: Iterable[PlaywrightCall], base: str) -> Iterator[str]:
    spelling = TypeScriptSpelling(base)
    for call in steps:
        yield f"// {call.comment}" if call.comment else f"await {spelling.spelled(call)};"


def _answers(answered: Sequence[str | None]) -> Iterator[str]:
    if not answered:
        return
    yield f"const answers: (string | null)[] = {_value(list(answered))};  // null dismisses"
    yield "context.on('dialog', async seen => {"
    yield "  const answer = answers.length ? answers.shift() : '';"
    yield "  await (answer == null ? seen.dismiss() : seen.accept(answer));"
    yield "});"


def _assertions(expected: Expectation) -> Iterator[str]:
    yield "if (!page.isClosed()) await page.waitForLoadState('networkidle');"
    yield "if (!page.isClosed()) await page.waitForTimeout(2000);  // the failure may take a moment to show"
    for kind, pattern in expected.errors:
        yield f"expect({LISTS[kind]}.filter(seen => new RegExp({_text(pattern)}).test(seen))).toEqual([]);"
    conditions = expected.conditions
    shown = "await page.innerText('body')"
    if conditions.text is not None:
        yield f"expect({shown}).not.toContain({_text(conditions.text)});"
    if conditions.no_text is not None:
        yield f"expect({shown}).toContain({_text(conditions.no_text)});"
    if conditions.selector is not None:
        yield f"expect(await page.locator({_text(conditions.selector)}).count()).toBe(0);"
    if conditions.no_selector is not None:
        yield f"expect(await page.locator({_text(conditions.no_selector)}).count()).toBeGreaterThan(0);"
    if conditions.fails_when is not None:
        yield f"expect(await page.evaluate({_text(conditions.fails_when)})).toBeFalsy();"


def _camel(name: str) -> str:
    """
    >>> _camel("select_option")
    'selectOption'
    """
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(value: str | None) -> str:
    return json.dumps(value or "", ensure_ascii=False)
