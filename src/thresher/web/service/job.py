"""The job of the web page: reduces one recording in a thread and publishes its progress as events."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.record.statistics import Statistics
from thresher.engine.record.stop_conditions import StopConditions
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.errors import ThresherError
from thresher.formats.events.events import EventsDocument
from thresher.kernel.events import Cached, Event
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle
from thresher.plan import Plan, plan_for
from thresher.rewriting.rule import RewriteRule
from thresher.service.http.feed import Feed
from thresher.session.interrupts import until_stopped
from thresher.session.setup.opening import Answering, SessionParts, in_threads, open_session
from thresher.structures.events import EventLog
from thresher.structures.sequence import aligned
from thresher.web.reducing.first_replay import open_oracle
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.reducing.results import files_of
from thresher.web.reducing.rewrite_hints import StateSampler, has_states, hint_from, mined
from thresher.web.reducing.session import inference_for, plan_options_for
from thresher.web.replaying.replay import described
from thresher.web.replaying.settings import RecordingAlgorithm
from thresher.web.service.submission import Submission

BY_USER = "stopped by the user"
SHUT_DOWN = "the server was shut down"


@dataclass(frozen=True)
class StopButton(StopConditions):
    """StopConditions the reduction once it is pressed."""

    pressed: threading.Event = field(default_factory=threading.Event)

    def reason(self, done: Statistics, *, seconds: float, tests: int) -> str | None:
        return BY_USER if self.pressed.is_set() else None


@dataclass(frozen=True, slots=True)
class ObservedReplays:
    """An oracle whose answers are reported, with the recordings that they are about."""

    oracle: ReplayOracle
    report: Callable[[bytes, Answer], None]

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Answer:
        data = content()
        answer = self.oracle(lambda: data, running)
        self.report(data, answer)
        return answer


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
        sampler = (
            StateSampler(submission.states)
            if submission.algorithm is RecordingAlgorithm.RDDMIN and not submission.rules
            else None
        )
        result, inference = SmallestContent(self._data), inference_for(submission.stated)
        parts = SessionParts(submission.name, result, stops=self._stop, inference=inference)
        with open_session(parts, lambda record: self._replays(record, sampler)) as session:
            record, driver, trust = session.record, session.driver, FlakinessSettings(checks=2)
            plan = self._plan(record, sampler)
            reduction = Reduction(session.result, driver, record, plan, trust, name=submission.name)
            end = until_stopped(reduction.run, record)
        self._finish(record, session.oracle.oracle, complete=end.complete, why=end.why)

    @contextmanager
    def _replays(self, record: Record, sampler: StateSampler | None) -> Iterator[Answering[ObservedReplays]]:
        """The oracle, after the first replay; what it answers is published."""
        submission = self._submission
        record.listen(lambda event: self._heard(event, record))
        oracle = open_oracle(
            self._replayer, self._data, record, stated=submission.stated, checks=2, name=submission.name, after=sampler
        )
        first = record.known(self._data)
        assert first is not None  # from the first replay
        self._attempt(record, self._data, Answer(first))
        self.feed.publish("looking", criterion=oracle.criterion.describe())
        observed = ObservedReplays(oracle, partial(self._attempt, record))
        with in_threads(observed) as answers:
            yield answers

    def _plan(self, record: Record, sampler: StateSampler | None) -> Plan:
        submission, options = self._submission, plan_options_for(self._submission.algorithm)
        document = EventsDocument(self._data, submission.name)
        if submission.algorithm is RecordingAlgorithm.RDDMIN:
            rules = list(submission.rules) or self._own_rules(document.log, sampler)
            if rules:
                options = replace(options, hint=hint_from(document, rules, most=5))
            else:
                record.note("no rules are given; this is ddmin")
        return plan_for(submission.name, self._data, options)

    @staticmethod
    def _own_rules(log: EventLog, sampler: StateSampler | None) -> list[RewriteRule]:
        if has_states(log):
            return mined([log])
        return mined([sampler.added_to(log)]) if sampler is not None else []

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
        kept, stem = self._kept(record.best), self._submission.name.removesuffix(".json")
        files = files_of(log, self._replayer, oracle, stem=stem, numbers=[number + 1 for number in kept])
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
            kept=kept,
            cached=record.statistics.cached,
            files=[{"name": each, "label": label} for each, label in labels.items()],
            shots=[{"name": each, "label": label} for each, (label, _) in files.screenshots.items()],
        )
