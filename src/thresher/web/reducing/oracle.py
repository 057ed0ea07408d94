"""The oracle for recordings: replays each one in a browser and judges it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from copy import copy
from pathlib import Path
from types import TracebackType
from typing import Self

from thresher.errors import OracleBroken
from thresher.formats.events.events import read_log
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.process import run
from thresher.session.recordings import CANCELLED
from thresher.structures.events import EventLog
from thresher.web.reducing.failure import PageCriterion
from thresher.web.reducing.saved_state import SavedState
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.replay import After, BrowserGone, replay
from thresher.web.replaying.replay_result import ReplayResult
from thresher.web.replaying.settings import ReplaySettings, Timeouts
from thresher.web.replaying.stuck_report import StuckReport

POLL = 0.05  # seconds between checks for cancellation
MOST_TRIES = 3


class Replayer:
    """Replays recordings in one browser. Thread-safe; each replay has its own browser context.

    The state to restore is put back before each replay and, as a context manager, at the end: what runs next, such as a
    reduction after a replay, begins with the same state.
    """

    def __init__(self, chromium: Chromium, settings: ReplaySettings) -> None:
        self.chromium, self.settings = chromium, settings
        self._fallbacks: set[str] = set()
        self._saved = SavedState(settings.restore) if settings.restore is not None else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._saved is not None:
            self._saved.restore()

    def with_settings(self, settings: ReplaySettings) -> Replayer:
        """A replayer with other settings that puts back the same state of the server, as it was at the start."""
        other = copy(self)
        other.settings = settings
        return other

    def replay(
        self,
        log: EventLog,
        criterion: PageCriterion,
        timeouts: Timeouts,
        *,
        running: RunHandle | None = None,
        after: After | None = None,
        report: StuckReport | None = None,
    ) -> ReplayResult | None:
        """The result of the replay; None if it was cancelled. Repeated if the browser dies.

        If it gets stuck, the `report` gets what there is to see.
        """
        running = running or RunHandle()
        for _ in range(MOST_TRIES):
            if self._saved is not None:
                self._saved.restore()
            self._run(self.settings.setup, "setup", running)
            if running.cancelled:
                return None
            future = self.chromium.submit(
                lambda browser: replay(
                    browser,
                    log,
                    settings=self.settings,
                    criterion=criterion,
                    timeouts=timeouts,
                    after=after,
                    fallbacks=self._fallbacks,
                    report=report,
                )
            )
            try:
                return _awaited(future, running)
            except BrowserGone:
                continue
            finally:
                self._run(self.settings.teardown, "teardown", RunHandle())
        raise OracleBroken(f"the browser ended during each of {MOST_TRIES} replays of the same recording")

    def _run(self, command: tuple[str, ...], what: str, running: RunHandle) -> None:
        if not command:
            return
        limits = Limits(seconds=self.settings.setup_timeout)
        seen = run(command, directory=Path.cwd(), environment=dict(os.environb), limits=limits, running=running)
        if seen.failed and not running.cancelled:
            lines = (seen.stderr or seen.stdout).decode(errors="replace").strip().splitlines()
            words = f": {lines[-1][:200]}" if lines else ""
            raise OracleBroken(f"the {what} command {command[0]} failed ({seen.how}){words}")


class ReplayOracle:
    """An oracle for recordings as bytes. `routes` are the steps that the first replay suggests to try, if any."""

    def __init__(
        self,
        replayer: Replayer,
        *,
        criterion: PageCriterion,
        timeouts: Timeouts,
        routes: Sequence[Sequence[int]] = (),
    ) -> None:
        self._replayer = replayer
        self.criterion, self.timeouts, self.routes = criterion, timeouts, routes

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Answer:
        """One replay, judged."""
        data = content()
        running.prepared.set()
        log = read_log(data) if data else EventLog(())
        started = time.monotonic()
        replayed = self._replayer.replay(log, self.criterion, self.timeouts, running=running)
        verdict = CANCELLED if replayed is None else self.criterion.judge(replayed)
        return Answer(verdict, time.monotonic() - started)


def _awaited(future: Future[ReplayResult], running: RunHandle) -> ReplayResult | None:
    """The future's result; None, and the future is cancelled, once `running` is cancelled."""
    try:
        while True:
            try:
                return future.result(timeout=POLL)
            except NotYet:
                if running.cancelled:
                    return None
    finally:
        future.cancel()
