"""The tests of a search: started on an executor, waited for, and cancelled when their answers are of no use."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Iterator, Sized
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from copy import copy
from functools import partial
from typing import Any, Generic, TypeVar

from thresher.engine.ahead.speculation import PendingProbe
from thresher.engine.ahead.timeline import Timeline
from thresher.engine.control import Control
from thresher.engine.questions import Memory, Question
from thresher.kernel.events import Purpose
from thresher.kernel.outcome import Verdict
from thresher.kernel.place import Action
from thresher.kernel.probe import Probe
from thresher.oracle.answer import Answer, Oracle
from thresher.oracle.running.handle import RunHandle

C = TypeVar("C")
T = TypeVar("T")
Content = TypeVar("Content", bound=Sized)

MOST_HELD = 1 << 20  # bytes; larger contents are rendered again when needed instead of being kept
RECENT_TESTS = 8  # over which the time of a test is averaged


class RunningTests(Generic[Content]):
    """Asks the oracle on the workers of an executor, and tells the memory.

    `seconds` is the recent time of a test, `waited` the time spent on waiting for tests so far.
    """

    def __init__(
        self, oracle: Oracle[Content], executor: Executor, memory: Memory[Content], control: Control | None
    ) -> None:
        self.oracle = oracle
        self.seconds = 0.0
        self.waited = 0.0
        self._executor = executor
        self._memory = memory
        self._control = control

    def asking(self, oracle: Oracle[Content]) -> RunningTests[Content]:
        """The same with another oracle."""
        other = copy(self)
        other.oracle = oracle
        return other

    def ask(self, *contents: Content) -> list[Answer]:
        """Asks questions outside any search, all at once, even if their answers are cached."""
        questions = [Question.check(self._memory.key(content), content) for content in contents]
        handles = [RunHandle() for _ in questions]
        futures = []
        try:
            for question, running in zip(questions, handles, strict=True):
                self._memory.asking(question)
                futures.append(self._executor.submit(self.oracle, question.content, running))
            while not all(future.done() for future in futures):
                self._until_one_ends([future for future in futures if not future.done()])
            answers = [future.result() for future in futures]
        except BaseException:
            for running in handles:
                running.cancel()
            raise
        for question, answer in zip(questions, answers, strict=True):
            self._memory.answered(question, answer)
        return answers

    def prepare(self, probe: Probe[C], render: Callable[[C], Content], timeline: Timeline) -> PendingProbe[C, Content]:
        """A probe that is answered by the cache or by a test that is under way, or whose test is ready to begin."""
        question = self._question(probe, render)
        known = self._memory.recall(question.key)
        if known is not None:
            return PendingProbe(probe, question, verdict=known)
        other = timeline.same_test(question.key)
        return PendingProbe(probe, question) if other is None else other.shared_by(probe)

    def begin(self, asked: PendingProbe[C, Content], timeline: Timeline) -> None:
        """Starts the test of a prepared probe, unless the same test has been started or answered meanwhile."""
        if not asked.is_prepared:
            return
        question = asked.question
        asked.verdict = self._memory.recall(question.key)
        if asked.verdict is not None:
            return
        other = timeline.same_test(question.key)
        if other is not None:
            asked.future, asked.running = other.future, other.running
            return
        self._memory.before()
        self._memory.asking(question)
        asked.running = running = RunHandle()
        asked.future = future = self._executor.submit(self.oracle, question.content, running)
        if question.size > MOST_HELD:  # so that only one of them is in memory at a time
            future.add_done_callback(lambda _: running.prepared.set())
            running.prepared.wait()
        if future.done():
            self._settle(asked)

    def _question(self, probe: Probe[C], render: Callable[[C], Content]) -> Question[Content]:
        content = render(probe.candidate)
        again = partial(render, probe.candidate) if len(content) > MOST_HELD else lambda: content
        ahead = probe.move is not None and probe.move.action is Action.LOOK_AHEAD
        purpose = Purpose.LOOK_AHEAD if ahead else Purpose.SEARCH
        return Question(self._memory.key(content), len(content), again, probe.label, purpose)

    def answered(self, timeline: Timeline) -> Iterator[PendingProbe[Any, Content]]:
        """Waits until at least one open test has ended; yields each probe that has its verdict by that."""
        self._until_one_ends([asked.future for asked in timeline.asked if asked.verdict is None and asked.future])
        settled: dict[Hashable, Verdict] = {}
        for asked in timeline.asked:
            if asked.verdict is None and asked.future is not None and asked.future.done():
                key = asked.question.key
                if key not in settled:
                    settled[key] = self._settle(asked)
                asked.verdict = settled[key]
                yield asked
        timeline.forget_answered()

    def _until_one_ends(self, futures: list[Future[Answer]]) -> None:
        """Waits for one of the tests; a request of the user takes precedence and raises."""
        control, begun = self._control, time.perf_counter()
        waited: list[Future[Any]] = [*futures] if control is None else [*futures, control.request]
        wait(waited, return_when=FIRST_COMPLETED)
        self.waited += time.perf_counter() - begun
        if control is not None and control.request.done():
            control.check()

    def _settle(self, asked: PendingProbe[C, Content]) -> Verdict:
        assert asked.future is not None
        answer = asked.future.result()
        asked.verdict = answer.verdict
        self.seconds += (answer.seconds - self.seconds) / RECENT_TESTS
        self._memory.answered(asked.question, answer)
        return answer.verdict

    def cancel(self, timeline: Timeline, useless: Collection[PendingProbe[Any, Content]]) -> None:
        """Kills the tests that still run and waits until they are gone, so that nothing is left behind.

        A test that another question waits for continues.
        """
        if not useless:
            return
        timeline.forget(useless)
        needed = {asked.future for asked in timeline.asked if asked not in useless}
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
