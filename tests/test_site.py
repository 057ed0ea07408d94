"""The documentation as `make docs` built it, opened from its folder in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.reports.browser import chromium
from tests.test_pages import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

SITE = ROOT / "site"
PAGES = sorted(path.name for path in (ROOT / "docs").glob("*.md"))
CUT = """() => [
  ...[...document.querySelectorAll(".md-content pre > code")].filter((e) => e.scrollWidth > e.clientWidth + 1),
  ...[...document.querySelectorAll(".md-content table")].filter((e) => e.scrollWidth > e.parentElement.clientWidth + 1),
].map((e) => e.textContent.slice(0, 80))"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    if not (SITE / "index.html").exists():
        pytest.skip("the site is not built: make docs")
    with chromium() as browser:
        context = browser.new_context(offline=True, viewport={"width": 1400, "height": 900})
        yield context.new_page()
        context.close()


@pytest.mark.parametrize("name", ["index.md", *PAGES])
def test_nothing_on_a_page_is_cut(page: Page, name: str) -> None:
    page.goto((SITE / name).with_suffix(".html").as_uri())
    assert page.evaluate(CUT) == []


def test_the_search_works_without_a_server(page: Page) -> None:
    page.goto((SITE / "index.html").as_uri())
    page.locator(".md-search__input").click()
    page.keyboard.type("sandbox")
    page.locator(".md-search-result__item").first.wait_for()
    assert "Safety" in page.locator(".md-search-result__list").inner_text()


def test_the_pictures_are_there(page: Page) -> None:
    page.goto((SITE / "index.html").as_uri())
    page.wait_for_function("[...document.querySelectorAll('picture img')].every((each) => each.complete)")
    widths = page.evaluate("[...document.querySelectorAll('picture img')].map((each) => each.naturalWidth)")
    assert len(widths) == 2
    assert all(widths)
