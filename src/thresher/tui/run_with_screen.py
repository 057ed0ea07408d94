"""Runs a search with the screen over it: the search in a thread, the screen and all signals in the main one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from thresher.engine.control import Control
from thresher.engine.record.record import Record
from thresher.session.interrupts import INTERRUPTED, SearchEnd, handled_by, until_stopped
from thresher.tui.live import Live

DELAY = 1.0  # seconds before a screen is opened: what has ended by then needs none


@dataclass
class _Ended:
    """How the search ended."""

    result: SearchEnd | None = None
    error: BaseException | None = None
    done: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class ScreenRun:
    """Runs a search with the live screen. Ctrl-C, SIGTERM and SIGHUP stop the search and keep the best result."""

    control: Control
    name: str
    first: int
    jobs: int
    delay: float = DELAY

    def __call__(self, search: Callable[[], object], record: Record) -> SearchEnd:
        live = Live(
            record.statistics,
            first=self.first,
            best=lambda: record.best,
            elapsed=lambda: record.elapsed,
            asked=lambda: record.asked,
        )
        record.listen(live)
        ended = _Ended()

        def run() -> None:
            try:
                ended.result = until_stopped(search, record)
            except BaseException as error:  # noqa: BLE001 - raised again in the main thread
                ended.error = error
            finally:
                ended.done.set()

        thread = threading.Thread(target=run, name="thresher-search")
        with handled_by(lambda *_: self.control.interrupt(), signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            thread.start()
            try:
                if not ended.done.wait(self.delay):
                    self._watch(live, record, ended.done)
            finally:
                if not ended.done.is_set():
                    self.control.interrupt()
                thread.join()
        if ended.error is not None:
            raise ended.error
        return ended.result or SearchEnd(complete=False, why=INTERRUPTED, interrupted=True)

    def _watch(self, live: Live, record: Record, done: threading.Event) -> None:
        from thresher.tui.screen import LiveScreen  # noqa: PLC0415 - a quarter of a second that short runs do without

        LiveScreen(
            live,
            self.control,
            name=self.name,
            jobs=self.jobs,
            ended=done.is_set,
            folder=record.storage.folder,
            original=record.result.original,
        ).run(mouse=False)
