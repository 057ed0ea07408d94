"""Runs searches: asks the oracle their probes, on one worker or many, with the same result for any number of workers.

Probes are pulled from the lazy stream ahead of time, to keep the workers busy. The earliest hit wins, not the fastest:
a hit counts once all probes before it have missed. Everything asked after it is then cancelled at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Executor
from copy import copy, deepcopy
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

from thresher.engine.control import Control
from thresher.engine.prediction import Prediction, extended
from thresher.engine.questions import Memory
from thresher.engine.replay import Repeatable
from thresher.engine.run_ahead import LARGEST_REWIND_SHARE, RunAhead
from thresher.engine.running_tests import RunningTests
from thresher.engine.speculation import PendingProbe, Speculation
from thresher.oracle.answer import Answer, Oracle

C = TypeVar("C")
T = TypeVar("T")
Content = TypeVar("Content", bound=Sized)

PROBES_PER_JOB = 4  # that may be pulled past the first open one
PREPARED_TESTS = 1  # that wait, ready to begin, while all workers are busy, unless there are many of them
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
        tests: type[RunningTests[Content]] = RunningTests,
    ) -> None:
        self._tests = tests(oracle, executor, memory, control)
        self._memory = memory
        self._given_jobs = jobs
        self._control = control
        self._prediction = Prediction()
        self.ahead = RunAhead(self._tests, memory, self._prediction)

    @property
    def oracle(self) -> Oracle[Content]:
        return self._tests.oracle

    def asking(self, oracle: Oracle[Content]) -> Driver[Content]:
        """Returns a driver that asks another oracle; it starts with the predictions of this one."""
        other = copy(self)
        other._tests, other._prediction = self._tests.asking(oracle), deepcopy(self._prediction)
        other.ahead = RunAhead(other._tests, self._memory, other._prediction)
        return other

    def drive(
        self,
        search: Repeatable[C, T],
        render: Callable[[C], Content],
        *,
        narrow: Callable[[C, int], C] | None = None,
        after_hit: Callable[[], None] | None = None,
        ahead: bool = False,
    ) -> T:
        """Runs the search and returns its result. `narrow` keeps the leading units of a candidate, where a run reports
        how many it used.

        A search that can be started again runs ahead past the ends of its streams, and past hits that are likely. With
        many workers, look-ahead tests find out what is likely. `after_hit` is called after each confirmed hit.

        `ahead`, it may return the result that is predicted before it is certain, so that workers do not wait for the
        last tests of a search. The caller goes back (`ahead.go_back`) if this or a later call raises
        Mispredicted.
        """
        speculation = Speculation[C, T, Content](search, render, narrow, many=self.jobs >= LOOK_AHEAD_JOBS)
        timeline = self.ahead.timeline
        ahead = ahead and speculation.replay.repeatable
        if not ahead:
            self.ahead.settle()
        timeline.current = speculation
        try:
            while True:
                self._pull(speculation)
                self._rewind(speculation)
                if self._confirm(speculation, after_hit):
                    continue
                if speculation.replay.over and not timeline.window:
                    return speculation.replay.result
                if ahead and self._may_end_ahead(speculation):
                    self.ahead.leave(speculation, after_hit)
                    return speculation.replay.result
                self.ahead.learn()
        finally:
            self._tests.cancel(timeline, speculation.all_asked)
            timeline.current = None
            self.ahead.search_ended()

    def ask(self, content: Content) -> Answer:
        """Asks one question outside any search, even if its answer is cached."""
        return self._tests.ask(content)[0]

    def ask_all(self, contents: Iterable[Content]) -> Iterator[Answer]:
        """Asks questions outside any search, as many at a time as there are workers."""
        rest = iter(contents)
        while some := list(islice(rest, self.jobs)):
            yield from self._tests.ask(*some)

    @property
    def jobs(self) -> int:
        """How many tests may run at a time; the user may change it."""
        wanted = self._control.jobs if self._control is not None else None
        return self._given_jobs if wanted is None else wanted

    def _pull(self, speculation: Speculation[C, T, Content]) -> None:
        """Keeps the workers busy, assuming that every prediction holds, and has the next test ready for the first that
        becomes free: finding and rendering a candidate takes time, during which no worker should wait.
        """
        timeline, replay = self.ahead.timeline, speculation.replay
        self._tests.cancel(timeline, speculation.stale())
        self.ahead.begin_prepared(self.jobs)
        while self._wants_more():
            if timeline.window and not self._may_pull_more(speculation):
                return
            free = self.jobs - timeline.open_tests
            if free > 0 and self._look_ahead(speculation, free):
                continue
            probe = replay.step()
            if probe is None:
                waits = speculation.window and (self.jobs == 1 or not self._may_assume(speculation))
                if replay.over or waits:
                    return
                replay.send(None)
                continue
            asked = self._tests.prepare(probe, speculation.render, timeline)
            asked.answers, asked.pulled, asked.history = len(replay.answers), replay.pulled, speculation.history
            speculation.window.append(asked)
            if free > 0:
                self._tests.begin(asked, timeline)
            speculation.history = extended(speculation.history, probe, hit=self._expect(speculation, asked))

    def _wants_more(self) -> bool:
        """Whether a worker is free, or no test is ready for the next one that will be."""
        timeline = self.ahead.timeline
        if len(timeline.window) >= self.jobs * PROBES_PER_JOB:
            return False
        if timeline.open_tests < self.jobs:
            return True
        return self.jobs < LOOK_AHEAD_JOBS and timeline.prepared < PREPARED_TESTS

    def _may_pull_more(self, speculation: Speculation[C, T, Content]) -> bool:
        """Whether the next probe may be asked before all answers to earlier ones are confirmed."""
        if speculation.window and speculation.window[-1].mispredicted:
            return False
        if self.jobs == 1 and not self.ahead.timeline.open_tests:
            return False
        return self._memory.room(self.ahead.timeline.pending)

    def _may_end_ahead(self, speculation: Speculation[C, T, Content]) -> bool:
        """Whether to return the predicted result before the last answers are certain."""
        return (
            speculation.replay.over
            and not any(asked.mispredicted for asked in speculation.window)
            and self._wants_more()
            and self._memory.room(self.ahead.timeline.pending)
            and self.ahead.pays_off()
        )

    def _expect(self, speculation: Speculation[C, T, Content], asked: PendingProbe[C, Content]) -> bool:
        """Whether the probe hits, or is predicted to; a predicted hit is sent to the search if the search can be
        rewound.
        """
        hit = asked.hits
        if asked.verdict is not None:
            self._prediction.learn(asked.history, asked.probe, hit=hit)
        elif speculation.narrow is None and self.jobs > 1 and self._may_assume(speculation):
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
            asked = self._tests.prepare(probe, speculation.render, self.ahead.timeline)
            self._tests.begin(asked, self.ahead.timeline)
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

    def _rewind(self, speculation: Speculation[C, T, Content]) -> None:
        """Cancels everything asked after the first mispredicted probe, and rewinds the search to it."""
        self.ahead.check()
        index = next((index for index, asked in enumerate(speculation.window) if asked.mispredicted), None)
        if index is None:
            return
        useless = [speculation.window.pop() for _ in range(len(speculation.window) - index - 1)]
        self._tests.cancel(self.ahead.timeline, useless)
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
        if self.ahead.confirm():
            return True
        window = speculation.window
        if self.ahead.timeline.steps or not window or window[0].verdict is None or window[0].mispredicted:
            return False
        self.ahead.timeline.confirm(partial(self.ahead.make_final, speculation, window[0], after_hit))
        window.popleft()
        return True
