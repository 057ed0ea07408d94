"""The abstract state of a page after a step, as plain data from which rules are mined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import Error

from thresher.errors import UsageError
from thresher.structures.events import Json
from thresher.web.replaying.reasons import first_line, is_navigating
from thresher.web.replaying.settings import StateAbstraction
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import Page

MOST_TRIES = 5  # for a page that is navigating


async def state_of(page: Page, abstraction: StateAbstraction) -> Json:
    """The current state, None if the page is gone; an expression that fails in the page is a UsageError."""
    for _ in range(MOST_TRIES):
        try:
            if abstraction.expression is not None:
                state: Json = await page.evaluate(abstraction.expression)
            else:
                state = await page.evaluate(script("state.js"), list(abstraction.marks))
        except Error as error:
            if page.is_closed() or "crashed" in error.message:
                return None
            if not is_navigating(error.message):
                raise UsageError(f"the state cannot be read from the page: {first_line(error.message)}") from None
        else:
            return state
    return None
