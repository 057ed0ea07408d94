"""How often a saved browser state could replace the first steps of a replay.

usage: python -m benchmarks.web_prefixes RECORDINGS [--packages DIR]

After each step of a replay, the cookies and stored data of the browser are copied to a new context, which opens the
same address. If it then shows the same page, a replay with the same first steps could begin there. RECORDINGS is the
directory in which `python -m benchmarks.web_applications --keep RECORDINGS` left its recordings.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Error

from benchmarks.applications.serving import serving
from benchmarks.report import Report
from benchmarks.web import SHOP, served
from benchmarks.web_applications import rebased
from thresher.formats.events.events import read_log
from thresher.structures.events import EventLog
from thresher.web.reducing.failure import AnyPageFailure
from thresher.web.reducing.oracle import Replayer
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.browser_session import BrowserSession
from thresher.web.replaying.settings import ReplaySettings, Timeouts

sys.path.insert(0, str(SHOP))
from server import Shop

SESSIONS = ("020-newsletter-twice", "050-empty-cart")
SHOWN = """() => JSON.stringify([location.href, document.body.innerText,
  [...document.querySelectorAll("input:not([type=hidden]), select, textarea")].map(each => [each.value, each.checked]),
  [...document.querySelectorAll("canvas")].map(each => each.toDataURL())])"""


@dataclass
class Comparison:
    """Counts the steps after which a new context shows the same."""

    same: int = 0
    steps: int = 0

    async def __call__(self, number: int, session: BrowserSession) -> None:
        self.steps += 1
        assert session.context.browser is not None
        try:
            state = await session.context.storage_state(indexed_db=True)
            shown, size = await session.page.evaluate(SHOWN), session.page.viewport_size
            fresh = await session.context.browser.new_context(storage_state=state, viewport=size)
            try:
                page = await fresh.new_page()
                await page.goto(session.page.url, wait_until="networkidle")
                self.same += await page.evaluate(SHOWN) == shown
            finally:
                await fresh.close()
        except Error:
            return


def compared(log: EventLog, chromium: Chromium, settings: ReplaySettings) -> Comparison:
    comparison = Comparison()
    Replayer(chromium, settings).replay(log, AnyPageFailure(), Timeouts(), after=comparison)
    return comparison


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("recordings", type=Path)
    parser.add_argument("--packages", type=Path, required=True)
    given = parser.parse_args()
    columns = ["application", "steps", "a new context shows the same after", "where the state is"]
    report = Report("web-prefixes", "Steps after which a saved browser state shows the same page", columns)
    with Chromium() as chromium:
        for name in ("board", "sheet", "library", "menu", "editor"):
            path = given.recordings / f"{name}.json"
            with serving(name, given.packages, given.recordings) as application:
                rebased(path, application.url)
                restore = Path(application.options[1]) if application.options else None
                files = {each.name: each for each in path.with_suffix(".files").glob("*")}
                settings = ReplaySettings(restore=restore, files=files)
                found = compared(read_log(path.read_bytes()), chromium, settings)
            where = "in the database of the server" if restore else "in the memory of the page"
            report.row(name, found.steps, found.same, where)
        for session in SESSIONS:
            shop = Shop(0)
            with served(shop) as home:
                text = (SHOP / "sessions" / f"{session}.json").read_text()
                log = json.loads(re.sub(r"http://127\.0\.0\.1:\d+/", home, text))
                found = compared(read_log(json.dumps(log).encode()), chromium, ReplaySettings())
            report.row(f"shop, {session}", found.steps, found.same, "in the server, by cookie")
    report.write()


if __name__ == "__main__":
    main()
