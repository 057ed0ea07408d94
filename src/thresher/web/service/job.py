"""The job of the web page: reduces one recording in a thread and publishes its progress as events."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from thresher.engine.driver import Driver
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.engine.statistics import Statistics
from thresher.engine.stop_conditions import StopConditions
from thresher.errors import ThresherError
from thresher.executors import executor_for
from thresher.formats.events.events import EventsDocument
from thresher.kernel.events import Cached, Event
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle
from thresher.plan import plan_for
from thresher.rewriting.rule import RewriteRule
from thresher.session.record import Record
from thresher.session.run import until_stopped
from thresher.structures.events import EventLog
from thresher.structures.sequence import aligned
from thresher.web.reducing.first_replay import open_oracle
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.reducing.results import files_of
from thresher.web.reducing.rewrite_hints import StateSampler, has_states, hint_from, mined
from thresher.web.reducing.session import plan_options_for, record_for
from thresher.web.replaying.replay import described
from thresher.web.replaying.settings import RDDMIN
from thresher.web.service.feed import Feed
from thresher.web.service.submission import Submission

BY_USER = "stopped by the user"
SHUT_DOWN = "the server was shut down"


@dataclass(frozen=True)
class StopButton(StopConditions):
    """Stops the reduction once it is pressed."""

    pressed: threading.Event = field(default_factory=threading.Event)

    def reason(self, done: Statistics, *, seconds: float, tests: int) -> str | None:
        return BY_USER if self.pressed.is_set() else None


class RecordingJob:
    """`files` are the downloads by name; empty until the job is done."""

    def __init__(self, submission: Submission, replayer: Replayer) -> None:
        self._submission, self._replayer = submission, replayer
        self._data = submission.data
        self._log = EventsDocument(self._data, submission.name).log
        self._texts = [step.text for step in self._log]
        self._stop = StopButton()
        self._abandoned = False
        self._attempts = 0
        self.feed = Feed()
        self.files: dict[str, bytes] = {}

    def stop(self) -> None:
        """Ends the search before the next replay; the best recording so far is the result."""
        self._stop.pressed.set()

    def abandon(self) -> None:
        """Ends the feed at once, and the search as soon as the browser is closed."""
        self._abandoned = True
        self.stop()
        self.feed.publish("failed", error=SHUT_DOWN)
        self.feed.close()

    def run(self) -> None:
        """Runs the whole reduction. Publishes errors instead of raising them."""
        if self._abandoned:
            return
        try:
            self._reduce()
        except ThresherError as error:
            self.feed.publish("failed", error=str(error))
        except Exception as error:  # noqa: BLE001 - the outermost handler: anything here is a bug in thresher
            if not self._abandoned:
                traceback.print_exc()
                self.feed.publish("failed", error=f"this is a bug in thresher: {error}")
        finally:
            self.feed.close()

    def _reduce(self) -> None:
        submission = self._submission
        self.feed.publish("begun", steps=[described(step) for step in self._log])
        record = record_for(submission.stated)(self._data, name=submission.name, stops=self._stop)
        record.listen(lambda event: self._heard(event, record))
        sampler = StateSampler(submission.states) if submission.algorithm == RDDMIN and not submission.rules else None
        oracle = open_oracle(
            self._replayer, self._data, record, stated=submission.stated, checks=2, name=submission.name, after=sampler
        )
        first = record.known(self._data)
        assert first is not None  # from the first replay
        self._attempt(record, self._data, Answer(first))
        self.feed.publish("looking", criterion=oracle.criterion.describe())
        reduction = self._reduction(record, oracle, sampler)
        with executor_for(1) as executor:
            driver = Driver(self._observed(oracle, record), executor, record)
            complete, why = until_stopped(reduction(driver).run, record)
        self._finish(record, oracle, complete=complete, why=why)

    def _reduction(
        self, record: Record, oracle: ReplayOracle, sampler: StateSampler | None
    ) -> Callable[[Driver[bytes]], Reduction]:
        submission, options = self._submission, plan_options_for(self._submission.algorithm)
        document = EventsDocument(self._data, submission.name)
        if submission.algorithm == RDDMIN:
            rules = list(submission.rules) or self._own_rules(document.log, sampler)
            if rules:
                options = replace(options, hint=hint_from(document, rules, most=5))
            else:
                record.note("no rules are known; this is ddmin")
        plan = plan_for(submission.name, self._data, options)
        return lambda driver: Reduction(
            self._data, driver, record, plan, FlakinessSettings(checks=2), name=submission.name
        )

    @staticmethod
    def _own_rules(log: EventLog, sampler: StateSampler | None) -> list[RewriteRule]:
        if has_states(log):
            return mined([log])
        return mined([sampler.added_to(log)]) if sampler is not None else []

    def _observed(self, oracle: ReplayOracle, record: Record) -> Callable[[Callable[[], bytes], RunHandle], Answer]:
        def ask(content: Callable[[], bytes], running: RunHandle) -> Answer:
            data = content()
            answer = oracle(lambda: data, running)
            self._attempt(record, data, answer)
            return answer

        return ask

    def _kept(self, data: bytes) -> list[int]:
        """The indices of the recording's steps that a candidate has."""
        if not data:
            return []
        texts = [step.text for step in EventsDocument(data, self._submission.name).log]
        return list(aligned(self._texts, texts) or ())

    def _attempt(self, record: Record, data: bytes, answer: Answer) -> None:
        self._attempts += 1
        verdict = answer.verdict
        self.feed.publish(
            "attempt",
            number=self._attempts,
            kept=self._kept(data),
            outcome=verdict.outcome.value,
            reason=verdict.reason,
            at=record.elapsed,
        )

    def _heard(self, event: Event, record: Record) -> None:
        if isinstance(event, Cached):
            self.feed.publish("progress", cached=record.statistics.cached)

    def _finish(self, record: Record, oracle: ReplayOracle, *, complete: bool, why: str) -> None:
        log = EventsDocument(record.best, self._submission.name).log
        files = files_of(log, self._replayer, oracle, stem=self._submission.name.removesuffix(".json"))
        name = self._submission.name.removesuffix(".json") + ".min.json"
        self.files = {
            name: record.best,
            **files.tests,
            **{picture: content for picture, (_, content) in files.screenshots.items()},
        }
        labels = {name: "Recording", **{test: f"Test ({test.rpartition('.')[2]})" for test in files.tests}}
        self.feed.publish(
            "finished",
            complete=complete,
            why=why,
            kept=self._kept(record.best),
            cached=record.statistics.cached,
            files=[{"name": each, "label": label} for each, label in labels.items()],
            shots=[{"name": each, "label": label} for each, (label, _) in files.screenshots.items()],
        )
