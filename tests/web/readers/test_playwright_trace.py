"""Traces that Playwright writes here become recordings that replay."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import Replay
from tests.web.readers.form import FORM, assert_saves
from tests.web.site import Site
from thresher.web.readers.playwright_trace import read_trace
from thresher.web.replaying.browser import Chromium

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page


async def fill_in(page: Page) -> None:
    """Uses the form in all the ways that a recording has steps for, and in two that it has none for."""
    await page.get_by_role("textbox", name="Name").press_sequentially("Ann")
    await page.get_by_label("Colour").select_option(label="red")
    await page.locator("#agree").check()
    await page.get_by_placeholder("City").fill("Rome")
    await page.get_by_placeholder("City").press("Enter")
    await page.get_by_test_id("box").dblclick()
    await page.mouse.wheel(0, 1)
    await page.get_by_role("listitem").filter(has_text="two").get_by_role("link").click()
    await page.get_by_text("nothing").click(timeout=1, force=True)


def traced(chromium: Chromium, url: str, path: Path) -> bytes:
    from playwright.async_api import Error

    async def record(browser: Browser) -> None:
        context = await browser.new_context(viewport={"width": 900, "height": 700})
        await context.tracing.start(snapshots=True)
        page = await context.new_page()
        await page.goto(url)
        with pytest.raises(Error):
            await fill_in(page)
        async with page.expect_popup() as opened:
            await page.evaluate("open('/second')")
        popup = await opened.value
        await popup.get_by_role("button", name="Close").click()
        await page.get_by_role("button", name="Save").click()
        await context.tracing.stop(path=path)
        await context.close()

    chromium.run(record)
    return path.read_bytes()


def test_a_trace_replays(chromium: Chromium, site: Site, replay: Replay, tmp_path: Path) -> None:
    site.log(FORM)
    site.pages["/second"] = "<button>Close</button>"
    found = read_trace(traced(chromium, site.home, tmp_path / "trace.zip"), "trace.zip")
    assert found.notes == [
        "left out 1 action: mouseWheel cannot be expressed",
        "left out 1 action: click failed in the trace",
    ]
    assert [step for step in found.steps if "target" in step] == [
        {
            "type": "click",
            "selectors": [['aria/Close[role="button"]'], ['playwright/internal:role=button[name="Close"i]']],
            "target": f"{site.home}second",
        }
    ]
    own = [step for step in found.steps if "target" not in step]  # a script opened the tab, which is no action
    assert_saves(own, "saved,Ann,red,true,Rome,enter,box,second", replay)
