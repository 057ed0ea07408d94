"""What the user requests while a search runs: pause, skip the stage, stop, other jobs. Safe to call from any thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from thresher.errors import Interrupted, Stopped

ENOUGH = "stopped by the user"


class Skipped(Exception):
    """The user skipped this stage."""


class Control:
    """Whoever drives a search calls `check` before each test, and waits for `request` along with the running tests.

    Guarantees that a skip or stop ends the running tests at once; a pause lets them end and starts no others. `jobs` is
    how many tests may run at a time, from 1 to `most_jobs`; None if that is not for the user to say.
    """

    def __init__(self, jobs: int | None = None, most_jobs: int | None = None) -> None:
        self.jobs, self.most_jobs = jobs, max(jobs or 1, most_jobs or 1)
        self._changed = threading.Condition()
        self._paused = self._skip = self._skippable = False
        self._end: Stopped | None = None
        self.request: Future[None] = Future()

    @property
    def paused(self) -> bool:
        return self._paused

    @property
    def skippable(self) -> bool:
        """Whether a stage is running."""
        return self._skippable

    def change_jobs(self, by: int) -> None:
        """Runs more or fewer tests at a time, from the next test on; the result does not depend on it."""
        if self.jobs is not None:
            self.jobs = min(max(1, self.jobs + by), self.most_jobs)

    def pause(self) -> None:
        with self._changed:
            self._paused = True

    def resume(self) -> None:
        with self._changed:
            self._paused = False
            self._changed.notify_all()

    def skip(self) -> None:
        """Skips the current stage; between stages there is nothing to skip."""
        with self._changed:
            if self._skippable:
                self._skip = True
                self._wake()

    def stop(self, why: str = ENOUGH) -> None:
        """Ends the search; the best result is kept. The first request to end it counts."""
        self._end_with(Stopped(why))

    def interrupt(self) -> None:
        """Ends the search as Ctrl-C does."""
        self._end_with(Interrupted("interrupted"))

    def _end_with(self, end: Stopped) -> None:
        with self._changed:
            self._end = self._end or end
            self._wake()

    def _wake(self) -> None:
        self._changed.notify_all()
        if not self.request.done():
            self.request.set_result(None)

    def check(self) -> None:
        """Waits while paused; raises Stopped or Skipped if that was requested."""
        with self._changed:
            while self._paused and self._end is None and not self._skip:
                self._changed.wait()
            if self._end is not None:
                raise self._end
            if self._skip:
                self._skip, self.request = False, Future()
                raise Skipped

    @contextmanager
    def phase(self) -> Iterator[None]:
        """A context in which the search can be skipped."""
        self._skippable = True
        try:
            yield
        finally:
            with self._changed:
                self._skippable = False
                if self._skip:
                    self._skip, self.request = False, Future()
