"""The time limit of a run by the size of its content, so that a hang of a small content is noticed soon.

The first run is of the largest content, and often the slowest. A candidate is made from a larger content that failed,
so it should not take much longer than that one did.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from thresher.kernel.outcome import Outcome
from thresher.oracle.answer import Answer
from thresher.oracle.running.limits import Limits

FACTOR, LEAST = 10.0, 1.0  # times the duration of a failing run, and at least so many seconds


class FailingRun(NamedTuple):
    """The size of a content that showed the target failure, and how long that took."""

    size: int
    seconds: float


class SizedTimeLimit:
    """At most `most` seconds; less for a content that is smaller than one that failed in less time.

    Never less than ten times what the next larger failing content took, or any smaller one. May be used from several
    threads, each of which sees what others have learned sooner or later.
    """

    def __init__(self, most: float) -> None:
        self.most = most
        self._seen: tuple[FailingRun, ...] = ()  # in the order of their sizes

    def learn(self, size: int, seconds: float) -> None:
        """A content of this size has failed in that time."""
        seen = list(self._seen)
        insort(seen, FailingRun(size, seconds))
        self._seen = tuple(seen)

    def seconds(self, size: int) -> float:
        """The seconds that a run on a content of this size may take.

        >>> limit = SizedTimeLimit(50.0)
        >>> limit.learn(1000, 5.0), limit.learn(100, 0.3)
        (None, None)
        >>> limit.seconds(2000), limit.seconds(500), limit.seconds(100), limit.seconds(99)
        (50.0, 50.0, 3.0, 3.0)
        """
        seen = self._seen
        next_larger = bisect_left(seen, FailingRun(size, 0.0))
        if next_larger == len(seen):
            return self.most
        longest = max(run.seconds for run in seen[: next_larger + 1])
        return min(self.most, max(LEAST, FACTOR * longest))

    def of(self, content: Callable[[], bytes]) -> TimedContent:
        """A content whose runs are limited by this."""
        return TimedContent(content, self)


class TimedContent:
    """A content whose size is known once it has been rendered, and with it how long a run may take."""

    def __init__(self, content: Callable[[], bytes], limit: SizedTimeLimit) -> None:
        self._content, self._limit = content, limit
        self._size, self._seconds = 0, limit.most

    def __call__(self) -> bytes:
        data = self._content()
        self._size, self._seconds = len(data), self._limit.seconds(len(data))
        return data

    def limited(self, limits: Limits) -> Limits:
        """The limits of a run, after the content was rendered for it."""
        return replace(limits, seconds=self._seconds)

    def learned(self, answer: Answer, *, timed_out: bool) -> Answer:
        """Learns from the answer, and marks one that a longer run might have changed."""
        if answer.verdict.outcome is Outcome.FAIL:
            self._limit.learn(self._size, answer.seconds)
        return replace(answer, stopped_early=timed_out and self._seconds < self._limit.most)
