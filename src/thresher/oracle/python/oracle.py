"""A Python function as the oracle, called in warm processes: its module is imported once and not for every test.

The function is a test, which returns a verdict, or the code under test, which raises; the first run shows which. A call
is observed like a run of a program: an uncaught exception is its traceback and exit code 1.
"""

from __future__ import annotations

from collections.abc import Callable

from thresher.kernel.outcome import Outcome
from thresher.oracle.answer import Answer
from thresher.oracle.python.called import CallCriterion
from thresher.oracle.python.workers import Workers
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.time_limit import SizedTimeLimit


class PythonOracle:
    """Callable from several threads at once: every call has its own worker."""

    def __init__(
        self, workers: Workers, *, criterion: CallCriterion, limits: Limits, time_limit: SizedTimeLimit | None = None
    ) -> None:
        self.workers = workers
        self.criterion = criterion
        self.limits = limits
        self.time_limit = time_limit

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Answer:
        """Calls the function once on this content and judges the call."""
        timed = None if self.time_limit is None else self.time_limit.of(content)
        called = self.workers.call(
            timed or content, self.limits, running, limited=None if timed is None else timed.limited
        )
        other = self.criterion.other_failure(called)
        seen, verdict = called.observation, self.criterion.judge(called)
        message = seen.stderr or seen.stdout if other or verdict.outcome is Outcome.FAIL else b""
        answer = Answer(verdict, seen.seconds, other_failure=other, message=message)
        return answer if timed is None else timed.learned(answer, timed_out=seen.timed_out)
