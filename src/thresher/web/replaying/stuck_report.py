"""Where a replay got stuck: a screenshot, the page around the step's element, and what happened last."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error

from thresher.session.files.whole import write_whole
from thresher.session.recordings import StuckStep
from thresher.web.replaying.browser_session import BrowserSession, StepNotPossible, StepRecord
from thresher.web.replaying.selectors import alternatives, shown
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import Page

MOST_NAMES, MOST_EVENTS = 8, 12
LONGEST_SCREENSHOT = 10_000.0  # milliseconds


@dataclass(slots=True)
class StuckReport:
    """Filled by a replay that gets stuck; `host` has selectors of the visible element around a hidden one."""

    stuck: StuckStep | None = None
    expected: str = ""
    url: str = ""
    names: tuple[str, ...] = ()
    happened: tuple[str, ...] = ()
    host: list[list[str]] | None = None
    html: str = ""
    picture: bytes = b""
    written: list[Path] = field(default_factory=list)

    async def collect(self, stuck: StuckStep, step: StepRecord, session: BrowserSession) -> None:
        """Looks at the page; whatever it does not answer is left out."""
        self.stuck, self.expected = stuck, _expected(step)
        since = max(0, stuck.step - 1)
        self.happened = tuple(text for number, text in session.events.happened if number >= since)[-MOST_EVENTS:]
        try:
            page = session.page
            self.picture = await page.screenshot(timeout=LONGEST_SCREENSHOT)
            await self._look(page, step)
        except (Error, StepNotPossible):
            return

    async def _look(self, page: Page, step: StepRecord) -> None:
        seen: dict[str, Any] = await page.evaluate(script("around.js"), {"alternatives": alternatives(step)})
        wanted = shown(step)
        close = get_close_matches(wanted, seen["names"], n=MOST_NAMES, cutoff=0.3)
        others = [name for name in seen["names"] if name not in close]
        self.names = tuple([*close, *others][:MOST_NAMES])
        self.url, self.html, self.host = seen["url"], seen["html"], seen["host"]

    def write(self, folder: Path) -> None:
        """Writes what is known, the screenshot and the part of the page, named by the number of the step."""
        if self.stuck is None:
            return
        known = "\n".join([str(self.stuck), *self.lines(), ""]).encode()
        for suffix, content in ((".txt", known), (".png", self.picture), (".html", self.html.encode())):
            if content:
                folder.mkdir(parents=True, exist_ok=True)
                path = folder / f"step-{self.stuck.step + 1:03}{suffix}"
                write_whole(path, content)
                self.written.append(path)

    def lines(self) -> list[str]:
        """What a person wants to know, one line each."""
        rows = {
            "expected": self.expected,
            "at": self.url,
            "visible": ", ".join(self.names),
            "before": "; ".join(self.happened),
            "see": ", ".join(map(str, self.written)),
        }
        return [f"  {name}: {text}" for name, text in rows.items() if text]


def _expected(step: StepRecord) -> str:
    """The alternatives that were tried, in order."""
    return " or ".join(" >> ".join(json.dumps(text)[1:-1] for _, text in chain) for chain in alternatives(step))


def stuck_folder(recording: Path) -> Path:
    """Where the report of a recording goes."""
    return recording.with_suffix(".stuck")
