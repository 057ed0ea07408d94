"""What a reduction is doing right now, folded from its events; written by the search, read by the screen."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable
from dataclasses import dataclass

from thresher.engine.questions import Question
from thresher.engine.record.statistics import Statistics
from thresher.kernel.events import Cancelled, Event, Improved, StageStarted, Tested, TestStarted
from thresher.reports.forecast import Forecast
from thresher.reports.history.curve import Point, points

MOST_SHOWN = 1 << 23  # bytes of a content that is shown; the search holds it, too
MOST_REASONS = 8


@dataclass(frozen=True, slots=True)
class Running:
    """A test that has begun: what it tries, on how many bytes, since when."""

    label: str
    size: int
    since: float


@dataclass(frozen=True, slots=True)
class View:
    """One moment. `content` is the best so far and `before` the best before it; None if too large to be shown.

    `candidate` is the content that is being tested; None if none is, or it is too large. `left` are the seconds to the
    end of the run, at least and at most.
    """

    curve: list[Point]
    tests: int
    seconds: float
    speed: float
    cached: int
    cancelled: int
    stage: StageStarted | None
    running: list[Running]
    reasons: list[tuple[str, int]]
    other_failures: dict[str, int]
    note: str
    left: tuple[float, float] | None
    content: bytes | None
    before: bytes | None
    candidate: bytes | None
    changes: int

    @property
    def first(self) -> int:
        return self.curve[0].size

    @property
    def size(self) -> int:
        return self.curve[-1].size


class Live:
    """A listener to events. Costs microseconds for each; all that takes longer is done by whoever asks for a view."""

    def __init__(
        self,
        done: Statistics,
        *,
        first: int,
        best: Callable[[], bytes],
        elapsed: Callable[[], float],
        asked: Callable[[], Question[bytes] | None] = lambda: None,
    ) -> None:
        self._done = copy.deepcopy(done)
        self._first, self._best, self._elapsed, self._asked = first, best, elapsed, asked
        self._lock = threading.Lock()
        self._running: dict[str, Running] = {}
        self._content: bytes | None = None
        self._before: bytes | None = None
        self._changes = 0
        self._forecast = Forecast()
        self._tests_before = done.tests
        self._take(points(done, first)[-1].size)

    def _take(self, size: int) -> None:
        """Holds on to the best content if it is small; it is not copied."""
        self._before, self._content = self._content, self._best() if size <= MOST_SHOWN else None
        self._changes += 1

    def __call__(self, event: Event) -> None:
        with self._lock:
            self._done.add(event)
            match event:
                case TestStarted():
                    self._running[event.digest] = Running(event.label, event.size, event.at)
                case Tested():
                    self._running.pop(event.digest, None)
                    self._forecast.tested()
                case Cancelled():
                    self._running.clear()  # a success cancels all that was asked ahead of it
                case Improved():
                    self._forecast.improved()
                    self._take(event.size)
                case StageStarted():
                    self._forecast.started(event)

    def view(self) -> View:
        """What is to be seen now."""
        now, candidate = self._elapsed(), self._candidate()
        with self._lock:
            done = self._done
            new = done.tests - self._tests_before
            speed = done.tests / done.seconds if done.seconds > 0 and new else 0.0
            return View(
                curve=points(done, self._first),
                tests=done.tests,
                seconds=max(now, done.seconds),
                speed=speed,
                cached=done.cached,
                cancelled=done.cancelled,
                stage=done.stage,
                running=list(self._running.values()),
                reasons=done.reasons.most_common(MOST_REASONS),
                other_failures=dict(done.other_failures),
                note=done.notes[-1] if done.notes else "",
                left=self._left(speed),
                content=self._content,
                before=self._before,
                candidate=candidate if self._running else None,
                changes=self._changes,
            )

    def _candidate(self) -> bytes | None:
        asked = self._asked()
        return asked.content() if asked is not None and asked.size <= MOST_SHOWN else None

    def _left(self, speed: float) -> tuple[float, float] | None:
        """Seconds to the end of the run, at least and at most as far as is known; None if unknown."""
        tests = self._forecast.tests() if speed else None
        return None if tests is None else (tests[0] / speed, tests[1] / speed)
