"""What a session knows: cached verdicts, the best result, its events and its limits, joined for the driver."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path

from thresher.engine.questions import Question
from thresher.engine.record.best_result import BestResult, Improvement
from thresher.engine.record.event_bus import EventBus, Listener
from thresher.engine.record.statistics import Statistics
from thresher.engine.record.stop_conditions import StopCheck, StopConditions
from thresher.engine.record.storage import MemoryStorage, Storage
from thresher.engine.record.verdict_cache import EMPTY, Inference, VerdictCache
from thresher.errors import Stopped
from thresher.kernel.events import Cached, Cancelled, Event, Improved, OtherFailure, Purpose, Tested, TestStarted
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer

OnAnswer = Callable[[Question[bytes], Answer], None]
STOPPED_EARLY = (
    "some tests were stopped after ten times the seconds that the next larger failing content took, sooner than the "
    "first run would have been; --timeout SECONDS gives all tests the same time"
)


class Record:
    """The memory of a search over bytes, as the driver uses it.

    Guarantees that an improvement is saved before anything else is asked and before its event is emitted, and that a
    verdict once journalled is never asked for again. `on_answer` is called after each test.
    """

    def __init__(
        self,
        result: BestResult,
        *,
        name: str,
        storage: Storage | None = None,
        stops: StopConditions | None = None,
        inference: Inference | None = None,
        on_answer: OnAnswer | None = None,
    ) -> None:
        self.result, self.storage = result, storage or MemoryStorage()
        self.verdicts = VerdictCache(inference)
        self.stops = StopCheck(stops or StopConditions())
        self._name, self._on_answer = name, on_answer
        self.asked: Question[bytes] | None = None  # the test that began last, for whoever shows it
        statistics = Statistics()
        for event in self.storage.earlier_events():
            statistics.add(event)
            self.verdicts.learn(event)
        self.events = EventBus(statistics, (self.verdicts.learn, self.stops.learn, self.storage.write))
        self._resume()
        if statistics.curve:
            self.stops.resume(self.events.elapsed, statistics.curve[-1][2])

    def _resume(self) -> None:
        """Takes up the best result of earlier runs."""
        for content, success in self.storage.earlier_results():
            if self.verdicts.failed(content, success=success):
                improvement = self.result.resumed(content)
                if improvement is not None:
                    self._save(improvement)
                    self.result.accept(content, Outcome.FAIL)
                    return

    # what the driver needs

    def key(self, content: bytes) -> str:
        return self.verdicts.key(content)

    def recall(self, key: Hashable) -> Verdict | None:
        verdict = self.verdicts.recall(key)
        if verdict is not None and verdict is not EMPTY:
            self.emit(Cached(self.elapsed, verdict.outcome))
        return verdict

    def before(self) -> None:
        self._stop_if(self.stops.reason(seconds=self.events.seconds_this_run))

    def room(self, pending: int) -> bool:
        return self.stops.room(pending)

    def certain(self, key: Hashable) -> None:
        self._stop_if(self.stops.needed(key))

    def asking(self, asked: Question[bytes]) -> None:
        if self.events.has_listeners:
            self.asked = asked
            self.emit(TestStarted(round(self.elapsed, 6), str(asked.key), asked.size, asked.label))

    def answered(self, asked: Question[bytes], answer: Answer) -> None:
        verdict, other = answer.verdict, answer.other_failure
        if answer.runs:
            self.stops.answered(asked.key, check=asked.purpose is Purpose.CHECK)
        self.emit(
            Tested(
                at=round(self.elapsed, 6),
                digest=str(asked.key),
                outcome=verdict.outcome,
                reason=verdict.reason,
                seconds=round(answer.seconds, 6),
                size=asked.size,
                runs=answer.runs,
                label=asked.label,
                used=verdict.used,
                purpose=asked.purpose,
                rejected=other is not None and not other.bug and verdict.outcome is Outcome.UNRESOLVED,
            )
        )
        if other and other.bug and self._add_other_failure(other.name, asked, answer.message):
            self.emit(OtherFailure(self.elapsed, other.name, asked.size))
        self.verdicts.answered(asked.key, verdict)
        if answer.stopped_early and STOPPED_EARLY not in self.statistics.notes:
            self.note(STOPPED_EARLY)
        if self._on_answer is not None:
            self._on_answer(asked, answer)

    def _add_other_failure(self, failure: str, asked: Question[bytes], message: bytes) -> bool:
        return self.storage.add_other_failure(failure, self._name, asked.content(), message)

    def hit(self, content: bytes, wants: Outcome, label: str) -> None:
        improvement = self.result.offered(content, wants)
        if improvement is not None:
            self.improve(improvement, content, label, wants=wants)

    def cancelled(self) -> None:
        self.emit(Cancelled(self.elapsed))

    def _stop_if(self, reason: str | None) -> None:
        if reason is not None:
            raise Stopped(reason, best=self.best)

    # what a session needs

    def improve(self, improvement: Improvement, content: bytes, label: str, *, wants: Outcome = Outcome.FAIL) -> None:
        """Saves an improvement, accepts its content, then emits an event."""
        self._save(improvement)
        self.result.accept(content, wants)
        if improvement.success is not None:
            self.storage.add_success(improvement.success)
        self.emit(Improved(round(self.elapsed, 6), improvement.size, self.statistics.tests, label))

    def _save(self, improvement: Improvement) -> None:
        for path, content in improvement.files:
            self.write_output(path, content)

    def write_output(self, path: Path, content: bytes) -> None:
        """Writes a result. A file there that this session did not write is renamed first, with a note."""
        note = self.storage.write_output(path, content)
        if note is not None:
            self.note(note)

    def known(self, content: bytes) -> Verdict | None:
        """The cached verdict for a content, without counting a use of the cache."""
        return self.verdicts.known(content)

    @property
    def best(self) -> bytes:
        """The best failing content."""
        return self.result.content

    @property
    def statistics(self) -> Statistics:
        return self.events.statistics

    @property
    def elapsed(self) -> float:
        """Seconds over all runs of the session."""
        return self.events.elapsed

    def emit(self, event: Event) -> None:
        """Counts, journals and reports an event."""
        self.events.emit(event)

    def listen(self, listener: Listener) -> None:
        """Delivers all events from now on to the listener."""
        self.events.listen(listener)

    def note(self, message: str) -> None:
        """Emits a note for the user."""
        self.events.note(message)
