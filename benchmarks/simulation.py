"""A cluster of any size with a virtual clock: the real driver and the real searches, over answers that cost no time.

Every test takes its stated duration; the computations of the searches take none. The clock therefore shows what the
order of questions allows, independently of this machine.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from thresher.engine.ahead.running_tests import RunningTests
from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle
from thresher.plan import PlanOptions, plan_for


class _Future(Future[Any]):
    """Nobody works on it, so that it can be cancelled at any time."""

    def cancel(self) -> bool:
        before, cancelled = self.cancelled(), super().cancel()
        if cancelled and not before:
            self.set_running_or_notify_cancel()
        return cancelled


@dataclass
class VirtualExecutor(Executor):
    """Workers without number; the driver never asks for more at a time than it has jobs."""

    now: float = 0.0
    busy: float = 0.0
    _waiting: list[tuple[float, int, _Future, Callable[[], Answer]]] = field(default_factory=list)
    _numbers: Any = field(default_factory=count)
    _begun: dict[int, float] = field(default_factory=dict)

    def submit(self, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future, answer = _Future(), call(*args, **kwargs)
        heapq.heappush(self._waiting, (self.now + answer.seconds, next(self._numbers), future, lambda: answer))
        return future

    def advance(self) -> None:
        """To the moment when the next test ends."""
        while self._waiting:
            then, _, future, answer = heapq.heappop(self._waiting)
            if not future.cancelled():
                self.now = then
                self.busy += answer().seconds
                future.set_result(answer())
                return


class VirtualTests(RunningTests[bytes]):
    """The real ones, but for how they are waited for."""

    def _until_one_ends(self, futures: list[Future[Answer]]) -> None:
        while not any(future.done() for future in futures):
            self._executor.advance()  # type: ignore[attr-defined]  # it is given no other


@dataclass(frozen=True)
class Run:
    """One reduction: its virtual seconds, what it asked, how much of that was of no use, and its result.

    `sizes` are those of the results on the way.
    """

    jobs: int
    seconds: float
    tests: int
    cancelled: int
    speculative: int
    sizes: list[int]
    result: bytes


def simulated(
    data: bytes,
    name: str,
    test: Callable[[bytes], bool],
    *,
    jobs: int,
    seconds: Callable[[bytes], float],
    plan_options: PlanOptions,
) -> Run:
    """A whole reduction with so many workers."""

    def oracle(content: Callable[[], bytes], running: RunHandle) -> Answer:
        text = content()
        return Answer(Verdict(Outcome.FAIL if test(text) else Outcome.PASS), seconds(text))

    result = SmallestContent(data)
    record, executor = Record(result, name=name), VirtualExecutor()
    driver = Driver(oracle, executor, record, jobs=jobs, tests=VirtualTests)
    smallest = Reduction(
        result, driver, record, plan_for(name, data, plan_options), FlakinessSettings(), name=name
    ).run()
    statistics = record.statistics
    sizes = [size for _, _, size in statistics.curve]
    return Run(jobs, executor.now, statistics.tests, statistics.cancelled, statistics.speculative, sizes, smallest)
