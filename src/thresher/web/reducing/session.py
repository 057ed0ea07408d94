"""The session of `thresher web reduce`: opens folder, browser and oracle, reduces, and closes everything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.prefix_inference import PrefixInference
from thresher.engine.record.record import Record
from thresher.errors import NotFailing
from thresher.formats.events.events import EventsDocument, read_log
from thresher.plan import HINT_TESTS, Hint, PlanOptions, plan_for
from thresher.rewriting.rule import RewriteRule
from thresher.session.files.whole import read_input
from thresher.session.recordings import HIERARCHICAL, flat, open_recording_store, read_rules
from thresher.session.run import Hear, Result, reduce_in, reduction_parts
from thresher.session.setup.opening import Answering, Session, in_threads, open_session
from thresher.session.task import Task
from thresher.structures.events import EventLog
from thresher.web.reducing.failure import StatedPageFailure
from thresher.web.reducing.first_replay import open_oracle
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.reducing.page_states import hint_of
from thresher.web.reducing.results import ONLY_PLAYWRIGHT, Exports, ResultFiles, files_of
from thresher.web.reducing.rewrite_hints import (
    StateSampler,
    has_states,
    hint_from,
    logs_in,
    mined,
    with_states,
)
from thresher.web.reducing.steadiness import steadied
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.settings import RecordingAlgorithm, ReplaySettings, StateAbstraction
from thresher.web.replaying.stuck_report import StuckReport, stuck_folder


@dataclass(frozen=True, slots=True)
class HintSources:
    """Where the rules for rddmin come from: a file, a directory of passing recordings, or the recording itself.

    The hint is given up after `most` tests.
    """

    rules: Path | None = None
    logs: Path | None = None
    states: StateAbstraction = field(default_factory=StateAbstraction)
    most: int | None = HINT_TESTS


@dataclass(frozen=True, slots=True)
class WebTask:
    """A task with the settings that only recordings have."""

    task: Task
    algorithm: RecordingAlgorithm
    replay: ReplaySettings
    stated: StatedPageFailure | None
    sources: HintSources
    exports: Exports = ONLY_PLAYWRIGHT


def reduce_recording(asked: WebTask, hear: Hear) -> tuple[Result, ResultFiles]:
    """Reduces a recording; the best one so far is always in the output file."""
    task = asked.task
    data = read_input(task.input)
    read_log(data, task.input.name)  # raises UsageError before anything is opened
    with (
        Chromium(browser=asked.replay.browser, headed=asked.replay.headed) as chromium,
        Replayer(chromium, asked.replay) as replayer,
    ):
        sampler = StateSampler(asked.sources.states) if asked.algorithm is RecordingAlgorithm.RDDMIN else None
        with _open(asked, data, replayer, sampler) as session:
            hint = hint_of(EventsDocument(data, task.input.name), session.oracle.routes)
            if sampler is not None:
                hint = _hint(asked.sources, data, replayer, sampler, task.input.name) or hint
            options = replace(plan_options_for(asked.algorithm), hint=hint)
            result = reduce_in(session, task, plan_for(task.input.name, data, options), hear)
        reduced = EventsDocument(result.after, task.input.name).log
        log, note = steadied(read_log(data, task.input.name), reduced, replayer, session.oracle)
        files = files_of(log, replayer, session.oracle, stem=task.input.stem, exports=asked.exports)
        return result, files.with_note(note, None if log is reduced else log)


@contextmanager
def _open(
    asked: WebTask, data: bytes, replayer: Replayer, sampler: StateSampler | None
) -> Iterator[Session[SmallestContent, ReplayOracle]]:
    """A session on a failing recording; the `sampler` gets the first replay, unless it is in the journal already."""
    task = asked.task
    settings = [asked.algorithm, repr(asked.replay), repr(asked.stated), repr(asked.sources)]
    store = open_recording_store(task, data, settings)

    @contextmanager
    def answering(record: Record) -> Iterator[Answering[ReplayOracle]]:
        checks, name = task.search.trust.checks, task.input.name
        report = StuckReport()
        try:
            oracle = open_oracle(
                replayer,
                data,
                record,
                stated=asked.stated,
                checks=checks,
                name=name,
                after=sampler,
                report=report,
            )
        except NotFailing as error:
            report.write(stuck_folder(task.input))
            where = f"; see {stuck_folder(task.input)}" if report.written else ""
            raise NotFailing(f"{error}{where}") from None
        with in_threads(oracle, task.search.jobs, oracle.criterion.describe()) as answers:
            yield answers

    parts = reduction_parts(task, data, store, inference=inference_for(asked.stated))
    with open_session(parts, answering) as session:
        yield session


def inference_for(stated: StatedPageFailure | None) -> PrefixInference:
    """Infers that prefixes of a passing recording pass, unless a condition on the final page is stated."""
    return PrefixInference(passing=not (stated is not None and stated.conditions))


def plan_options_for(algorithm: RecordingAlgorithm) -> PlanOptions:
    """The options of the plan for an algorithm. rddmin is ddmin with a hint."""
    return HIERARCHICAL if algorithm is RecordingAlgorithm.HIERARCHICAL else flat(RecordingAlgorithm.DDMIN.value)


def _hint(sources: HintSources, data: bytes, replayer: Replayer, sampler: StateSampler, name: str) -> Hint | None:
    document = EventsDocument(data, name)
    rules = rules_for(sources, document.log, replayer, sampler, name)
    return hint_from(document, rules, most=sources.most) if rules else None


def rules_for(
    sources: HintSources, log: EventLog, replayer: Replayer, sampler: StateSampler, name: str
) -> list[RewriteRule]:
    """The rules: from the file, or mined from the directory's recordings or from the failing one up to its failure."""
    if sources.rules is not None:
        return read_rules(sources.rules)
    if sources.logs is not None:
        logs = logs_in(sources.logs)
        return mined(
            [
                each if has_states(each) else with_states(each, replayer, sources.states, str(path))
                for path, each in logs
            ]
        )
    if has_states(log):
        return mined([log])
    if not sampler.states:  # the first replay was in an earlier run of the session
        return mined([with_states(log, replayer, sources.states, name)])
    return mined([sampler.added_to(log)])
