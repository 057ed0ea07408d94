"""What the user requests while a search runs: a pause, an end to this phase, an end to all. Safe from any thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from thresher.errors import Stopped

ENOUGH = "stopped by the user"


class Skipped(Exception):
    """The user has enough of this phase."""


class Control:
    """Whoever drives a search calls `check` before each test, and waits for `wish` along with the tests that run.

    Guarantees that a wish ends the tests in flight at once; a pause lets them end, and starts none.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._paused = self._skip = self._skippable = False
        self._why: str | None = None
        self.request: Future[None] = Future()

    @property
    def paused(self) -> bool:
        return self._paused

    def pause(self) -> None:
        with self._changed:
            self._paused = True

    def resume(self) -> None:
        with self._changed:
            self._paused = False
            self._changed.notify_all()

    def skip(self) -> None:
        """Ends the phase that is being worked on; between phases there is nothing to skip."""
        with self._changed:
            if self._skippable:
                self._skip = True
                self._wake()

    def stop(self, why: str = ENOUGH) -> None:
        """Ends the search; the best result is kept."""
        with self._changed:
            self._why = self._why or why
            self._wake()

    def _wake(self) -> None:
        self._changed.notify_all()
        if not self.request.done():
            self.request.set_result(None)

    def check(self) -> None:
        """Waits while there is a pause; raises Stopped or Skipped if that is wished."""
        with self._changed:
            while self._paused and self._why is None and not self._skip:
                self._changed.wait()
            if self._why is not None:
                raise Stopped(self._why)
            if self._skip:
                self._skip, self.request = False, Future()
                raise Skipped

    @contextmanager
    def phase(self) -> Iterator[None]:
        """What happens inside can be skipped."""
        self._skippable = True
        try:
            yield
        finally:
            with self._changed:
                self._skippable = False
                if self._skip:
                    self._skip, self.request = False, Future()
