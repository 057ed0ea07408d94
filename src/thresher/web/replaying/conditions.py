"""Evaluates the stated conditions in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thresher.errors import UsageError
from thresher.web.reducing.failure import PageConditions
from thresher.web.replaying.selectors import part
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import Page

SHOWS = "text => !!document.body && document.body.innerText.includes(text)"


async def hold(page: Page, wanted: PageConditions) -> bool:
    """Whether all conditions hold now. An invalid one, such as a malformed selector, is a UsageError."""
    if wanted.text is not None and not await page.evaluate(SHOWS, wanted.text):
        return False
    if wanted.no_text is not None and await page.evaluate(SHOWS, wanted.no_text):
        return False
    if wanted.selector is not None and not await _matches(page, wanted.selector):
        return False
    if wanted.no_selector is not None and await _matches(page, wanted.no_selector):
        return False
    return wanted.fails_when is None or bool(await page.evaluate(wanted.fails_when))


async def _matches(page: Page, selector: str) -> bool:
    found = await page.evaluate(script("resolve.js"), {"alternatives": [[part(selector)]]})
    if found["invalid"]:
        raise UsageError(f"the browser rejects the selector {selector}: {found['invalid']}")
    return bool(found.get("visible"))
