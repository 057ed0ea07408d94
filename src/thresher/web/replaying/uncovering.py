"""Actions of the mouse on an element that something covers for a moment, such as a menu that is still open.

A replay is faster than a user, so a menu may be open that had closed when the session was recorded. It closes when the
mouse leaves it. What only a click closes, such as a dialog, still covers the element afterwards.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from playwright.async_api import TimeoutError as NotInTime

from thresher.web.replaying.browser_session import BrowserSession
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import Locator

COVERED, BEGUN = "intercepts pointer events", "performing "  # in Playwright's log of an action
MOVES = 10  # of the mouse on its way: pages follow it by them

MouseAction = Callable[[float], Awaitable[None]]
"""Does something with the mouse within a time limit in milliseconds."""


async def uncovered(
    session: BrowserSession, locator: Locator, action: MouseAction, position: Mapping[str, float] | None = None
) -> None:
    """Does the action, once. If something covers the element, the mouse goes over it and away before the longer wait.

    What the page does with the events of the mouse may take longer than either limit: these are for the element to
    become usable. `position` is that of the mouse in the element, if not its center.
    """
    brief, longer = session.brief_act, session.act
    try:
        await action(brief)
    except NotInTime as error:
        covered = COVERED in error.message
        begun = error.message.rfind(BEGUN) > error.message.rfind(COVERED)
        if begun:  # the browser has all events of the action, and the page is busy with them
            await session.handled(locator.page)
            return
        if not (covered or brief < longer):
            raise
        if covered:
            await _leave(session, locator, position)
        await action(longer)


async def _leave(session: BrowserSession, locator: Locator, position: Mapping[str, float] | None) -> None:
    """Moves the mouse to the element, which is over what covers it, and from there to where nothing is."""
    area = await locator.bounding_box(timeout=session.act)
    if area is None:
        return
    within = position or {"x": area["width"] / 2, "y": area["height"] / 2}
    over = [area["x"] + within["x"], area["y"] + within["y"]]
    away: list[float] = await locator.page.evaluate(script("away.js"), over)
    for x, y in (over, away):
        await locator.page.mouse.move(x, y, steps=MOVES)
    number = session.events.step
    session.located[number] = replace(session.located[number], moves=((over[0], over[1]), (away[0], away[1])))
