"""Collects the events of a browser context: errors, pending requests, navigations, dialogs, tabs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from thresher.web.replaying.page_errors import PageError, PageErrorKind, innermost, path_of

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, ConsoleMessage, Dialog, Frame, Page, Request, Response, WebError

ENDLESS = ("eventsource", "websocket", "ping", "media")  # requests that are never waited for
OWN_WORDS = "Failed to load resource"  # Chrome repeats each failed request as a console error
LEAST_ERROR = 400
MOST_EVENTS, MOST_NOTED = 200, 160  # kept of what happened: events, and characters of each
ABORTED = "net::ERR_ABORTED"  # the page navigated away, or cancelled the request


class PageEvents:
    """The events of one replay. `step` is the index of the current step, under which errors are filed."""

    def __init__(self, context: BrowserContext, *, dismiss_dialogs: bool, endless: Sequence[str] = ()) -> None:
        self.step = 0
        self.errors: list[PageError] = []
        self.notes: list[str] = []
        self.answers: list[Any] = []  # recorded answers to the dialogs of this step
        self.answered: list[str | None] = []
        self.pages: list[Page] = []
        self.navigations = 0
        self.happened: list[tuple[int, str]] = []  # what the page did, with the index of the step
        self.slowest = 0.0  # seconds until the response to a request
        self.endless = list(endless)  # requests that are not waited for any more
        self._in_flight: dict[Request, float] = {}
        self._changed = asyncio.Event()
        self._dismiss = dismiss_dialogs
        context.on("page", self._page)
        context.on("weberror", self._error)
        context.on("console", self._console)
        context.on("request", self._request)
        context.on("requestfinished", self._ended)
        context.on("requestfailed", self._failed)
        context.on("response", self._response)
        context.on("dialog", self._dialog)

    @property
    def busy(self) -> bool:
        """Whether a request is pending."""
        return bool(self._in_flight)

    async def change(self, seconds: float) -> None:
        """Waits for the next event, at most that long."""
        self._changed.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return

    async def quiet(self, longest: float) -> None:
        """Waits until no request is pending; a request that takes longer than `longest` seconds is given up."""
        while self._in_flight:
            now = time.monotonic()
            late = [request for request, since in self._in_flight.items() if now - since >= longest]
            for request in late:
                del self._in_flight[request]
                self.endless.append(_named(request))
            if self._in_flight:
                await self.change(max(0.001, min(self._in_flight.values()) + longest - now))

    def note_once(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)

    def _saw(self, error: PageError) -> None:
        self.errors.append(error)
        self._note(error.short)
        self._changed.set()

    def _page(self, page: Page) -> None:
        self.pages.append(page)
        page.on("crash", lambda _: self._saw(PageError(PageErrorKind.CRASH, "the page crashed", step=self.step)))
        page.on("filechooser", lambda _: None)  # without a listener a window to choose a file would open
        page.on("framenavigated", self._navigated)
        self._changed.set()

    def _navigated(self, frame: Frame) -> None:
        if frame.parent_frame is None:
            self.navigations += 1
            self._note(f"went to {frame.url}")
        self._changed.set()

    def _note(self, text: str) -> None:
        self.happened.append((self.step, text[:MOST_NOTED]))
        del self.happened[:-MOST_EVENTS]

    def _error(self, error: WebError) -> None:
        self._saw(thrown_error(error, self.step))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("log", "info", "warning"):
            self._note(f"console {message.type}: {message.text}")
        if (error := logged_error(message, self.step)) is not None:
            self._saw(error)

    def _request(self, request: Request) -> None:
        waited_for = request.resource_type not in ENDLESS and urlsplit(request.url).scheme in ("http", "https")
        if waited_for and _named(request) not in self.endless:
            self._in_flight[request] = time.monotonic()

    def _ended(self, request: Request) -> None:
        started = self._in_flight.pop(request, None)
        if started is not None:
            self.slowest = max(self.slowest, time.monotonic() - started)
        self._changed.set()

    def _failed(self, request: Request) -> None:
        self._ended(request)
        if request.failure and request.failure != ABORTED:
            self._saw(PageError(PageErrorKind.REQUEST, f"{request.failure} {_named(request)}", "", self.step))

    def _response(self, response: Response) -> None:
        if (error := failed_response(response, self.step)) is not None:
            self._saw(error)
        elif response.request.resource_type in ("document", "xhr", "fetch"):
            self._note(f"{response.status} {_named(response.request)}")

    async def _dialog(self, dialog: Dialog) -> None:
        self.notes.append(f"step {self.step + 1}: the page asked ({dialog.type}): {dialog.message[:80]}")
        answer = self._answer(dialog)
        self.answered.append(answer)
        if answer is None:
            await dialog.dismiss()
        else:
            await dialog.accept(answer) if dialog.type == "prompt" else await dialog.accept()

    def _answer(self, dialog: Dialog) -> str | None:
        """The recorded answer, else the one from the settings: a text, or None to dismiss the dialog."""
        unrecorded = {"accept": dialog.type == "beforeunload" or not self._dismiss}
        answer = self.answers.pop(0) if self.answers else unrecorded
        return str(answer.get("text", dialog.default_value)) if answer.get("accept") else None


def thrown_error(error: WebError, step: int) -> PageError:
    """An uncaught exception."""
    thrown = error.error
    stack = getattr(thrown, "stack", None) or ""
    name = getattr(thrown, "name", None) or ""
    message = getattr(thrown, "message", None) or str(thrown)
    named = f"{name}: {message}" if name and not message.startswith(name) else message
    return PageError(PageErrorKind.PAGE_ERROR, named, innermost(stack), step, stack)


def logged_error(message: ConsoleMessage, step: int) -> PageError | None:
    """A console error; None for other messages, and where Chrome repeats a failed request."""
    if message.type != "error" or message.text.startswith(OWN_WORDS):
        return None
    place = message.location
    where = f"{path_of(place['url'])}:{place['lineNumber']}" if place.get("url") else ""
    return PageError(PageErrorKind.CONSOLE, message.text, where, step)


def failed_response(response: Response, step: int) -> PageError | None:
    """A response with an error status; None for other ones."""
    path = path_of(response.url)
    if response.status < LEAST_ERROR or path == "/favicon.ico":
        return None
    return PageError(PageErrorKind.REQUEST, f"{response.status} {response.request.method} {path}", "", step)


def _named(request: Request) -> str:
    return f"{request.method} {path_of(request.url)}"
