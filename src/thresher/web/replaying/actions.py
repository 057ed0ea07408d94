"""What each type of step does in the browser: those of Chrome's Recorder."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.async_api import Error

from thresher.web.replaying.browser_session import (
    BrowserSession,
    StepNotPossible,
    StepRecord,
    flush_events,
    is_navigating,
)
from thresher.web.replaying.replay_result import LocatedElement
from thresher.web.replaying.selectors import Match, alternatives, fires_change_when_left
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import Frame

Action = Callable[[BrowserSession, StepRecord], Awaitable[None]]

BUTTONS = {"primary": "left", "secondary": "right", "auxiliary": "middle"}
DRAG = "thresher.drag"  # a custom step
OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda count, wanted: count == wanted,
    ">=": lambda count, wanted: count >= wanted,
    "<=": lambda count, wanted: count <= wanted,
}


async def navigate(visit: BrowserSession, step: StepRecord) -> None:
    url, page = step.get("url"), await visit.tab(step)
    if not isinstance(url, str):
        raise StepNotPossible("it has no url")
    if urlsplit(url).scheme not in visit.settings.schemes:
        raise StepNotPossible(f"addresses of this kind are not visited: {url[:80]}")
    begun = time.monotonic()
    try:
        await page.goto(url, wait_until="load", timeout=1000 * visit.patience.load)
    except Error as error:
        if "Download is starting" not in error.message:
            raise
    visit.note_load(time.monotonic() - begun)


async def set_viewport(visit: BrowserSession, step: StepRecord) -> None:
    page = await visit.tab(step)
    await page.set_viewport_size({"width": int(step["width"]), "height": int(step["height"])})


async def click(visit: BrowserSession, step: StepRecord) -> None:
    await _press(visit, step, times=1)


async def double_click(visit: BrowserSession, step: StepRecord) -> None:
    await _press(visit, step, times=2)


async def _press(visit: BrowserSession, step: StepRecord, *, times: int) -> None:
    name = step.get("button", "primary")
    if name not in BUTTONS:
        raise StepNotPossible(f"the mouse has no button {name}")
    frame, found = await visit.element(step)
    wanted: dict[str, Any] = {"button": BUTTONS[name], "timeout": visit.patience.act}
    if (place := _offset(step, found)) is not None:
        wanted["position"] = place
        visit.located[visit.watch.step] = LocatedElement(found.selector, found.kind, place)
    locator = frame.locator(found.selector)
    await (locator.click(**wanted) if times == 1 else locator.dblclick(**wanted))


def _offset(step: StepRecord, found: Match) -> dict[str, float] | None:
    """Where in the element the user clicked, if it is still that large; else its middle will do."""
    x, y = step.get("offsetX"), step.get("offsetY")
    if not isinstance(x, int | float) or not isinstance(y, int | float):
        return None
    return {"x": x, "y": y} if 0 < x < found.width and 0 < y < found.height else None


async def hover(visit: BrowserSession, step: StepRecord) -> None:
    frame, found = await visit.element(step)
    await frame.locator(found.selector).hover(timeout=visit.patience.act)


async def drag(visit: BrowserSession, step: StepRecord) -> None:
    """Takes something at one place and lets it go at another; in its own element, that may be outside of it."""
    given = step["parameters"]
    frame, found = await visit.element({**step, "selectors": given["selectors"]})
    start = _offset(given, found)
    _, end = await visit.element({**step, "selectors": given["to"]})
    place = {"x": given["toX"], "y": given["toY"]}
    reached = LocatedElement(end.selector, end.kind, place)
    visit.located[visit.watch.step] = LocatedElement(found.selector, found.kind, start, reached)
    await frame.locator(found.selector).drag_to(
        frame.locator(end.selector),
        source_position=start,  # type: ignore[arg-type]
        target_position=place,  # type: ignore[arg-type]
        force=True,  # what is dragged may cover the place
        timeout=visit.patience.act,
    )


async def change(visit: BrowserSession, step: StepRecord) -> None:
    """Puts the value into the element as its kind has it."""
    frame, found = await visit.element(step)
    locator, timeout = frame.locator(found.selector), visit.patience.act
    value = step.get("value")
    if not isinstance(value, str):
        raise StepNotPossible("it has no value")
    if found.kind == "select":
        await locator.select_option(value, timeout=timeout)
    elif found.kind in ("input checkbox", "input radio"):
        await locator.set_checked(value in ("on", "true"), timeout=timeout)
    elif found.kind == "input file":
        raise StepNotPossible("the file that was chosen is not in the recording")
    else:
        await locator.fill(value, timeout=timeout)
        if fires_change_when_left(found.kind) and await _untold(frame, value):
            await locator.dispatch_event("change", timeout=timeout)  # the browser took it in other letters


async def _untold(frame: Frame, value: str) -> bool:
    """Whether the page has not been told of the change yet: one that goes elsewhere has been."""
    try:
        return not await frame.evaluate(script("changed.js"), value)
    except Error as error:
        if is_navigating(error.message):
            return False
        raise


async def key_down(visit: BrowserSession, step: StepRecord) -> None:
    page, key = await visit.tab(step), str(step.get("key", ""))
    try:
        await page.keyboard.down(key)
    except Error as error:
        if "Unknown key" not in error.message:
            raise
        if len(key) != 1:
            raise StepNotPossible(f"the keyboard has no key {key!r}") from None
        await page.keyboard.insert_text(key)  # a letter that an American keyboard does not have
    await flush_events(page)  # what the key started


async def key_up(visit: BrowserSession, step: StepRecord) -> None:
    page, key = await visit.tab(step), str(step.get("key", ""))
    try:
        await page.keyboard.up(key)
    except Error as error:
        if "Unknown key" not in error.message:
            raise


async def scroll(visit: BrowserSession, step: StepRecord) -> None:
    place = [step.get("x", 0), step.get("y", 0)]
    if step.get("selectors"):
        frame, found = await visit.element(step)
        await frame.locator(found.selector).evaluate("(element, [x, y]) => element.scrollTo(x, y)", place)
    else:
        await (await visit.frame(step)).evaluate("([x, y]) => window.scrollTo(x, y)", place)


async def wait_for_element(visit: BrowserSession, step: StepRecord) -> None:
    operator, wanted = str(step.get("operator", ">=")), int(step.get("count", 1))
    if operator not in OPERATORS:
        raise StepNotPossible(f"there is no operator {operator}")
    demand = {name: step[name] for name in ("properties", "attributes", "visible") if name in step}
    asked = {"alternatives": alternatives(step), "demand": demand}
    clock, counts = visit.clock(), [0]
    while True:
        try:
            seen = await (await visit.frame(step)).evaluate(script("resolve.js"), asked)
            counts = seen["counts"] or [0]
        except Error as error:
            if not is_navigating(error.message):
                raise
        if any(OPERATORS[operator](count, wanted) for count in counts):
            return
        if await clock.over():
            raise StepNotPossible(f"{max(counts)} elements match, not {operator} {wanted}")


async def wait_for_expression(visit: BrowserSession, step: StepRecord) -> None:
    expression, clock = str(step.get("expression", "")), visit.clock()
    while True:
        try:
            if await (await visit.frame(step)).evaluate(expression):
                return
        except Error as error:
            if not is_navigating(error.message):
                raise
        if await clock.over():
            raise StepNotPossible("the expression does not become true")


async def close(visit: BrowserSession, step: StepRecord) -> None:
    """Closes the tab; one that has closed itself meanwhile is as good."""
    if visit.was_closed(step):
        return
    await (await visit.tab(step)).close()


async def emulate_network(visit: BrowserSession, step: StepRecord) -> None:
    session = await visit.context.new_cdp_session(await visit.tab(step))
    speeds = {"downloadThroughput": step.get("download", -1), "uploadThroughput": step.get("upload", -1)}
    offline = step.get("download") == 0 and step.get("upload") == 0
    asked = {"offline": offline, "latency": step.get("latency", 0), **speeds}
    await session.send("Network.emulateNetworkConditions", asked)


async def custom(visit: BrowserSession, step: StepRecord) -> None:
    """Only whoever wrote it knows what it does, unless it is what `thresher web record` writes."""
    if step.get("name") == DRAG:
        await drag(visit, step)
        return
    visit.watch.notes.append(f"step {visit.watch.step + 1}: custom step {step.get('name', '')} was passed over")


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
