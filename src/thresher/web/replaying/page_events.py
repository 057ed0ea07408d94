"""Listens to all that happens in a browser context: errors, requests on their way, navigations, dialogs, tabs."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from thresher.web.replaying.page_errors import PageError, PageErrorKind, innermost, path_of

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, ConsoleMessage, Dialog, Page, Request, Response, WebError

ENDLESS = ("eventsource", "websocket", "ping", "media")  # requests that nobody waits for
OWN_WORDS = "Failed to load resource"  # Chrome repeats each failed request as a console error
LEAST_ERROR = 400
ABORTED = "net::ERR_ABORTED"  # the page went elsewhere, or changed its mind


class PageEvents:
    """The ears of one replay. `step` is the number of the step that is being done, which sightings are noted under."""

    def __init__(self, context: BrowserContext, *, dismiss_dialogs: bool) -> None:
        self.step = 0
        self.sightings: list[PageError] = []
        self.notes: list[str] = []
        self.answers: list[Any] = []  # the user's own to the dialogs of this step, as far as they are recorded
        self.answered: list[str | None] = []
        self.pages: list[Page] = []
        self.navigations = 0
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
        """Whether something is being loaded."""
        return bool(self._in_flight)

    async def change(self, seconds: float) -> None:
        """Until something happens, but no longer than that."""
        self._changed.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return

    async def quiet(self, patience: float) -> None:
        """Until nothing is being loaded; a request that takes longer than that is not waited for any more."""
        while self._in_flight:
            now = time.monotonic()
            late = [request for request, since in self._in_flight.items() if now - since >= patience]
            for request in late:
                del self._in_flight[request]
            if self._in_flight:
                await self.change(max(0.001, min(self._in_flight.values()) + patience - now))

    def note_once(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)

    def _saw(self, sighting: PageError) -> None:
        self.sightings.append(sighting)
        self._changed.set()

    def _page(self, page: Page) -> None:
        self.pages.append(page)
        page.on("crash", lambda _: self._saw(PageError(PageErrorKind.CRASH, "the page crashed", step=self.step)))
        page.on("framenavigated", lambda frame: self._navigated(first=frame.parent_frame is None))
        self._changed.set()

    def _navigated(self, *, first: bool) -> None:
        self.navigations += first
        self._changed.set()

    def _error(self, error: WebError) -> None:
        thrown = error.error
        stack = getattr(thrown, "stack", None) or ""
        name = getattr(thrown, "name", None) or ""
        message = getattr(thrown, "message", None) or str(thrown)
        named = f"{name}: {message}" if name and not message.startswith(name) else message
        self._saw(PageError(PageErrorKind.PAGE_ERROR, named, innermost(stack), self.step, stack))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(OWN_WORDS):
            place = message.location
            where = f"{path_of(place['url'])}:{place['lineNumber']}" if place.get("url") else ""
            self._saw(PageError(PageErrorKind.CONSOLE, message.text, where, self.step))

    def _request(self, request: Request) -> None:
        if request.resource_type not in ENDLESS and urlsplit(request.url).scheme in ("http", "https"):
            self._in_flight[request] = time.monotonic()

    def _ended(self, request: Request) -> None:
        self._in_flight.pop(request, None)
        self._changed.set()

    def _failed(self, request: Request) -> None:
        self._ended(request)
        if request.failure and request.failure != ABORTED:
            self._saw(
                PageError(
                    PageErrorKind.REQUEST, f"{request.failure} {request.method} {path_of(request.url)}", "", self.step
                )
            )

    def _response(self, response: Response) -> None:
        path = path_of(response.url)
        if response.status >= LEAST_ERROR and path != "/favicon.ico":
            asked = f"{response.status} {response.request.method} {path}"
            self._saw(PageError(PageErrorKind.REQUEST, asked, "", self.step))

    async def _dialog(self, dialog: Dialog) -> None:
        self.notes.append(f"step {self.step + 1}: the page asked ({dialog.type}): {dialog.message[:80]}")
        answer = self._answer(dialog)
        self.answered.append(answer)
        if answer is None:
            await dialog.dismiss()
        else:
            await dialog.accept(answer) if dialog.type == "prompt" else await dialog.accept()

    def _answer(self, dialog: Dialog) -> str | None:
        """As the user answered when it was recorded, else as is wished: a text, or None to dismiss it."""
        said = self.answers.pop(0) if self.answers else {"accept": dialog.type == "beforeunload" or not self._dismiss}
        return str(said.get("text", dialog.default_value)) if said.get("accept") else None
