"""The actions in the browser, one for each step type of Chrome's Recorder; the mouse is in pointer_actions.py."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.async_api import Error

from thresher.web.recording.typed import DRAG, FOCUS, TYPE
from thresher.web.replaying.browser_session import BrowserSession, StepNotPossible, StepRecord
from thresher.web.replaying.pointer_actions import acted, click, double_click, drag, hover
from thresher.web.replaying.reasons import is_navigating
from thresher.web.replaying.replay_result import LocatedElement
from thresher.web.replaying.selectors import Match, alternatives, fires_change_when_left, with_elements
from thresher.web.replaying.uncovering import uncovered
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import Frame

Action = Callable[[BrowserSession, StepRecord], Awaitable[None]]

FILE_FIELD = "input file"
OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda count, wanted: count == wanted,
    ">=": lambda count, wanted: count >= wanted,
    "<=": lambda count, wanted: count <= wanted,
}


async def navigate(session: BrowserSession, step: StepRecord) -> None:
    url, page = step.get("url"), await session.tab(step)
    if not isinstance(url, str):
        raise StepNotPossible("it has no url")
    if urlsplit(url).scheme not in session.settings.schemes:
        raise StepNotPossible(f"addresses of this kind are not visited: {url[:80]}")
    started = time.monotonic()
    try:
        await page.goto(url, wait_until="load", timeout=1000 * session.timeouts.load)
    except Error as error:
        if "Download is starting" not in error.message:
            raise
    session.note_load(time.monotonic() - started)


async def set_viewport(session: BrowserSession, step: StepRecord) -> None:
    page = await session.tab(step)
    await page.set_viewport_size({"width": int(step["width"]), "height": int(step["height"])})


async def change(session: BrowserSession, step: StepRecord) -> None:
    """Sets the value in the way that this kind of element needs."""
    frame, found = await session.element(step, hidden=FILE_FIELD)
    if not isinstance(step.get("value"), str):
        raise StepNotPossible("it has no value")
    if found.kind in ("input checkbox", "input radio"):
        locator, on = frame.locator(found.selector), step["value"] in ("on", "true")
        await uncovered(session, locator, lambda limit: locator.set_checked(on, timeout=limit))
        return
    started = time.monotonic()
    await _assign(session, step, frame, found)
    session.note_action(time.monotonic() - started)
    if found.kind not in ("select", FILE_FIELD):
        await _page_has_read(session, frame)


async def _assign(session: BrowserSession, step: StepRecord, frame: Frame, found: Match) -> None:
    """Sets the value; the page handles that at once."""
    locator, timeout, value = frame.locator(found.selector), session.act, str(step["value"])
    if found.kind == "select":
        await locator.select_option(step.get("values", value), timeout=timeout)
    elif found.kind == FILE_FIELD:
        await locator.set_input_files(_files(session, step), timeout=timeout)
    else:
        await locator.fill(value, timeout=timeout)
        if fires_change_when_left(found.kind) and await _change_pending(frame, value):
            await locator.dispatch_event("change", timeout=timeout)  # the browser stored the value in another form


def _files(session: BrowserSession, step: StepRecord) -> list[Path]:
    """The files to choose; those of a recording of Chrome are known by the last part of its value alone."""
    value = str(step.get("value", ""))
    names = step.get("files") or ([value.rpartition("\\")[2]] if value else [])
    missing = [str(name) for name in names if name not in session.settings.files]
    if missing:
        raise StepNotPossible(
            f"the file {missing[0]} is not beside the recording; name it with --file {missing[0]}=PATH"
        )
    return [session.settings.files[name] for name in names]


async def _change_pending(frame: Frame, value: str) -> bool:
    """Whether the page has not received a change event yet; a page that is navigating away has received it."""
    try:
        return not await frame.evaluate(script("changed.js"), value)
    except Error as error:
        if is_navigating(error.message):
            return False
        raise


async def type_text(session: BrowserSession, step: StepRecord) -> None:
    """Types where the focus is, key by key."""
    page = await session.tab(step)
    await session.focused(step)
    await acted(session, page.keyboard.type(str(step["parameters"]["text"])))
    await _page_has_read(session, await session.frame(step))


async def _page_has_read(session: BrowserSession, frame: Frame) -> None:
    """Waits until the page has done what it does a moment after typing, such as to filter a list."""
    try:
        delay: int = await frame.evaluate("window.__thresherTimers?.() ?? 0")
    except Error as error:
        if is_navigating(error.message) or frame.page.is_closed():
            return
        raise
    if delay:
        number = session.events.step
        session.located[number] = replace(session.located.get(number, LocatedElement("", "")), delay=delay)


async def focus(session: BrowserSession, step: StepRecord) -> None:
    """Puts the focus on an element, without a click."""
    frame, found = await session.element({**step, "selectors": step["parameters"]["selectors"]})
    await frame.locator(found.selector).focus(timeout=session.act)


async def key_down(session: BrowserSession, step: StepRecord) -> None:
    page, key = await session.tab(step), str(step.get("key", ""))
    await session.focused(step)
    try:
        await acted(session, page.keyboard.down(key))
    except Error as error:
        if "Unknown key" not in error.message:
            raise
        if len(key) != 1:
            raise StepNotPossible(f"the keyboard has no key {key!r}") from None
        await acted(session, page.keyboard.insert_text(key))  # a character that a US keyboard does not have


async def key_up(session: BrowserSession, step: StepRecord) -> None:
    page, key = await session.tab(step), str(step.get("key", ""))
    try:
        await page.keyboard.up(key)
    except Error as error:
        if "Unknown key" not in error.message:
            raise


async def scroll(session: BrowserSession, step: StepRecord) -> None:
    position = [step.get("x", 0), step.get("y", 0)]
    if step.get("selectors"):
        frame, found = await session.element(step)
        await frame.locator(found.selector).evaluate("(element, [x, y]) => element.scrollTo(x, y)", position)
    else:
        await (await session.frame(step)).evaluate("([x, y]) => window.scrollTo(x, y)", position)


async def wait_for_element(session: BrowserSession, step: StepRecord) -> None:
    operator, wanted = str(step.get("operator", ">=")), int(step.get("count", 1))
    if operator not in OPERATORS:
        raise StepNotPossible(f"there is no operator {operator}")
    demand = {name: step[name] for name in ("properties", "attributes", "visible") if name in step}
    clock, counts = session.clock(), [0]
    while True:
        try:
            frame = await session.frame(step)
            query = {"alternatives": await with_elements(frame, alternatives(step)), "demand": demand}
            seen = await frame.evaluate(script("resolve.js"), query)
            counts = seen["counts"] or [0]
        except Error as error:
            if not is_navigating(error.message):
                raise
        if any(OPERATORS[operator](count, wanted) for count in counts):
            return
        if await clock.over():
            raise StepNotPossible(f"{max(counts)} elements match, not {operator} {wanted}")


async def wait_for_expression(session: BrowserSession, step: StepRecord) -> None:
    expression, clock = str(step.get("expression", "")), session.clock()
    while True:
        try:
            if await (await session.frame(step)).evaluate(expression):
                return
        except Error as error:
            if not is_navigating(error.message):
                raise
        if await clock.over():
            raise StepNotPossible("the expression does not become true")


async def close(session: BrowserSession, step: StepRecord) -> None:
    """Closes the tab, unless it has closed itself already."""
    if session.was_closed(step):
        return
    await (await session.tab(step)).close()


async def emulate_network(session: BrowserSession, step: StepRecord) -> None:
    devtools = await session.context.new_cdp_session(await session.tab(step))
    speeds = {"downloadThroughput": step.get("download", -1), "uploadThroughput": step.get("upload", -1)}
    offline = step.get("download") == 0 and step.get("upload") == 0
    network = {"offline": offline, "latency": step.get("latency", 0), **speeds}
    await devtools.send("Network.emulateNetworkConditions", network)


async def custom(session: BrowserSession, step: StepRecord) -> None:
    """Does what `thresher web record` writes; skips any other custom step with a note."""
    if step.get("name") in OWN_STEPS:
        await OWN_STEPS[step["name"]](session, step)
        return
    session.events.notes.append(f"step {session.events.step + 1}: custom step {step.get('name', '')} was skipped")


OWN_STEPS: dict[str, Action] = {DRAG: drag, TYPE: type_text, FOCUS: focus}

ACTIONS: dict[str, Action] = {
    "navigate": navigate,
    "setViewport": set_viewport,
    "click": click,
    "doubleClick": double_click,
    "hover": hover,
    "change": change,
    "keyDown": key_down,
    "keyUp": key_up,
    "scroll": scroll,
    "waitForElement": wait_for_element,
    "waitForExpression": wait_for_expression,
    "close": close,
    "emulateNetworkConditions": emulate_network,
    "customStep": custom,
}
