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
from math import prod
from typing import Generic, TypeVar

from thresher.engine.ahead.prediction import LIKELY, Prediction, extended
from thresher.engine.ahead.run_ahead import LARGEST_REWIND_SHARE, RunAhead
from thresher.engine.ahead.running_tests import RunningTests
from thresher.engine.ahead.speculation import PendingProbe, SearchLine, Speculation
from thresher.engine.control import Control
from thresher.engine.questions import Memory
from thresher.engine.replay import Repeatable
from thresher.oracle.answer import Answer, Oracle

C = TypeVar("C")
T = TypeVar("T")
Content = TypeVar("Content", bound=Sized)

PROBES_PER_JOB = 4  # that may be pulled past the first open one
PREPARED_TESTS = 1  # that wait, ready to begin, while all workers are busy, unless there are many of them
FORK_JOBS = 16  # the least number of workers for which tests for unexpected answers pay
PREDICTED = 0.9  # the chance of what look-ahead tests say
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
        timeline = self.ahead.timeline
        self._tests.cancel(timeline, speculation.stale())
        self.ahead.begin_prepared(self.jobs)
        while self._wants_more():
            if timeline.window and not self._may_pull_more(speculation):
                return
            free = self.jobs - timeline.open_tests
            if free > 0 and self._look_ahead(speculation, free):
                continue
            line = self._best_line(speculation) if free > 0 else speculation.main
            if not self._extend(speculation, line) and line is speculation.main:
                return

    def _extend(self, speculation: Speculation[C, T, Content], line: SearchLine[C, T, Content]) -> bool:
        """Whether the next probe of a line was prepared, and its test begun if a worker is free."""
        replay, timeline = line.replay, self.ahead.timeline
        while (probe := replay.step()) is None:
            waits = line.window and not self._may_assume(speculation)
            if replay.over or waits:
                return False
            replay.send(None)
        asked = self._tests.prepare(probe, speculation.render, timeline)
        asked.answers, asked.pulled, asked.history = len(replay.answers), replay.pulled, line.history
        line.window.append(asked)
        if timeline.open_tests < self.jobs:
            self._tests.begin(asked, timeline)
        line.history = extended(line.history, probe, hit=self._expect(speculation, line, asked))
        return True

    def _best_line(self, speculation: Speculation[C, T, Content]) -> SearchLine[C, T, Content]:
        """The line whose next probe is most likely to be needed; it may be a new one."""
        if self.jobs < FORK_JOBS or not self._may_fork(speculation):
            return speculation.main
        before = prod(step.asked.certainty for step in self.ahead.timeline.steps if step.asked is not None)
        choices = list(speculation.main.choices(before, most=self.jobs * PROBES_PER_JOB))
        if speculation.replay.over and self.ahead.pays_off():  # then another search comes next
            choices.append((before * speculation.main.certainty, speculation.main, None))
        chance, line, asked = max(choices, key=lambda choice: choice[0])
        if not chance:
            return speculation.main
        if asked is None:
            return line
        begun = time.perf_counter()
        fork = speculation.fork(line, asked)
        self._took(speculation, begun)
        return fork

    def _may_fork(self, speculation: Speculation[C, T, Content]) -> bool:
        """Whether tests may be made for answers that are not expected."""
        cheap = speculation.rewind_seconds * self.jobs <= LARGEST_REWIND_SHARE * self._tests.seconds
        possible = speculation.narrow is None and cheap and self._may_assume(speculation)
        return possible and self._memory.room(len(self.ahead.timeline.asked))

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

    def _expect(
        self,
        speculation: Speculation[C, T, Content],
        line: SearchLine[C, T, Content],
        asked: PendingProbe[C, Content],
    ) -> bool:
        """Whether the probe hits, or is predicted to; a predicted hit is sent to the search if the search can be
        rewound.
        """
        hit = asked.hits
        if asked.verdict is not None:
            self._prediction.learn(asked.history, asked.probe, hit=hit)
        elif speculation.narrow is None and self._may_assume(speculation):
            asked.predicted = speculation.predict(asked)
            asked.chance = self._prediction.chance(asked.history, asked.probe)
            if asked.predicted is not None:
                asked.chance = PREDICTED if asked.predicted else 1 - PREDICTED
            hit = asked.chance > LIKELY
        if hit and self._may_assume(speculation):
            line.replay.send(speculation.narrowed(asked))
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
        self._correct(speculation, speculation.main)

    def _correct(self, speculation: Speculation[C, T, Content], line: SearchLine[C, T, Content]) -> None:
        """Has a line follow the answers that it did not expect."""
        useless = line.without_useless_forks()
        index = next((index for index, asked in enumerate(line.window) if asked.mispredicted), None)
        if index is None:
            self._tests.cancel(self.ahead.timeline, useless)
            for fork in line.forks.values():
                self._correct(speculation, fork)
            return
        self._tests.cancel(self.ahead.timeline, [*useless, *line.cut_after(index)])
        asked = line.window[-1]
        if asked in line.forks:
            asked.expected = asked.hits
            line.turn_into(line.forks.pop(asked))
            self._correct(speculation, line)
        elif index == 0 or speculation.replay.repeatable:
            begun = time.perf_counter()
            line.replay.rewind_to(asked.answers, asked.pulled)
            self._took(speculation, begun)
            if asked.hits:
                line.replay.send(speculation.narrowed(asked))
            asked.expected = asked.hits
            line.history = extended(asked.history, asked.probe, hit=asked.hits)

    @staticmethod
    def _took(speculation: Speculation[C, T, Content], begun: float) -> None:
        """The search was run again, from that time until now."""
        speculation.rewind_seconds = (speculation.rewind_seconds + time.perf_counter() - begun) / 2

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
