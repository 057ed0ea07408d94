"""A real browser: Debian's Chromium, without a window and without a network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@contextmanager
def chromium() -> Iterator[Browser]:
    """Skips the test where there is no browser."""
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("chromium is not installed")
    driver = pytest.importorskip("playwright.sync_api")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()
