"""HAR files that a browser writes become the pages that were opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.web.site import Site
from thresher.web.readers.har import read_har
from thresher.web.replaying.browser import Chromium

if TYPE_CHECKING:
    from playwright.async_api import Browser


def test_pages_are_steps_and_what_they_sent_is_named(chromium: Chromium, site: Site, tmp_path: Path) -> None:
    site.log("<script>fetch('/cart', { method: 'POST' })</script>")
    site.pages["/second"] = "<p>second"
    path = tmp_path / "session.har"

    async def record(browser: Browser) -> None:
        context = await browser.new_context(record_har_path=path)
        page = await context.new_page()
        await page.goto(site.home, wait_until="networkidle")
        await page.goto(f"{site.home}second")
        await context.close()

    chromium.run(record)
    found = read_har(path.read_bytes(), "session.har")
    assert found.steps == [{"type": "navigate", "url": url} for url in (site.home, f"{site.home}second")]
    assert found.notes[0] == f"left out 1 request that was sent from pages, the first: POST {site.home}cart"
    assert "--har session.har" in found.notes[1]
