"""Runs searches: asks the oracle their probes, on one worker or many, with the same result for any number of workers.

Probes are pulled from the lazy stream ahead of time, to keep the workers busy. The earliest hit wins, not the fastest:
a hit counts once all probes before it have missed. Everything asked after it is then cancelled at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sized
from concurrent.futures import Executor
from copy import copy, deepcopy
from functools import partial
from typing import Generic, TypeVar

from thresher.engine.control import Control
from thresher.engine.prediction import Prediction, extended
from thresher.engine.questions import Memory
from thresher.engine.replay import Repeatable
from thresher.engine.running_tests import RunningTests
from thresher.engine.speculation import PendingProbe, Speculation
from thresher.engine.timeline import Mispredicted, Step, Timeline
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
        self._timeline = Timeline()

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
        other._timeline = Timeline()
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
        last tests of a search. The caller goes back (`go_back`) if this or a later call raises Mispredicted.
        """
        speculation = Speculation[C, T, Content](search, render, narrow, many=self._jobs >= LOOK_AHEAD_JOBS)
        timeline = self._timeline
        ahead = ahead and speculation.replay.repeatable
        if not ahead:
            self.settle()
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
                    self._end_ahead(speculation, after_hit)
                    return speculation.replay.result
                self._learn()
        except Mispredicted:
            self._tests.cancel(timeline, speculation.all_asked)
            raise
        except BaseException:
            self._tests.cancel(timeline, timeline.asked)
            timeline.steps.clear()
            raise
        finally:
            self._tests.cancel(timeline, speculation.looking_ahead)
            timeline.current = None

    @property
    def position(self) -> int:
        """How many steps of the timeline are certain."""
        return self._timeline.position

    @property
    def end(self) -> int:
        """How many steps the timeline has, those by prediction included."""
        return self._timeline.end

    @property
    def may_improve(self) -> bool:
        """Whether some hit of a search that has ended is not certain yet."""
        return self._timeline.may_improve

    def then(self, effect: Callable[[], None]) -> None:
        """Has an effect once all answers so far are certain; not at all if one of them is not as predicted."""
        self._timeline.steps.append(Step(effect))
        self._confirm_steps()

    def settle(self) -> None:
        """Waits until all answers are certain; raises Mispredicted if one is not as predicted."""
        while self._timeline.steps:
            self._check_steps()
            if not self._confirm_steps():
                self._begin_prepared()
                self._learn()
        self._tests.cancel(self._timeline, self._timeline.kept)

    def go_back(self, position: int) -> None:
        """Forgets everything asked and done from that position on, which will be asked and done again."""
        kept = [*self._timeline.kept, *self._timeline.go_back(position)]
        self._timeline.kept = [asked for asked in kept if asked.verdict is None and asked.future is not None]

    def ask(self, content: Content) -> Answer:
        """Asks one question outside any search, even if its answer is cached."""
        return self._tests.ask(content)

    def _pull(self, speculation: Speculation[C, T, Content]) -> None:
        """Keeps the workers busy, assuming that every prediction holds, and has the next test ready for the first that
        becomes free: finding and rendering a candidate takes time, during which no worker should wait.
        """
        timeline, replay = self._timeline, speculation.replay
        self._tests.cancel(timeline, speculation.stale())
        self._begin_prepared()
        while self._wants_more():
            if timeline.window and not self._may_pull_more(speculation):
                return
            free = self._jobs - timeline.open_tests
            if free > 0 and self._look_ahead(speculation, free):
                continue
            probe = replay.step()
            if probe is None:
                waits = speculation.window and (self._jobs == 1 or not self._may_assume(speculation))
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
        timeline = self._timeline
        if len(timeline.window) >= self._jobs * PROBES_PER_JOB:
            return False
        if timeline.open_tests < self._jobs:
            return True
        return self._jobs < LOOK_AHEAD_JOBS and timeline.prepared < PREPARED_TESTS

    def _may_pull_more(self, speculation: Speculation[C, T, Content]) -> bool:
        """Whether the next probe may be asked before all answers to earlier ones are confirmed."""
        if speculation.window and speculation.window[-1].mispredicted:
            return False
        if self._jobs == 1 and not self._timeline.open_tests:
            return False
        return self._memory.room(self._timeline.pending)

    def _begin_prepared(self) -> None:
        """Starts prepared tests while workers are free, the earliest first; none after a mispredicted answer."""
        timeline = self._timeline
        for number, asked in enumerate(timeline.window):
            if timeline.open_tests >= self._jobs:
                return
            if asked.is_prepared and (number == 0 or self._memory.room(timeline.pending)):
                self._tests.begin(asked, timeline)
            if asked.mispredicted:
                return

    def _may_end_ahead(self, speculation: Speculation[C, T, Content]) -> bool:
        """Whether to go on to what comes after the search before its last answers are certain."""
        return (
            speculation.replay.over
            and not any(asked.mispredicted for asked in speculation.window)
            and self._wants_more()
            and self._memory.room(self._timeline.pending)
        )

    def _end_ahead(self, speculation: Speculation[C, T, Content], after_hit: Callable[[], None] | None) -> None:
        """Leaves the open probes of a search on the timeline."""
        for asked in speculation.window:
            self._timeline.steps.append(Step(partial(self._make_final, speculation, asked, after_hit), asked))
        speculation.window.clear()

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
            asked = self._tests.prepare(probe, speculation.render, self._timeline)
            self._tests.begin(asked, self._timeline)
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

    def _learn(self) -> None:
        """Waits for answers, and predicts others from them."""
        current = self._timeline.current
        for asked in self._tests.answered(self._timeline):
            self._prediction.learn(asked.history, asked.probe, hit=asked.hits)
            if current is not None and any(asked is each for each in current.all_asked):
                current.learn(asked)

    def _check_steps(self) -> None:
        """Raises Mispredicted if an earlier search was answered otherwise than predicted."""
        timeline = self._timeline
        index = timeline.wrong_step()
        if index is not None:
            position = timeline.position + index
            self._tests.cancel(timeline, timeline.go_back(position + 1))
            raise Mispredicted(position)

    def _rewind(self, speculation: Speculation[C, T, Content]) -> None:
        """Cancels everything asked after the first mispredicted probe, and rewinds the search to it."""
        self._check_steps()
        index = next((index for index, asked in enumerate(speculation.window) if asked.mispredicted), None)
        if index is None:
            return
        useless = [speculation.window.pop() for _ in range(len(speculation.window) - index - 1)]
        self._tests.cancel(self._timeline, useless)
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

    def _confirm_steps(self) -> bool:
        """Makes steps of earlier searches final, up to the first that is open; whether there was one."""
        timeline, some = self._timeline, False
        while timeline.steps and timeline.steps[0].is_final:
            timeline.confirm(timeline.steps[0].confirm)
            timeline.steps.popleft()
            some = True
        return some

    def _confirm(self, speculation: Speculation[C, T, Content], after_hit: Callable[[], None] | None) -> bool:
        """Whether the first open probe has been answered as expected; that answer is then final."""
        if self._confirm_steps():
            return True
        window = speculation.window
        if self._timeline.steps or not window or window[0].verdict is None or window[0].mispredicted:
            return False
        self._timeline.confirm(partial(self._make_final, speculation, window[0], after_hit))
        window.popleft()
        return True

    def _make_final(
        self,
        speculation: Speculation[C, T, Content],
        asked: PendingProbe[C, Content],
        after_hit: Callable[[], None] | None,
    ) -> None:
        self._memory.certain(asked.question.key)
        if asked.hits:
            probe = speculation.narrowed(asked)
            self._memory.hit(speculation.render(probe.candidate), probe.wants, probe.label)
            if after_hit is not None:
                after_hit()
