"""What a mouse does in a page: clicks, hovers and drags."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from playwright.async_api import Error

from thresher.web.replaying.browser_session import CLOSED, BrowserSession, StepNotPossible, StepRecord, flush_events
from thresher.web.replaying.selectors import Match
from thresher.web.replaying.uncovering import uncovered
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import Frame, Position

BUTTONS = {"primary": "left", "secondary": "right", "auxiliary": "middle"}
DRAG_STEPS = 10  # moves of the mouse: a page decides by them where to drop


async def double_click(session: BrowserSession, step: StepRecord) -> None:
    await click(session, step, times=2)


async def click(session: BrowserSession, step: StepRecord, *, times: int = 1) -> None:
    name = step.get("button", "primary")
    if name not in BUTTONS:
        raise StepNotPossible(f"the mouse has no button {name}")
    frame, found = await session.element(step)
    wanted: dict[str, Any] = {"button": BUTTONS[name], "no_wait_after": True}
    place = _offset(step, found)
    if place is not None:
        wanted["position"] = place
        located = session.located[session.events.step]
        session.located[session.events.step] = replace(located, position=place)
    locator = frame.locator(found.selector)
    press = locator.click if times == 1 else locator.dblclick
    await acted(session, uncovered(session, locator, lambda limit: press(timeout=limit, **wanted), place))


async def acted(session: BrowserSession, action: Awaitable[None]) -> None:
    """Waits for an action and the events that it causes. One that closes its own tab is done once the tab is gone.

    A navigation that it starts is not waited for here: the time limit of an action is not that of a response.
    """
    page = session.page
    try:
        await action
        await session.handled(page)
    except Error as error:
        if not (page.is_closed() or CLOSED in error.message):
            raise


def _offset(step: StepRecord, found: Match) -> dict[str, float] | None:
    """The position of the click in the element; None, which means its center, if the element is now too small."""
    x, y = step.get("offsetX"), step.get("offsetY")
    if not isinstance(x, int | float) or not isinstance(y, int | float):
        return None
    return {"x": x, "y": y} if 0 < x < found.width and 0 < y < found.height else None


async def hover(session: BrowserSession, step: StepRecord) -> None:
    frame, found = await session.element(step)
    locator = frame.locator(found.selector)
    await uncovered(session, locator, lambda limit: locator.hover(timeout=limit))


async def drag(session: BrowserSession, step: StepRecord) -> None:
    """Drags from one element to a position in another. In the same element the position may lie outside of it."""
    given = step["parameters"]
    frame, found = await session.element({**step, "selectors": given["selectors"]})
    start, source = _offset(given, found), session.located[session.events.step]
    _, end = await session.element({**step, "selectors": given["to"]})
    place = _within(given, end) if given["to"] != given["selectors"] else {"x": given["toX"], "y": given["toY"]}
    reached = replace(session.located[session.events.step], position=place)
    session.located[session.events.step] = replace(source, position=start, to=reached)
    target = await frame.locator(end.selector).bounding_box(timeout=session.act)
    locator, grip = frame.locator(found.selector), cast("Position | None", start)
    await uncovered(session, locator, lambda limit: locator.hover(position=grip, timeout=limit), start)
    if target is None:
        raise StepNotPossible("where it was dropped cannot be seen")
    await acted(session, _pulled(frame, target["x"] + place["x"], target["y"] + place["y"]))


async def _pulled(frame: Frame, x: float, y: float) -> None:
    """Moves the pressed mouse there. The page may make room for what is dragged, and decides by a last move.

    What is dropped may move to its place by itself; some pages forget it if anything happens before it is there.
    """
    mouse = frame.page.mouse
    await mouse.down()
    await mouse.move(x, y, steps=DRAG_STEPS)
    for _ in range(2):
        await flush_events(frame.page, script("still.js"))
        await mouse.move(x + 1, y)
        await mouse.move(x, y)
    await mouse.up()
    await flush_events(frame.page, script("still.js"))


def _within(given: StepRecord, end: Match) -> dict[str, float]:
    """The end of a drag in another element, which may be smaller now."""
    return {
        "x": max(1.0, min(float(given["toX"]), end.width - 1)),
        "y": max(1.0, min(float(given["toY"]), end.height - 1)),
    }
