"""The browser that replays and recordings share."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest
from playwright.async_api import Browser

from thresher.web.replaying.browser import Chromium


def children() -> set[int]:
    """The processes that this one has started."""
    return {int(each) for task in Path("/proc/self/task").iterdir() for each in (task / "children").read_text().split()}


async def version(browser: Browser) -> str:
    return browser.version


def test_a_driver_that_ctrl_c_has_ended_as_well_is_not_reported(caplog: pytest.LogCaptureFixture) -> None:
    before = children()
    with Chromium() as chromium:
        assert chromium.run(version)
        for driver in children() - before:
            os.kill(driver, signal.SIGINT)
    del chromium
    gc.collect()
    assert caplog.messages == []
