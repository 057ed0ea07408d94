"""The job of the web page that reduces one recording, and publishes its progress as events."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.record.statistics import Statistics
from thresher.engine.record.stop_conditions import StopConditions
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.errors import NotFailing
from thresher.formats.events.events import EventsDocument
from thresher.kernel.events import Cached, Event
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle
from thresher.plan import Plan, plan_for
from thresher.rewriting.rule import RewriteRule
from thresher.session.interrupts import until_stopped
from thresher.session.setup.opening import Answering, SessionParts, in_threads, open_session
from thresher.structures.events import EventLog
from thresher.structures.sequence import aligned
from thresher.web.reducing.first_replay import open_oracle
from thresher.web.reducing.oracle import ReplayOracle
from thresher.web.reducing.page_states import hint_of
from thresher.web.reducing.results import ResultFiles, files_of
from thresher.web.reducing.rewrite_hints import StateSampler, has_states, hint_from, mined
from thresher.web.reducing.session import inference_for, plan_options_for
from thresher.web.reducing.steadiness import steadied
from thresher.web.replaying.replay import described
from thresher.web.replaying.settings import RecordingAlgorithm
from thresher.web.replaying.stuck_report import StuckReport
from thresher.web.service.browser_job import BY_USER, BrowserJob
from thresher.web.service.jobs import RecordingJobState
from thresher.web.service.pictures import StepPictures, pictures_in_recording

LABELS = {"py": "Test in Python", "ts": "Test in TypeScript"}


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


class RecordingJob(BrowserJob):
    """Reduces the recording that was submitted."""

    _attempts = 0

    def _work(self) -> RecordingJobState:
        submission = self.submission
        sampler = (
            StateSampler(submission.states)
            if submission.algorithm is RecordingAlgorithm.RDDMIN and not submission.rules
            else None
        )
        result, inference = SmallestContent(submission.data), inference_for(submission.stated)
        parts = SessionParts(submission.name, result, stops=StopButton(pressed=self._pressed), inference=inference)
        report = StuckReport()
        try:
            with open_session(parts, lambda record: self._replays(record, sampler, report)) as session:
                record, trust = session.record, FlakinessSettings(checks=submission.checks)
                plan = self._plan(record, sampler)
                reduction = Reduction(session.result, session.driver, record, plan, trust, name=submission.name)
                end = until_stopped(reduction.run, record)
        except NotFailing as error:
            every = range(len(self.log))
            self._fail(self.renumbered(str(error), every), stuck=self.shown_stuck(report, every))
            return RecordingJobState.FAILED
        self._finish(record, session.oracle.oracle, complete=end.complete, why=end.why)
        return RecordingJobState.FINISHED if end.complete else RecordingJobState.STOPPED

    @contextmanager
    def _replays(
        self, record: Record, sampler: StateSampler | None, report: StuckReport
    ) -> Iterator[Answering[ObservedReplays]]:
        """The oracle, after the first replays; these and what it answers are published."""
        submission = self.submission
        record.listen(lambda event: self._heard(event, record))
        self.oracle = oracle = open_oracle(
            self.replayer,
            submission.data,
            record,
            stated=submission.stated,
            checks=submission.checks,
            name=submission.name,
            after=sampler,
            report=report,
            judged=lambda verdict: self._attempt(record, submission.data, Answer(verdict)),
        )
        self.feed.publish("looking", criterion=oracle.criterion.describe())
        observed = ObservedReplays(oracle, partial(self._attempt, record))
        with in_threads(observed) as answers:
            yield answers

    def _plan(self, record: Record, sampler: StateSampler | None) -> Plan:
        submission, options = self.submission, plan_options_for(self.submission.algorithm)
        document = EventsDocument(submission.data, submission.name)
        assert self.oracle is not None  # since the first replay
        options = replace(options, hint=hint_of(document, self.oracle.routes))
        if submission.algorithm is RecordingAlgorithm.RDDMIN:
            rules = list(submission.rules) or self._own_rules(document.log, sampler)
            if rules:
                options = replace(options, hint=hint_from(document, rules, most=5))
            else:
                record.note("no rules are given; this is ddmin")
        return plan_for(submission.name, submission.data, options)

    @staticmethod
    def _own_rules(log: EventLog, sampler: StateSampler | None) -> list[RewriteRule]:
        if has_states(log):
            return mined([log])
        return mined([sampler.added_to(log)]) if sampler is not None else []

    def _kept(self, log: EventLog) -> list[int]:
        """The indices of the recording's steps that a candidate has."""
        return list(aligned([step.text for step in self.log], [step.text for step in log]) or ())

    def _read(self, data: bytes) -> EventLog:
        return EventsDocument(data, self.submission.name).log if data else EventLog(())

    def _attempt(self, record: Record, data: bytes, answer: Answer) -> None:
        self._attempts += 1
        kept, verdict = self._kept(self._read(data)), answer.verdict
        self._left = min(self._left, len(self._read(record.best)))
        self.feed.publish(
            "attempt",
            number=self._attempts,
            kept=kept,
            outcome=verdict.outcome.value,
            reason=self.renumbered(verdict.reason, kept),
            at=record.elapsed,
        )

    def _heard(self, event: Event, record: Record) -> None:
        if isinstance(event, Cached):
            self.feed.publish("progress", cached=record.statistics.cached)

    def _finish(self, record: Record, oracle: ReplayOracle, *, complete: bool, why: str) -> None:
        self.feed.publish("writing")
        reduced, note = self._read(record.best), ""
        log = reduced
        if complete:
            log, note = steadied(self.log, reduced, self.replayer, oracle)
        kept, stem = self._kept(log), self.submission.name.removesuffix(".json")
        files = files_of(log, self.replayer, oracle, stem=stem).with_note(note, None if log is reduced else log)
        pictures = self._pictures(files, log, kept, oracle, compared=complete)
        name, self._left = f"{stem}.min.json", len(reduced)
        self.files = {name: record.best, **files.tests, **self.files}
        labels = {name: "Recording", **{test: LABELS.get(test.rpartition(".")[2], test) for test in files.tests}}
        self.feed.publish(
            "finished",
            complete=complete,
            why=why,
            note=note,
            kept=self._kept(reduced),
            cached=record.statistics.cached,
            files=[{"name": each, "label": label} for each, label in labels.items()],
            pictures=[each.shown() for each in pictures],
        )

    def _pictures(
        self, files: ResultFiles, log: EventLog, kept: Sequence[int], oracle: ReplayOracle, *, compared: bool
    ) -> list[StepPictures]:
        """The pictures of the steps that are left, which become files; `compared` with those of the recording."""
        before = pictures_in_recording(self.log, kept, self.replayer, oracle) if compared else []
        numbers, found = self.submission.numbered(len(self.log)), []
        for place, index in enumerate(kept):
            after = files.screenshots.get(f"step-{place + 1:03}.png")
            names = {"result": after[1] if after else b"", "recording": before[place] if compared else b""}
            written = {kind: f"step-{numbers[index]:03}-{kind}.png" for kind, content in names.items() if content}
            self.files |= {written[kind]: names[kind] for kind in written}
            label = f"{numbers[index]} {described(log.steps[place])}"
            found.append(StepPictures(label, written.get("recording"), written.get("result")))
        return found
