"""Has the questions of a search answered, on one worker or many, with the same result for any number of them.

The lazy stream is pulled ahead to keep the workers busy. The earliest hit wins, not the fastest: a hit counts once all
probes before it have missed. Then whatever was asked behind it is cancelled at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Sized
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace
from functools import partial
from typing import Any, Generic, TypeVar

from thresher.engine.control import Control
from thresher.engine.prediction import Prediction, then
from thresher.engine.questions import Memory, Question
from thresher.engine.replay import Repeatable
from thresher.engine.speculation import PendingProbe, Speculation
from thresher.kernel.events import Purpose
from thresher.kernel.outcome import Verdict
from thresher.kernel.place import Action
from thresher.kernel.probe import Probe
from thresher.oracle.answer import Answer, Oracle
from thresher.oracle.running.handle import RunHandle

C = TypeVar("C")
T = TypeVar("T")
Content = TypeVar("Content", bound=Sized)

MOST_HELD = 1 << 20  # larger contents are rendered again where they are needed, not held
AHEAD = 4  # how many probes per job may be pulled past the first open one
WORTHWHILE = 0.5  # of the time of a test may be spent on going back
MANY = 8  # workers, from which on scouts are sent
LATELY = 8  # tests, to tell how long they take


class Driver(Generic[Content]):
    """Drives searches whose candidates are rendered to contents that the oracle understands."""

    def __init__(
        self,
        oracle: Oracle[Content],
        executor: Executor,
        memory: Memory[Content],
        *,
        jobs: int = 1,
        control: Control | None = None,
    ) -> None:
        self.oracle = oracle
        self._executor = executor
        self._memory = memory
        self._jobs = jobs
        self._control = control
        self._habits = Prediction()
        self._seconds = 0.0  # that a test takes

    def asking(self, oracle: Oracle[Content]) -> Driver[Content]:
        """The same driver with another oracle."""
        return Driver(oracle, self._executor, self._memory, jobs=self._jobs, control=self._control)

    def drive(
        self,
        search: Repeatable[C, T],
        render: Callable[[C], Content],
        *,
        narrow: Callable[[C, int], C] | None = None,
        after_hit: Callable[[], None] | None = None,
    ) -> T:
        """The search's result. `narrow` keeps the leading units of a candidate, where runs tell how many they used.

        A search that can be begun again runs ahead past the ends of its streams, and past hits that are likely.
        With many workers, scouts find out what is likely. `after_hit` is called after each hit that is certain.
        """
        way = Speculation[C, T, Content](search, render, narrow, many=self._jobs >= MANY)
        try:
            while True:
                self._pull(way)
                self._take_back(way)
                if self._confirm(way, after_hit):
                    continue
                if not way.window:
                    return way.course.result
                self._wait(way)
        finally:
            self._cancel(way, way.all_asked)

    def ask(self, content: Content) -> Answer:
        """One question outside any search, asked even if it was answered before."""
        running = RunHandle()
        question = Question.check(self._memory.key(content), content)
        self._memory.asking(question)
        future = self._executor.submit(self.oracle, lambda: content, running)
        try:
            self._until_one_ends([future])
            answer = future.result()
        except BaseException:
            running.cancel()
            raise
        self._memory.answered(question, answer)
        return answer

    def _pull(self, way: Speculation[C, T, Content]) -> None:
        """Asks ahead while workers are free, as if all went as expected."""
        window, course = way.window, way.course
        self._cancel(way, way.stale())
        open_tests = sum(asked.verdict is None for asked in way.all_asked)
        while open_tests < self._jobs and len(window) < self._jobs * AHEAD:
            if window and (self._jobs == 1 or window[-1].surprising or not self._memory.room(way.pending)):
                return
            if self._scouts_sent(way, self._jobs - open_tests):
                open_tests += 1
                continue
            probe = course.step()
            if probe is None:
                if course.over or (window and not self._may_assume(way)):
                    return
                course.tell(None)
                continue
            asked = self._ask(probe, way)
            asked.answers, asked.pulled, asked.past = len(course.answers), course.pulled, way.past
            window.append(asked)
            way.past = then(way.past, probe, hit=self._expect(way, asked))
            open_tests += asked.verdict is None

    def _expect(self, way: Speculation[C, T, Content], asked: PendingProbe[C, Content]) -> bool:
        """Whether it hits, or will most likely; the search is told so if it can be taken back."""
        hit = asked.hits
        if asked.verdict is not None:
            self._habits.learn(asked.past, asked.probe, hit=hit)
        elif way.narrow is None and self._jobs > 1 and self._may_assume(way):
            asked.foreseen = way.foresee(asked)
            habit = self._habits.expects_hit(asked.past, asked.probe)
            hit = habit if asked.foreseen is None else asked.foreseen
        if hit and self._may_assume(way):
            way.course.tell(way.taken(asked))
            asked.expected = True
        return hit

    def _scouts_sent(self, way: Speculation[C, T, Content], workers: int) -> bool:
        """Whether one of so many workers was sent ahead, which is better than to guess an answer."""
        if not (any(asked.unsure for asked in way.window) and self._may_assume(way)):
            return False
        while (probe := way.scout(workers)) is not None:
            asked = self._ask(probe, way)
            if asked.verdict is None:
                way.scouting.append(asked)
                return True
            way.learn(asked)
        return False

    def _may_assume(self, way: Speculation[C, T, Content]) -> bool:
        """Whether a search may be told what is not certain: it can be taken back, and much sooner than a test runs."""
        return way.course.repeatable and way.going_back <= WORTHWHILE * self._seconds

    def _take_back(self, way: Speculation[C, T, Content]) -> None:
        """Behind the first surprise, all that was asked is of no use; the search goes on from there."""
        index = next((index for index, asked in enumerate(way.window) if asked.surprising), None)
        if index is None:
            return
        self._cancel(way, [way.window.pop() for _ in range(len(way.window) - index - 1)])
        asked = way.window[-1]
        if index and not way.course.repeatable:
            return
        begun = time.perf_counter()
        way.course.back_to(asked.answers, asked.pulled)
        way.going_back = (way.going_back + time.perf_counter() - begun) / 2
        if asked.hits:
            way.course.tell(way.taken(asked))
        asked.expected = asked.hits
        way.past = then(asked.past, asked.probe, hit=asked.hits)

    def _confirm(self, way: Speculation[C, T, Content], after_hit: Callable[[], None] | None) -> bool:
        """Whether the first question asked has been answered: then that answer is certain."""
        if not way.window or way.window[0].verdict is None or way.window[0].surprising:
            return False
        self._memory.certain(way.window[0].question.key)
        head = way.window.popleft()
        if head.hits:
            probe = way.taken(head)
            self._memory.hit(way.render(probe.candidate), probe.wants, probe.label)
            if after_hit is not None:
                after_hit()
        return True

    def _ask(self, probe: Probe[C], way: Speculation[C, T, Content]) -> PendingProbe[C, Content]:
        question = self._question(probe, way.render)
        key = question.key
        known = self._memory.recall(key)
        if known is not None:
            return PendingProbe(probe, question, verdict=known)
        for other in way.all_asked:
            if other.question.key == key:
                return replace(other, probe=probe, expected=False, foreseen=None)
        self._memory.before()
        self._memory.asking(question)
        running = RunHandle()
        future = self._executor.submit(self.oracle, question.content, running)
        asked = PendingProbe(probe, question, future=future, running=running)
        if question.size > MOST_HELD:  # so that no two of them are in memory at a time
            future.add_done_callback(lambda _: running.prepared.set())
            running.prepared.wait()
        if future.done():
            self._settle(asked)
        return asked

    def _question(self, probe: Probe[C], render: Callable[[C], Content]) -> Question[Content]:
        content = render(probe.candidate)
        again = partial(render, probe.candidate) if len(content) > MOST_HELD else lambda: content
        ahead = probe.move is not None and probe.move.action is Action.LOOK_AHEAD
        purpose = Purpose.LOOK_AHEAD if ahead else Purpose.SEARCH
        return Question(self._memory.key(content), len(content), again, probe.label, purpose)

    def _wait(self, way: Speculation[C, T, Content]) -> None:
        """Until at least one open test is answered."""
        self._until_one_ends([asked.future for asked in way.all_asked if asked.verdict is None and asked.future])
        settled: dict[Hashable, Verdict] = {}
        for asked in way.all_asked:
            if asked.verdict is None and asked.future is not None and asked.future.done():
                key = asked.question.key
                if key not in settled:
                    settled[key] = self._settle(asked)
                asked.verdict = settled[key]
                self._habits.learn(asked.past, asked.probe, hit=asked.hits)
                way.learn(asked)
        way.scouting = [asked for asked in way.scouting if asked.verdict is None]

    def _until_one_ends(self, futures: list[Future[Answer]]) -> None:
        """A wish of the user comes first; it raises."""
        control = self._control
        if control is None:
            wait(futures, return_when=FIRST_COMPLETED)
            return
        waited: list[Future[Any]] = [*futures, control.request]
        wait(waited, return_when=FIRST_COMPLETED)
        if control.request.done():
            control.check()

    def _settle(self, asked: PendingProbe[C, Content]) -> Verdict:
        assert asked.future is not None
        answer = asked.future.result()
        asked.verdict = answer.verdict
        self._seconds += (answer.seconds - self._seconds) / LATELY
        self._memory.answered(asked.question, answer)
        return answer.verdict

    def _cancel(self, way: Speculation[C, T, Content], useless: Collection[PendingProbe[C, Content]]) -> None:
        """Kills what is still running and waits until it is gone, so that nothing is left behind.

        What another question waits for as well goes on.
        """
        if not useless:
            return
        way.scouting = [asked for asked in way.scouting if asked not in useless]
        needed = {asked.future for asked in way.all_asked if asked not in useless}
        futures = {}
        for asked in useless:
            if asked.future in needed:
                continue
            if asked.verdict is None and asked.future is not None and asked.running is not None:
                if not asked.future.cancel():
                    asked.running.cancel()
                futures[asked.future] = asked
        if not futures:
            return
        wait(futures)
        for _ in futures:
            self._memory.cancelled()
