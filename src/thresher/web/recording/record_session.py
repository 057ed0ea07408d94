"""Records in a new browser until the user is done."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from playwright.async_api import Error

from thresher.errors import UsageError
from thresher.structures.events import EventLog
from thresher.web.recording.recorder import Recorder
from thresher.web.replaying.browser import PLAYWRIGHTS_OWN, Chromium
from thresher.web.replaying.reasons import reason_of

if TYPE_CHECKING:
    from playwright.async_api import Browser


def record(
    url: str,
    *,
    title: str,
    browser: str | None = None,
    headed: bool = True,
    remote_port: int | None = None,
    started: Callable[[], None] = lambda: None,
    typed: Iterable[str] = (),
    save: Callable[[Recorder], None] = lambda _: None,
    note: Callable[[str], None] = lambda _: None,
) -> EventLog:
    """Records what the user does until all windows are closed, or Ctrl-C; `save` is called after each step.

    The lines that the user has `typed` meanwhile begin and end tasks: `begin NAME` and `end`. `note` gets a line about
    what cannot be recorded as it was done.
    """
    if browser in PLAYWRIGHTS_OWN:
        raise UsageError(
            f"{browser} can replay, not record; leave out --browser, or give the path of a Chromium or Chrome"
        )
    flags = (f"--remote-debugging-port={remote_port}",) if remote_port else ()
    recorders: list[Recorder] = []

    async def record_in(opened: Browser) -> None:
        context = await opened.new_context(no_viewport=True) if headed else await opened.new_context()
        recorders.append(Recorder(context, title, lambda: save(recorders[0]), note))
        try:
            await recorders[0].start(url)
        except Error as error:
            raise UsageError(f"{url} cannot be opened: {reason_of(error.message)}") from None
        threading.Thread(target=_mark_tasks, args=(recorders[0], typed), daemon=True).start()
        started()
        opened.on("disconnected", lambda _: recorders[0].over.set())
        await recorders[0].over.wait()

    with Chromium(browser=browser, headed=headed, flags=flags) as chromium:
        future = chromium.submit(record_in)
        try:
            future.result()
        except KeyboardInterrupt:
            future.cancel()
            if not recorders:
                raise
        except asyncio.CancelledError:
            raise UsageError("the browser ended before it showed anything") from None
    return recorders[0].log()


def _mark_tasks(recorder: Recorder, typed: Iterable[str]) -> None:
    for line in typed:
        word, _, name = line.strip().partition(" ")
        if word == "begin" and name:
            recorder.begin_task(name.strip())
        elif word != "end" or not recorder.end_task():
            print(f"{line.strip()!r} is neither 'begin NAME' nor the end of a task that was begun", file=sys.stderr)
