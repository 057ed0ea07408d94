"""Records what a user does in a browser, in the format of Chrome's Recorder."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from thresher.formats.events.records import step_of
from thresher.structures.events import TASK, EventLog, LogKind
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Frame, Page

BINDING = "__thresherStep"
BLANK = ("about:blank", "chrome://new-tab-page/", "chrome://newtab/")
BROWSER_KEYS = ("Control", "Alt", "Meta", "F5")
SIZE = "({ width: innerWidth, height: innerHeight, deviceScaleFactor: devicePixelRatio })"


class Recorder:
    """Records a browser context with all its tabs and frames, from `start` on."""

    def __init__(self, context: BrowserContext, title: str) -> None:
        self._context, self._title = context, title
        self._steps: list[dict[str, Any]] = []
        self._tasks: list[str] = []  # that the user has begun and not ended, from the outside in
        self._pages: list[Page] = []
        self._addresses: dict[Page, str] = {}
        self._navigating: set[Page] = set()  # tabs that a step, not the address bar, is navigating
        self._down: dict[Page, dict[str, str]] = {}  # held keys, by their lower case
        self.over = asyncio.Event()

    async def start(self, url: str) -> Page:
        """Opens the URL, which is the first step of the recording after the window size."""
        await self._context.expose_binding(BINDING, self._add_step)
        await self._context.add_init_script(script("record.js"))
        page = await self._context.new_page()
        await self._attach(page)
        self._context.on("page", lambda opened: asyncio.ensure_future(self._attach(opened)))
        self._context.on("dialog", lambda _: None)  # the user answers it; without a listener it would be dismissed
        size = await page.evaluate(SIZE)
        self._append({"type": "setViewport", **size, "isMobile": False, "hasTouch": False, "isLandscape": False})
        await page.goto(url)
        return page

    def log(self) -> EventLog:
        """The recording so far."""
        steps = tuple(step_of(step) for step in self._steps)
        return EventLog(steps, LogKind.DEVTOOLS, {"title": self._title})

    def begin_task(self, name: str) -> None:
        """The steps from now on are a part of this task, which may be in another one."""
        self._tasks.append(name)

    def end_task(self) -> bool:
        """Ends the task that was begun last; False if there is none."""
        if not self._tasks:
            return False
        self._tasks.pop()
        return True

    def _append(self, step: dict[str, Any]) -> None:
        tasks = {TASK: self._tasks[0] if len(self._tasks) == 1 else list(self._tasks)} if self._tasks else {}
        self._steps.append({**step, **tasks})

    async def _attach(self, page: Page) -> None:
        self._pages.append(page)
        if page.url not in BLANK:
            self._addresses[page] = page.url
        page.on("framenavigated", self._navigated)
        page.on("close", self._closed)
        session = await self._context.new_cdp_session(page)
        await session.send("Page.enable")
        first = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        session.on("Page.frameRequestedNavigation", lambda requested: self._requested(page, first, requested))
        session.on("Page.javascriptDialogClosed", self._answered)

    def _requested(self, page: Page, first: str, requested: dict[str, Any]) -> None:
        """The page itself navigates, not the address bar; a link that opens another tab does not count."""
        if requested.get("disposition") == "currentTab" and requested["frameId"] == first:
            self._navigating.add(page)

    def _answered(self, closed: dict[str, Any]) -> None:
        """Adds the user's answer to a dialog to the step that opened it."""
        answer = {"accept": closed["result"], **({"text": closed["userInput"]} if closed.get("userInput") else {})}
        if self._steps:
            self._steps[-1].setdefault("dialogs", []).append(answer)

    def _add_step(self, source: Any, step: dict[str, Any]) -> None:
        """Adds a step that a page reported; a double click replaces its two single clicks."""
        page, frame = source["page"], source["frame"]
        if step["type"] in ("keyDown", "keyUp") and not self._pressed(page, step):
            return
        if step["type"] == "doubleClick":
            while self._steps and self._steps[-1].get("selectors") == step["selectors"]:
                self._steps.pop()
        path = _path(frame)
        place = {"target": self._target(page), **({"frame": path} if path else {})}
        added = {"type": step.pop("type"), **place, **step}
        if added.pop("typing", False) and self._steps and _same_place(self._steps[-1], added):
            added = {**self._steps.pop(), **added}  # a date, for example, is reported digit by digit
        self._append(added)

    def _pressed(self, page: Page, step: dict[str, Any]) -> bool:
        """Whether to record a key: a keyUp only if its keyDown was recorded, in either case."""
        down, letter = self._down.setdefault(page, {}), step["key"].lower()
        if step["type"] == "keyDown":
            down[letter] = step["key"]
            return True
        step["key"] = down.pop(letter, "")
        return bool(step["key"])

    def _target(self, page: Page) -> str:
        return "main" if not self._pages or page is self._pages[0] else page.url

    def _navigated(self, frame: Frame) -> None:
        """A new URL in a tab: the effect of the last step, or a navigation step of its own."""
        page = frame.page
        if frame.parent_frame is not None or frame.url in BLANK:
            return
        before, self._addresses[page] = self._addresses.get(page), frame.url
        reached = {"type": "navigation", "url": frame.url}
        opened = before is None and page is not self._pages[0]
        if (page in self._navigating or opened) and len(self._steps) > 1:
            self._navigating.discard(page)
            if self._target(page) == "main":
                self._cause_of_navigation().setdefault("assertedEvents", []).append(reached)
        else:
            self._forget_shortcut(page)
            place = {} if page is self._pages[0] else {"target": before}
            self._append({"type": "navigate", **place, "url": frame.url, "assertedEvents": [reached]})

    def _closed(self, page: Page) -> None:
        """Closing the last tab ends the recording; closing another one is a step."""
        if all(each.is_closed() for each in self._pages):
            self.over.set()
        self._forget_shortcut(page)
        if not self.over.is_set() and page in self._addresses:
            self._append({"type": "close", "target": self._target(page)})

    def _cause_of_navigation(self) -> dict[str, Any]:
        """The step that navigates: for a key press, its keyDown."""
        return next((step for step in reversed(self._steps) if step["type"] != "keyUp"), self._steps[-1])

    def _forget_shortcut(self, page: Page) -> None:
        """Removes the last keys before a tab closes or its URL changes, such as Ctrl+W: they were for the browser."""
        self._down.pop(page, None)
        for number in range(len(self._steps) - 1, -1, -1):
            step = self._steps[number]
            if step["type"] not in ("keyDown", "keyUp") or "assertedEvents" in step:
                return
            if step["type"] == "keyDown" and step["key"] in BROWSER_KEYS:
                del self._steps[number:]
                return


def _same_place(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one.get(name) == other.get(name) for name in ("type", "selectors", "target", "frame"))


def _path(frame: Frame) -> list[int]:
    """The child indices that lead from the main frame to this one."""
    path: list[int] = []
    while frame.parent_frame is not None:
        path.insert(0, frame.parent_frame.child_frames.index(frame))
        frame = frame.parent_frame
    return path
