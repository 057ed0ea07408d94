"""What a plan may do while the last answers to an earlier search are not certain, and how it goes back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sized
from functools import partial
from typing import Any, Generic, TypeVar

from thresher.engine.ahead.prediction import Prediction
from thresher.engine.ahead.running_tests import RunningTests
from thresher.engine.ahead.speculation import PendingProbe, Speculation
from thresher.engine.ahead.timeline import Mispredicted, Timeline, TimelineStep
from thresher.engine.questions import Memory

Content = TypeVar("Content", bound=Sized)

LARGEST_REWIND_SHARE = 0.5  # of the time of a test that rewinding a search, or a plan, may take


class RunAhead(Generic[Content]):
    """The timeline of a driver. Effects on the timeline take place in order, once all before them is certain."""

    def __init__(self, tests: RunningTests[Content], memory: Memory[Content], prediction: Prediction) -> None:
        self.timeline = Timeline()
        self._tests, self._memory, self._prediction = tests, memory, prediction
        self._ended_ahead = self._went_back = 0
        self._last_end = time.perf_counter()

    @property
    def position(self) -> int:
        """How many steps of the timeline are certain."""
        return self.timeline.position

    @property
    def end(self) -> int:
        """How many steps the timeline has, those by prediction included."""
        return self.timeline.end

    @property
    def may_improve(self) -> bool:
        """Whether some hit of a search that has ended is not certain yet."""
        return self.timeline.may_improve

    def then(self, effect: Callable[[], None]) -> None:
        """Has an effect once all answers so far are certain; not at all if one of them is not as predicted."""
        self.timeline.steps.append(TimelineStep(effect))
        self.confirm()

    def settle(self) -> None:
        """Waits until all answers are certain; raises Mispredicted if one is not as predicted."""
        while self.timeline.steps:
            self.check()
            if not self.confirm():
                self.begin_prepared(1)
                self.learn()
        self._tests.cancel(self.timeline, self.timeline.kept)

    def go_back(self, position: int) -> None:
        """Forgets everything asked and done from that position on, which will be asked and done again."""
        for step in self.timeline.go_back(position):
            self._keep(step.probes)

    def _keep(self, probes: Iterable[PendingProbe[Any, Content]]) -> None:
        """Lets tests end that will be asked for again."""
        self.timeline.kept += [asked for asked in probes if asked.verdict is None and asked.future is not None]

    def abandon(self) -> None:
        """Cancels all tests, and forgets everything that is not certain."""
        self._tests.cancel(self.timeline, self.timeline.asked)
        self.timeline.abandon()

    # what the driver needs

    def pays_off(self) -> bool:
        """Whether to end a search before its last answers are certain: running it again must not take too long."""
        chance = (self._went_back + 1) / (self._ended_ahead + 2)
        again = time.perf_counter() - self._tests.waited - self._last_end
        return chance * again <= LARGEST_REWIND_SHARE * self._tests.seconds

    def leave(self, speculation: Speculation[Any, Any, Content], after_hit: Callable[[], None] | None) -> None:
        """Leaves the open probes of a search on the timeline."""
        self._ended_ahead += 1
        for asked in speculation.window:
            effect = partial(self.make_final, speculation, asked, after_hit)
            fork = speculation.main.forks.pop(asked, None)
            self.timeline.steps.append(TimelineStep(effect, asked, () if fork is None else tuple(fork.all_asked)))
        speculation.window.clear()

    def search_ended(self) -> None:
        """From now on, another search is prepared."""
        self._last_end = time.perf_counter() - self._tests.waited

    def begin_prepared(self, jobs: int) -> None:
        """Starts prepared tests while workers are free, the earliest first; none after a mispredicted answer."""
        timeline = self.timeline
        for number, asked in enumerate(timeline.window):
            if timeline.open_tests >= jobs:
                return
            if asked.is_prepared and (number == 0 or self._memory.room(timeline.pending)):
                self._tests.begin(asked, timeline)
            if asked.mispredicted:
                return

    def learn(self) -> None:
        """Waits for answers, and predicts others from them."""
        current = self.timeline.current
        ours = {} if current is None else dict.fromkeys(current.all_asked, current)
        for asked in self._tests.answered(self.timeline):
            self._prediction.learn(asked.history, asked.probe, hit=asked.hits)
            if asked in ours:
                ours[asked].learn(asked)

    def check(self) -> None:
        """Raises Mispredicted if an earlier search was answered otherwise than predicted."""
        timeline = self.timeline
        index = timeline.wrong_step()
        if index is not None:
            position = timeline.position + index
            later = timeline.go_back(position + 1)
            self._tests.cancel(timeline, [asked for step in later for asked in step.probes])
            self._went_back += 1
            raise Mispredicted(position)

    def confirm(self) -> bool:
        """Makes steps of earlier searches final, up to the first that is open; whether there was one."""
        timeline, some = self.timeline, False
        while timeline.steps and timeline.steps[0].is_final:
            timeline.confirm(timeline.steps[0].confirm)
            self._tests.cancel(timeline, timeline.steps.popleft().otherwise)
            some = True
        return some

    def make_final(
        self,
        speculation: Speculation[Any, Any, Content],
        asked: PendingProbe[Any, Content],
        after_hit: Callable[[], None] | None,
    ) -> None:
        """The answer to a probe is certain."""
        self._memory.certain(asked.question.key)
        if asked.hits:
            probe = speculation.narrowed(asked)
            self._memory.hit(speculation.render(probe.candidate), probe.wants, probe.label)
            if after_hit is not None:
                after_hit()
