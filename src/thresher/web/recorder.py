"""Takes down what a user does in a browser, as a recording in the format of Chrome's Recorder."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from thresher.formats.events import step_of
from thresher.structures.events import EventLog, LogKind
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Frame, Page

BINDING = "__thresherStep"
BLANK = "about:blank"


class Recorder:
    """Listens in a browser context, in all its tabs and frames, from `start` on."""

    def __init__(self, context: BrowserContext, title: str) -> None:
        self._context, self._title = context, title
        self._steps: list[dict[str, Any]] = []
        self._pages: list[Page] = []
        self._led_there: set[Page] = set()  # tabs that a step of the user, not the address bar, leads elsewhere
        self.over = asyncio.Event()

    async def start(self, url: str) -> Page:
        """Opens the address; that is the recording's first step."""
        await self._context.expose_binding(BINDING, self._told)
        await self._context.add_init_script(script("record.js"))
        page = await self._context.new_page()
        await self._watch(page)
        self._context.on("page", lambda opened: asyncio.ensure_future(self._watch(opened)))
        size = page.viewport_size
        if size is not None:
            self._steps.append({"type": "setViewport", **size, "deviceScaleFactor": 1, "isMobile": False})
        await page.goto(url)
        return page

    def log(self) -> EventLog:
        """What was recorded so far."""
        steps = tuple(step_of(step) for step in self._steps)
        return EventLog(steps, LogKind.DEVTOOLS, {"title": self._title})

    async def _watch(self, page: Page) -> None:
        self._pages.append(page)
        page.on("framenavigated", self._navigated)
        page.on("close", self._closed)
        session = await self._context.new_cdp_session(page)
        await session.send("Page.enable")
        first = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        session.on("Page.frameRequestedNavigation", lambda asked: self._requested(page, first, asked))

    def _requested(self, page: Page, first: str, asked: dict[str, Any]) -> None:
        """The page itself leads elsewhere, not the address bar; a link to another tab leaves this one where it is."""
        if asked.get("disposition") == "currentTab" and asked["frameId"] == first:
            self._led_there.add(page)

    def _told(self, source: Any, step: dict[str, Any]) -> None:
        """A step from a page; a second press that belongs to a double click replaces the two single ones."""
        page, frame = source["page"], source["frame"]
        if step["type"] == "doubleClick":
            while self._steps and self._steps[-1].get("selectors") == step["selectors"]:
                self._steps.pop()
        path = _path(frame)
        place = {"target": self._target(page), **({"frame": path} if path else {})}
        self._steps.append({"type": step.pop("type"), **place, **step})

    def _target(self, page: Page) -> str:
        return "main" if not self._pages or page is self._pages[0] else page.url

    def _navigated(self, frame: Frame) -> None:
        """A new address in a tab: what the last step led to, or a step of its own."""
        page = frame.page
        if frame.parent_frame is not None or frame.url == BLANK:
            return
        reached = {"type": "navigation", "url": frame.url}
        if (page in self._led_there or page is not self._pages[0]) and len(self._steps) > 1:
            self._led_there.discard(page)
            if self._target(page) == "main":
                self._steps[-1].setdefault("assertedEvents", []).append(reached)
        else:
            self._steps.append({"type": "navigate", "url": frame.url, "assertedEvents": [reached]})

    def _closed(self, page: Page) -> None:
        if all(each.is_closed() for each in self._pages):
            self.over.set()


def _path(frame: Frame) -> list[int]:
    """The numbers that lead from the main frame to this one."""
    path: list[int] = []
    while frame.parent_frame is not None:
        path.insert(0, frame.parent_frame.child_frames.index(frame))
        frame = frame.parent_frame
    return path
