"""Records what a user does in a browser, in the format of Chrome's Recorder."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error

from thresher.formats.events.records import step_of
from thresher.structures.events import TASK, EventLog, Json, LogKind
from thresher.web.recording.typed import joined, same_place, without_paste_keys
from thresher.web.recording.uploads import RecordedUploads
from thresher.web.replaying.page_errors import PageError
from thresher.web.replaying.page_events import failed_response, logged_error, thrown_error
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Frame, Page, Request

BINDING = "__thresherStep"
BLANK = ("about:blank", "chrome://new-tab-page/", "chrome://newtab/")
OBSERVED = "observed"  # in the head of a recording: the errors that occurred while it was made
MOST_OBSERVED = 50
LATELY = 2.0  # seconds after a step in which an address that changes is its effect
FIRST_STEPS = 2  # the window's size, and the address
BROWSER_KEYS = ("Control", "Alt", "Meta", "F5")
SIZE = "({ width: innerWidth, height: innerHeight, deviceScaleFactor: devicePixelRatio })"


class Recorder:
    """Records a browser context with all its tabs and frames, from `start` on; `changed` is called after each step.

    `note` gets a line about what cannot be recorded as it was done. What happened before the first page was there is
    not recorded. `uploads` has the files that the user has chosen.
    """

    def __init__(
        self,
        context: BrowserContext,
        title: str,
        changed: Callable[[], None] = lambda: None,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._context, self._title, self._changed, self._note = context, title, changed, note
        self._closed_hosts: set[str] = set()  # that a note was given about
        self.uploads = RecordedUploads()
        self._observed: list[PageError] = []
        self._steps: list[dict[str, Any]] = []
        self._tasks: list[str] = []  # that the user has begun and not ended, from the outside in
        self._pages: list[Page] = []
        self._addresses: dict[Page, str] = {}
        self._written: set[Page] = set()  # tabs that a page has opened without an address
        self._navigating: set[Page] = set()  # tabs that a step, not the address bar, is navigating
        self._loading: set[Page] = set()  # tabs that have requested another document
        self._last_step = -LATELY
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
        self._context.on("weberror", lambda seen: self._observe(thrown_error(seen, len(self._steps) - 1)))
        self._context.on("console", lambda seen: self._observe(logged_error(seen, len(self._steps) - 1)))
        self._context.on("response", lambda seen: self._observe(failed_response(seen, len(self._steps) - 1)))
        size = await page.evaluate(SIZE)
        self._append({"type": "setViewport", **size, "isMobile": False, "hasTouch": False, "isLandscape": False})
        await page.goto(url)
        return page

    def log(self) -> EventLog:
        """The recording so far."""
        steps = tuple(step_of(step) for step in self._steps)
        observed: list[Json] = [
            {"step": each.step + 1, "kind": each.kind.value, "message": each.message} for each in self._observed
        ]
        return EventLog(steps, LogKind.DEVTOOLS, {"title": self._title, **({OBSERVED: observed} if observed else {})})

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

    def _observe(self, error: PageError | None) -> None:
        """Notes an error that the user may have meant to record."""
        if error is not None and len(self._observed) < MOST_OBSERVED:
            self._observed.append(error)
            self._changed()

    async def _attach(self, page: Page) -> None:
        self._pages.append(page)
        if page.url not in BLANK:
            self._addresses[page] = page.url
        page.on("framenavigated", self._navigated)
        page.on("close", self._closed)
        page.on("request", lambda request: self._requested_document(page, request))
        session = await self._context.new_cdp_session(page)
        await session.send("Page.enable")
        first = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        session.on("Page.frameRequestedNavigation", lambda requested: self._requested(page, first, requested))
        session.on("Page.javascriptDialogClosed", self._answered)
        session.on("Page.documentOpened", lambda _: asyncio.ensure_future(_listen_again(page)))
        await self._look_at_opened(page)

    async def _look_at_opened(self, page: Page) -> None:
        """Of a tab that was opened later, what its page may have written before this recorder could follow."""
        if page is self._pages[0]:
            return
        if await page.opener() is None:
            self._note("a tab that you open yourself cannot be replayed; let the page open it")
        elif page.url in BLANK:
            self._written.add(page)
            await _listen_again(page)

    def _requested(self, page: Page, first: str, requested: dict[str, Any]) -> None:
        """The page itself navigates, not the address bar; a link that opens another tab does not count."""
        if requested.get("disposition") == "currentTab" and requested["frameId"] == first:
            self._navigating.add(page)

    def _requested_document(self, page: Page, request: Request) -> None:
        if request.is_navigation_request() and request.frame == page.main_frame:
            self._loading.add(page)

    def _within_document(self, page: Page, before: str | None, after: str) -> bool:
        """Whether the page itself changed its address: a route of its own, or a link to a part of it."""
        if page in self._loading or before is None:
            return False
        lately = time.monotonic() - self._last_step < LATELY
        return lately or before.partition("#")[0] != after.partition("#")[0]

    def _answered(self, closed: dict[str, Any]) -> None:
        """Adds the user's answer to a dialog to the step that opened it."""
        answer = {"accept": closed["result"], **({"text": closed["userInput"]} if closed.get("userInput") else {})}
        if self._steps:
            self._steps[-1].setdefault("dialogs", []).append(answer)
            self._changed()

    def _add_step(self, source: Any, step: dict[str, Any]) -> None:
        """Adds a step that a page reported; a double click replaces its two single clicks."""
        page, frame = source["page"], source["frame"]
        if len(self._steps) < FIRST_STEPS or (step["type"] in ("keyDown", "keyUp") and not self._pressed(page, step)):
            return
        if step["type"] == "doubleClick":
            while self._steps and _on_same_element(self._steps[-1], step):
                self._steps.pop()
        if step.pop("pasted", False):
            self._steps = without_paste_keys(self._steps)
        if "files" in step:
            step["files"] = [self.uploads.add(each["name"], each["content"]) for each in step["files"]]
        self._note_closed(step.pop("closed", ""))
        path = _path(frame)
        place = {"target": self._target(page), **({"frame": path} if path else {})}
        added = {"type": step.pop("type"), **place, **step}
        if added.pop("typing", False) and self._steps and same_place(self._steps[-1], added):
            added = {**self._steps.pop(), **added}  # a date, for example, is reported digit by digit
        elif self._steps and (longer := joined(self._steps[-1], added)) is not None:
            self._steps.pop()
            added = longer
        self._append(added)
        self._last_step = time.monotonic()
        self._changed()

    def _note_closed(self, host: str) -> None:
        """Says once of a kind of element that the page keeps its content to itself."""
        if host and host not in self._closed_hosts:
            self._closed_hosts.add(host)
            self._note(f"{host} has a closed shadow root: clicks in it are recorded by their position, keys one by one")

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
        itself = page in self._navigating or self._within_document(page, before, frame.url)
        self._loading.discard(page)
        if (itself or opened) and len(self._steps) > 1:
            self._navigating.discard(page)
            if self._target(page) == "main":
                self._cause_of_navigation().setdefault("assertedEvents", []).append(reached)
        else:
            self._forget_shortcut(page)
            place = {} if page is self._pages[0] else {"target": before}
            self._append({"type": "navigate", **place, "url": frame.url, "assertedEvents": [reached]})
        self._changed()

    def _closed(self, page: Page) -> None:
        """Closing the last tab ends the recording; closing another one is a step."""
        if all(each.is_closed() for each in self._pages):
            self.over.set()
        self._forget_shortcut(page)
        if not self.over.is_set() and (page in self._addresses or page in self._written):
            self._append({"type": "close", "target": self._target(page)})
            self._changed()

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


async def _listen_again(page: Page) -> None:
    """Follows what is done in documents that a script has written: that removes all listeners."""
    for frame in page.frames:
        with suppress(Error):  # it may be gone by now
            await frame.evaluate(script("record.js"))


def _path(frame: Frame) -> list[int]:
    """The child indices that lead from the main frame to this one."""
    path: list[int] = []
    while frame.parent_frame is not None:
        path.insert(0, frame.parent_frame.child_frames.index(frame))
        frame = frame.parent_frame
    return path


def _on_same_element(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether the descriptions of the elements agree; one of them may have a fall-back more, the editor around it."""
    given = [step.get("selectors") or [] for step in (one, other)]
    least = min(map(len, given))
    return least > 0 and given[0][:least] == given[1][:least]
