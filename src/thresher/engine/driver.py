"""Runs searches: asks the oracle their probes, on one worker or many, with the same result for any number of workers.

Probes are pulled from the lazy stream ahead of time, to keep the workers busy. The earliest hit wins, not the fastest:
a hit counts once all probes before it have missed. Everything asked after it is then cancelled at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sized
from concurrent.futures import Executor
from copy import copy, deepcopy
from typing import Generic, TypeVar

from thresher.engine.control import Control
from thresher.engine.prediction import Prediction, extended
from thresher.engine.questions import Memory
from thresher.engine.replay import Repeatable
from thresher.engine.running_tests import RunningTests
from thresher.engine.speculation import PendingProbe, Speculation
from thresher.oracle.answer import Answer, Oracle

C = TypeVar("C")
T = TypeVar("T")
Content = TypeVar("Content", bound=Sized)

PROBES_PER_JOB = 4  # that may be pulled past the first open one
PREPARED_TESTS = 1  # that wait, ready to begin, while all workers are busy, unless there are many of them
LARGEST_REWIND_SHARE = 0.5  # of the time of a test that rewinding a search may take
LOOK_AHEAD_JOBS = 8  # the least number of workers for which look-ahead tests pay


class Driver(Generic[Content]):
    """Runs searches whose candidates are rendered to contents that the oracle understands."""

    def __init__(
        self,
        oracle: Oracle[Content],
        executor: Executor,
        memory: Memory[Content],
        *,
        jobs: int = 1,
        control: Control | None = None,
    ) -> None:
        self._tests = RunningTests(oracle, executor, memory, control)
        self._memory = memory
        self._given_jobs = jobs
        self._control = control
        self._prediction = Prediction()

    @property
    def oracle(self) -> Oracle[Content]:
        return self._tests.oracle

    @property
    def _jobs(self) -> int:
        """How many tests may run at a time; the user may change it."""
        wanted = self._control.jobs if self._control is not None else None
        return self._given_jobs if wanted is None else wanted

    def asking(self, oracle: Oracle[Content]) -> Driver[Content]:
        """Returns a driver that asks another oracle; it starts with the predictions of this one."""
        other = copy(self)
        other._tests, other._prediction = self._tests.asking(oracle), deepcopy(self._prediction)
        return other

    def drive(
        self,
        search: Repeatable[C, T],
        render: Callable[[C], Content],
        *,
        narrow: Callable[[C, int], C] | None = None,
        after_hit: Callable[[], None] | None = None,
    ) -> T:
        """Runs the search and returns its result. `narrow` keeps the leading units of a candidate, where a run reports
        how many it used.

        A search that can be started again runs ahead past the ends of its streams, and past hits that are likely. With
        many workers, look-ahead tests find out what is likely. `after_hit` is called after each confirmed hit.
        """
        speculation = Speculation[C, T, Content](search, render, narrow, many=self._jobs >= LOOK_AHEAD_JOBS)
        try:
            while True:
                self._pull(speculation)
                self._rewind(speculation)
                if self._confirm(speculation, after_hit):
                    continue
                if not speculation.window:
                    return speculation.replay.result
                self._learn(speculation)
        finally:
            self._tests.cancel(speculation, speculation.all_asked)

    def ask(self, content: Content) -> Answer:
        """Asks one question outside any search, even if its answer is cached."""
        return self._tests.ask(content)

    def _pull(self, speculation: Speculation[C, T, Content]) -> None:
        """Keeps the workers busy, assuming that every prediction holds, and has the next test ready for the first that
        becomes free: finding and rendering a candidate takes time, during which no worker should wait.
        """
        window, replay = speculation.window, speculation.replay
        self._tests.cancel(speculation, speculation.stale())
        self._begin_prepared(speculation)
        while len(window) < self._jobs * PROBES_PER_JOB:
            free = self._jobs - speculation.open_tests
            if free <= 0 and (self._jobs >= LOOK_AHEAD_JOBS or speculation.prepared >= PREPARED_TESTS):
                return
            if window and not self._may_pull_more(speculation):
                return
            if free > 0 and self._look_ahead(speculation, free):
                continue
            probe = replay.step()
            if probe is None:
                if replay.over or (window and (self._jobs == 1 or not self._may_assume(speculation))):
                    return
                replay.send(None)
                continue
            asked = self._tests.prepare(probe, speculation)
            asked.answers, asked.pulled, asked.history = len(replay.answers), replay.pulled, speculation.history
            window.append(asked)
            if free > 0:
                self._tests.begin(asked, speculation)
            speculation.history = extended(speculation.history, probe, hit=self._expect(speculation, asked))

    def _may_pull_more(self, speculation: Speculation[C, T, Content]) -> bool:
        """Whether the next probe may be asked before all answers to earlier ones are confirmed."""
        if speculation.window[-1].mispredicted or (self._jobs == 1 and not speculation.open_tests):
            return False
        return self._memory.room(speculation.pending)

    def _begin_prepared(self, speculation: Speculation[C, T, Content]) -> None:
        """Starts prepared tests while workers are free, the earliest first; none after a mispredicted answer."""
        for asked in list(speculation.window):
            if speculation.open_tests >= self._jobs:
                return
            first = asked is speculation.window[0]
            if asked.is_prepared and (first or self._memory.room(speculation.pending)):
                self._tests.begin(asked, speculation)
            if asked.mispredicted:
                return

    def _expect(self, speculation: Speculation[C, T, Content], asked: PendingProbe[C, Content]) -> bool:
        """Whether the probe hits, or is predicted to; a predicted hit is sent to the search if the search can be
        rewound.
        """
        hit = asked.hits
        if asked.verdict is not None:
            self._prediction.learn(asked.history, asked.probe, hit=hit)
        elif speculation.narrow is None and self._jobs > 1 and self._may_assume(speculation):
            asked.predicted = speculation.predict(asked)
            usual = self._prediction.expects_hit(asked.history, asked.probe)
            hit = usual if asked.predicted is None else asked.predicted
        if hit and self._may_assume(speculation):
            speculation.replay.send(speculation.narrowed(asked))
            asked.expected = True
        return hit

    def _look_ahead(self, speculation: Speculation[C, T, Content], workers: int) -> bool:
        """Whether a look-ahead test was started, which is better than guessing an answer."""
        if not (any(asked.unsure for asked in speculation.window) and self._may_assume(speculation)):
            return False
        while (probe := speculation.next_look_ahead(workers)) is not None:
            asked = self._tests.prepare(probe, speculation)
            self._tests.begin(asked, speculation)
            if asked.verdict is None:
                speculation.looking_ahead.append(asked)
                return True
            speculation.learn(asked)
        return False

    def _may_assume(self, speculation: Speculation[C, T, Content]) -> bool:
        """Whether a search may be sent an unconfirmed answer: it can be rewound, much faster than a test runs."""
        return (
            speculation.replay.repeatable and speculation.rewind_seconds <= LARGEST_REWIND_SHARE * self._tests.seconds
        )

    def _learn(self, speculation: Speculation[C, T, Content]) -> None:
        """Waits for answers, and predicts others from them."""
        for asked in self._tests.answered(speculation):
            self._prediction.learn(asked.history, asked.probe, hit=asked.hits)
            speculation.learn(asked)

    def _rewind(self, speculation: Speculation[C, T, Content]) -> None:
        """Cancels everything asked after the first mispredicted probe, and rewinds the search to it."""
        index = next((index for index, asked in enumerate(speculation.window) if asked.mispredicted), None)
        if index is None:
            return
        self._tests.cancel(speculation, [speculation.window.pop() for _ in range(len(speculation.window) - index - 1)])
        asked = speculation.window[-1]
        if index and not speculation.replay.repeatable:
            return
        begun = time.perf_counter()
        speculation.replay.rewind_to(asked.answers, asked.pulled)
        speculation.rewind_seconds = (speculation.rewind_seconds + time.perf_counter() - begun) / 2
        if asked.hits:
            speculation.replay.send(speculation.narrowed(asked))
        asked.expected = asked.hits
        speculation.history = extended(asked.history, asked.probe, hit=asked.hits)

    def _confirm(self, speculation: Speculation[C, T, Content], after_hit: Callable[[], None] | None) -> bool:
        """Whether the first open probe has been answered as expected; that answer is then final."""
        if not speculation.window or speculation.window[0].verdict is None or speculation.window[0].mispredicted:
            return False
        self._memory.certain(speculation.window[0].question.key)
        head = speculation.window.popleft()
        if head.hits:
            probe = speculation.narrowed(head)
            self._memory.hit(speculation.render(probe.candidate), probe.wants, probe.label)
            if after_hit is not None:
                after_hit()
        return True
