"""The abstract state of a page after a step, for mining rules: what of it matters, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import Error

from thresher.errors import UsageError
from thresher.structures.events import Json
from thresher.web.reasons import first_line
from thresher.web.scripts import script
from thresher.web.settings import StateAbstraction

if TYPE_CHECKING:
    from playwright.async_api import Page


async def state_of(page: Page, abstraction: StateAbstraction) -> Json:
    """The state now; an expression that the page cannot evaluate is a UsageError."""
    try:
        if abstraction.expression is not None:
            found: Json = await page.evaluate(abstraction.expression)
        else:
            found = await page.evaluate(script("state.js"), list(abstraction.marks))
    except Error as error:
        raise UsageError(f"the state cannot be read from the page: {first_line(error.message)}") from None
    return found
