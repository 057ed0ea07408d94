"""Finds Chromium, keeps it running in its own thread, and runs replays in it concurrently."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from playwright.async_api import Error, async_playwright

from thresher.errors import OracleBroken, UsageError

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

T = TypeVar("T")

HEADLESS_FIRST = ("chromium-headless-shell", "chrome-headless-shell")  # starts a page in a third of the time
FULL = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
FLAGS = ("--disable-gpu",)
PLAYWRIGHTS_OWN = ("firefox", "webkit")  # builds of Playwright, which drives no others of their kind
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
LONGEST_START = 60.0


def find_browser(given: str | None, *, headed: bool) -> str:
    """The path of the given browser, or of an installed one. A browser with a window needs a display."""
    if headed and not any(os.environ.get(name) for name in SCREENS):
        raise UsageError("there is no screen to show a browser on (DISPLAY is not set); run it without a window")
    if given in PLAYWRIGHTS_OWN:
        return given
    if given is not None:
        path = shutil.which(given)
        if path is None:
            raise UsageError(
                f"there is no browser {given} (--browser); give the path of a Chromium or Chrome, firefox or webkit"
            )
        if Path(path).name.startswith("firefox"):
            raise UsageError(
                f"{given} cannot be driven: Playwright needs its own Firefox (playwright install firefox, then "
                "--browser firefox)"
            )
        return path
    for name in FULL if headed else (*HEADLESS_FIRST, *FULL):
        if (path := shutil.which(name)) is not None:
            return path
    raise UsageError("no Chromium was found; install it (apt-get install chromium) or name one with --browser PATH")


class Chromium:
    """One browser process, started on the first call, and again if it died. `close` ends it and its child processes.

    Thread-safe. Concurrent tasks share the browser, each with its own context.
    """

    def __init__(self, *, browser: str | None = None, headed: bool = False, flags: Sequence[str] = ()) -> None:
        self._program, self._headed = find_browser(browser, headed=headed), headed
        self._flags = flags
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._report)
        self._thread = threading.Thread(target=self._loop.run_forever, name="thresher-browser", daemon=True)
        self._thread.start()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._starting = asyncio.Lock()
        self._closing = False

    def submit(self, task: Callable[[Browser], Awaitable[T]]) -> Future[T]:
        """Starts a task; its future can be cancelled while it runs. Raises OracleBroken once the browser is closing."""
        if self._closing:  # a task repeated because its browser is gone must not start another one
            raise OracleBroken("the browser was closed")

        async def started() -> T:
            return await task(await self._open())

        return asyncio.run_coroutine_threadsafe(started(), self._loop)

    def run(self, task: Callable[[Browser], Awaitable[T]]) -> T:
        """Runs a task and waits for it."""
        future = self.submit(task)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    async def _open(self) -> Browser:
        async with self._starting:
            if self._browser is not None and self._browser.is_connected():
                return self._browser
            flags = [
                *FLAGS,
                *self._flags,
                *(["--no-sandbox"] if os.geteuid() == 0 else []),
            ]  # Chromium's sandbox refuses root
            try:
                async with asyncio.timeout(LONGEST_START):
                    if self._playwright is None:
                        self._playwright = await async_playwright().start()
                    self._browser = await self._launched(self._playwright, flags)
            except (Error, TimeoutError) as error:
                lines = str(error).strip().splitlines()
                raise OracleBroken(f"{self._program} cannot be started: {lines[0] if lines else 'it hangs'}") from error
            return self._browser

    async def _launched(self, playwright: Playwright, flags: list[str]) -> Browser:
        if self._program not in PLAYWRIGHTS_OWN:
            return await playwright.chromium.launch(
                executable_path=self._program, headless=not self._headed, args=flags
            )
        kind = playwright.firefox if self._program == "firefox" else playwright.webkit
        if not Path(kind.executable_path).exists():
            raise UsageError(
                f"Playwright has no {self._program} here; install it (playwright install {self._program}), or leave "
                "out --browser"
            )
        return await kind.launch(headless=not self._headed)

    def _report(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Reports what nobody waits for, but not that the browser is gone once it is closing: Ctrl-C ends it too."""
        if not self._closing:
            loop.default_exception_handler(context)

    async def restart(self) -> None:
        """Ends a browser that no longer responds; the next call starts another one."""
        async with self._starting:
            browser, self._browser = self._browser, None
            if browser is not None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(10):
                        await browser.close()

    def close(self) -> None:
        """Ends the browser and its thread; cancels the tasks that are still running."""
        if self._loop.is_closed():
            return
        self._closing = True
        with suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(self._shut_down(), self._loop).result(timeout=30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _shut_down(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        await self.restart()
        if self._playwright is not None:
            await self._playwright.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def __enter__(self) -> Chromium:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
