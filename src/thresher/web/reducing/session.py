"""A reduction of a recording as the command line runs it: folder, browser, first replay; all in order at the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path

from thresher import formats
from thresher.engine.driver import Driver
from thresher.executors import executor_for
from thresher.formats.events.events import EventsDocument, read_log
from thresher.plan import HINT_TESTS, Hint, PlanOptions, plan_for
from thresher.rewriting.rule import Rule
from thresher.session.files.whole import SUFFIX_ROOM, check_output_file, check_writable, read_input, shortened
from thresher.session.folder.store import FOLDER, Store
from thresher.session.record import Record
from thresher.session.run import Hear, Result, Session, Task, reduce_in
from thresher.session.sequence_record import SequenceRecord
from thresher.structures.events import EventLog
from thresher.web.reducing.failure import StatedPageFailure
from thresher.web.reducing.first_replay import open_oracle
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.reducing.results import ResultFiles, files_of
from thresher.web.reducing.rewrite_hints import (
    StateSampler,
    has_states,
    hint_from,
    logs_in,
    mined,
    rules_in,
    with_states,
)
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.settings import DDMIN, HIERARCHICAL, RDDMIN, ReplaySettings, StateAbstraction

LEAST_STEPS = "probdd"  # the minimizer that has the fewest steps replayed, which is what time goes by


@dataclass(frozen=True, slots=True)
class HintSources:
    """Where the rules for rddmin come from: a file, a directory of recordings that went well, or the recording itself.

    The hint that they lead to is given up after `most` tests.
    """

    rules: Path | None = None
    logs: Path | None = None
    states: StateAbstraction = field(default_factory=StateAbstraction)
    most: int | None = HINT_TESTS


@dataclass(frozen=True, slots=True)
class WebTask:
    """What one command line asks for: a task, and what is special about recordings."""

    task: Task
    algorithm: str
    replay: ReplaySettings
    stated: StatedPageFailure | None
    guide: HintSources


def reduce_recording(asked: WebTask, hear: Hear) -> tuple[Result, ResultFiles]:
    """Reduces a recording; the best one is in the output file after each success."""
    task = asked.task
    data = read_input(task.input)
    read_log(data, task.input.name)  # a UsageError before anything is opened
    with Chromium(browser=asked.replay.browser, headed=asked.replay.headed) as chromium:
        replayer = Replayer(chromium, asked.replay)
        with opened(asked, data, replayer) as (session, oracle, wishes):
            plan = plan_for(task.input.name, data, wishes)
            result = reduce_in(session, data, task, plan, hear)
        log = EventsDocument(result.after, task.input.name).log
        return result, files_of(log, replayer, oracle, stem=task.input.stem)


@contextmanager
def opened(
    asked: WebTask, data: bytes, replayer: Replayer
) -> Iterator[tuple[Session[Record], ReplayOracle, PlanOptions]]:
    """A session on a recording that fails; what is found out is kept in its folder."""
    task = asked.task
    check_output_file(task.output, task.input)
    check_writable(task.place)
    name = shortened(task.input.name, room=SUFFIX_ROOM)
    store = Store(task.place / FOLDER / f"{name}-{_identity(asked, data)}")
    if task.fresh:
        store.forget()
    store.remember_command(list(task.arguments), Path.cwd())
    record = record_for(asked.stated)(
        data, name=task.input.name, output=task.result_in(store.folder), store=store, stops=task.search.stops
    )
    try:
        sampler = StateSampler(asked.guide.states) if asked.algorithm == RDDMIN else None
        oracle = open_oracle(
            replayer,
            data,
            record,
            stated=asked.stated,
            checks=task.search.trust.checks,
            name=task.input.name,
            after=sampler,
        )
        wishes = plan_options_for(asked.algorithm)
        if sampler is not None:
            wishes = replace(wishes, hint=_hint(asked.guide, data, replayer, sampler, task.input.name))
        with executor_for(task.search.jobs) as executor:
            driver = Driver(oracle, executor, record, jobs=task.search.jobs)
            yield Session(record, driver, oracle.criterion.describe(), store.folder), oracle, wishes
    finally:
        record.close()


def record_for(stated: StatedPageFailure | None) -> Callable[..., Record]:
    """A recording that passes tells of what it begins with, unless the failure is what the page shows in the end."""
    return partial(SequenceRecord, passing=not (stated is not None and stated.conditions))


def plan_options_for(algorithm: str) -> PlanOptions:
    """What is wished of the plan. rddmin is ddmin with a hint; a replay tells where it got stuck."""
    if algorithm == HIERARCHICAL:
        return PlanOptions(format=formats.EVENTS, minimizer=LEAST_STEPS, dependents=True)
    return PlanOptions(format=formats.EVENTS, algorithm=DDMIN, dependents=True)


def _hint(guide: HintSources, data: bytes, replayer: Replayer, sampler: StateSampler, name: str) -> Hint | None:
    document = EventsDocument(data, name)
    rules = rules_for(guide, document.log, replayer, sampler, name)
    return hint_from(document, rules, most=guide.most) if rules else None


def rules_for(guide: HintSources, log: EventLog, replayer: Replayer, sampler: StateSampler, name: str) -> list[Rule]:
    """From the file, or mined from the recordings of the directory, or from the failing recording up to its failure."""
    if guide.rules is not None:
        return rules_in(guide.rules)
    if guide.logs is not None:
        found = logs_in(guide.logs)
        return mined(
            [each if has_states(each) else with_states(each, replayer, guide.states, str(path)) for path, each in found]
        )
    if has_states(log):
        return mined([log])
    if not sampler.states:  # an earlier sitting made the first replay
        return mined([with_states(log, replayer, guide.states, name)])
    return mined([sampler.added_to(log)])


def _identity(asked: WebTask, data: bytes) -> str:
    """Changes with all that decides a verdict: the recording, how it is replayed, what counts as its failure."""
    parts = [blake2b(data).hexdigest(), asked.task.input.name, asked.algorithm]
    parts += [repr(asked.replay), repr(asked.stated), repr(asked.guide)]
    return blake2b(json.dumps(parts).encode(), digest_size=6).hexdigest()
