"""Has the questions of a search answered, on one worker or many, with the same result for any number of them.

The lazy stream is pulled ahead to keep the workers busy. The earliest hit wins, not the fastest: a hit counts once all
probes before it have missed. Then whatever was asked behind it is cancelled at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sized
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.probe import Probe, Search
from thresher.oracle.answer import Answer, Oracle
from thresher.oracle.process import Running
from thresher.session.control import Control

C = TypeVar("C")
T = TypeVar("T")
Content = TypeVar("Content", bound=Sized)

CHECK = "check"  # the label of questions outside any search
MOST_HELD = 1 << 20  # larger contents are rendered again where they are needed, not held
AHEAD = 4  # how many probes per job may be pulled past the first open one


@dataclass(frozen=True, slots=True)
class Question(Generic[Content]):
    """What was asked; large contents are not kept but rendered again by the few who need them."""

    key: Hashable
    size: int
    content: Callable[[], Content]
    label: str = ""


class Memory(Protocol[Content]):
    """What is known already, and who is told what becomes known."""

    def key(self, content: Content) -> Hashable:
        """Two contents with the same key are the same question."""

    def recall(self, key: Hashable) -> Verdict | None:
        """The verdict for a question that was answered before."""

    def before(self) -> None:
        """Called before each test; raises to stop the search."""

    def asking(self, asked: Question[Content]) -> None:
        """A test begins."""

    def answered(self, asked: Question[Content], answer: Answer) -> None:
        """A test was run."""

    def hit(self, content: Content, wants: Outcome, label: str) -> None:
        """A probe got the outcome it wants, and the search goes on from there."""

    def cancelled(self) -> None:
        """A test asked ahead was killed."""


@dataclass(slots=True)
class _Asked(Generic[C, Content]):
    """A probe on its way: decided by a verdict, or waiting for a future."""

    probe: Probe[C]
    question: Question[Content]
    verdict: Verdict | None = None
    future: Future[Answer] | None = None
    running: Running | None = None

    @property
    def hits(self) -> bool:
        return self.verdict is not None and self.verdict.outcome is self.probe.wants


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

    def asking(self, oracle: Oracle[Content]) -> Driver[Content]:
        """The same driver with another oracle."""
        return Driver(oracle, self._executor, self._memory, jobs=self._jobs, control=self._control)

    def drive(
        self,
        search: Search[C, T],
        render: Callable[[C], Content],
        *,
        narrow: Callable[[C, int], C] | None = None,
    ) -> T:
        """The search's result. `narrow` keeps the leading units of a candidate, where runs tell how many they used."""
        try:
            stream = next(search)
            while True:
                hit = self._first_hit(iter(stream), render, narrow)
                stream = search.send(hit)
        except StopIteration as stop:
            result: T = stop.value
            return result

    def ask(self, content: Content) -> Answer:
        """One question outside any search, asked even if it was answered before."""
        running = Running()
        question = Question(self._memory.key(content), len(content), lambda: content, CHECK)
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

    def _first_hit(
        self,
        stream: Iterator[Probe[C]],
        render: Callable[[C], Content],
        narrow: Callable[[C, int], C] | None,
    ) -> Probe[C] | None:
        window: deque[_Asked[C, Content]] = deque()
        try:
            while True:
                self._pull(stream, window, render)
                while window and window[0].verdict is not None:
                    head = window.popleft()
                    if head.hits:
                        return self._taken(head, render, narrow)
                    self._pull(stream, window, render)
                if not window:
                    return None
                self._wait(window)
        finally:
            self._cancel(window)

    def _pull(
        self, stream: Iterator[Probe[C]], window: deque[_Asked[C, Content]], render: Callable[[C], Content]
    ) -> None:
        """Asks ahead while workers are free, but never past a hit."""
        open_tests = sum(asked.verdict is None for asked in window)
        if any(asked.hits for asked in window):
            return
        while open_tests < self._jobs and len(window) < self._jobs * AHEAD:
            probe = next(stream, None)
            if probe is None:
                return
            asked = self._ask(probe, render, window)
            window.append(asked)
            if asked.hits:
                return
            open_tests += asked.verdict is None
            if self._jobs == 1:
                return

    def _ask(
        self, probe: Probe[C], render: Callable[[C], Content], window: deque[_Asked[C, Content]]
    ) -> _Asked[C, Content]:
        question = self._question(probe, render)
        key = question.key
        known = self._memory.recall(key)
        if known is not None:
            return _Asked(probe, question, verdict=known)
        for other in window:
            if other.question.key == key:
                return replace(other, probe=probe)
        self._memory.before()
        self._memory.asking(question)
        running = Running()
        future = self._executor.submit(self.oracle, question.content, running)
        asked = _Asked(probe, question, future=future, running=running)
        if question.size > MOST_HELD:  # so that no two of them are in memory at a time
            future.add_done_callback(lambda _: running.prepared.set())
            running.prepared.wait()
        if future.done():
            self._settle(asked)
        return asked

    def _question(self, probe: Probe[C], render: Callable[[C], Content]) -> Question[Content]:
        content = render(probe.candidate)
        again = partial(render, probe.candidate) if len(content) > MOST_HELD else lambda: content
        return Question(self._memory.key(content), len(content), again, probe.label)

    def _wait(self, window: deque[_Asked[C, Content]]) -> None:
        """Until at least one open test is answered."""
        self._until_one_ends([asked.future for asked in window if asked.verdict is None and asked.future])
        settled: dict[Hashable, Verdict] = {}
        for asked in window:
            if asked.verdict is None and asked.future is not None and asked.future.done():
                key = asked.question.key
                if key not in settled:
                    settled[key] = self._settle(asked)
                asked.verdict = settled[key]

    def _until_one_ends(self, futures: list[Future[Answer]]) -> None:
        """A wish of the user comes first; it raises."""
        control = self._control
        if control is None:
            wait(futures, return_when=FIRST_COMPLETED)
            return
        waited: list[Future[Any]] = [*futures, control.wish]
        wait(waited, return_when=FIRST_COMPLETED)
        if control.wish.done():
            control.check()

    def _settle(self, asked: _Asked[C, Content]) -> Verdict:
        assert asked.future is not None
        answer = asked.future.result()
        asked.verdict = answer.verdict
        self._memory.answered(asked.question, answer)
        return answer.verdict

    def _taken(
        self, head: _Asked[C, Content], render: Callable[[C], Content], narrow: Callable[[C, int], C] | None
    ) -> Probe[C]:
        """The hit as the search gets it: no more of the candidate than the failure needed."""
        probe, used = head.probe, head.verdict.used if head.verdict else None
        if narrow is not None and used is not None and probe.wants is Outcome.FAIL:
            probe = replace(probe, candidate=narrow(probe.candidate, used))
        self._memory.hit(render(probe.candidate), probe.wants, probe.label)
        return probe

    def _cancel(self, window: deque[_Asked[C, Content]]) -> None:
        """Kills what is still running and waits until it is gone, so that nothing is left behind."""
        futures = {}
        for asked in window:
            if asked.verdict is None and asked.future is not None and asked.running is not None:
                if not asked.future.cancel():
                    asked.running.cancel()
                futures[asked.future] = asked
        if not futures:
            return
        wait(futures)
        for _ in futures:
            self._memory.cancelled()
