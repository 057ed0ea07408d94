"""The session of `thresher ui reduce`: opens folder, program and oracle, reduces, and closes everything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.prefix_inference import PrefixInference
from thresher.engine.record.record import Record
from thresher.plan import PlanOptions, plan_for
from thresher.session.files.whole import read_input
from thresher.session.recordings import HIERARCHICAL, flat, open_recording_store
from thresher.session.run import Hear, Result, reduce_in, reduction_parts
from thresher.session.setup.opening import Answering, Session, in_threads, open_session
from thresher.session.setup.program_session import running_place
from thresher.session.task import Task
from thresher.ui.reducing.algorithm import UiAlgorithm
from thresher.ui.reducing.failure import StatedUiFailure
from thresher.ui.reducing.first_replay import open_oracle
from thresher.ui.reducing.oracle import UiOracle
from thresher.ui.reducing.replayers import UiReplayer, replayer_for
from thresher.ui.reducing.results import UiFiles, files_of
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import parse_recording


@dataclass(frozen=True, slots=True)
class UiTask:
    """A task with the settings that only sessions have."""

    task: Task
    program: UiProgram
    algorithm: UiAlgorithm
    stated: StatedUiFailure | None
    step_timeout: float | None


def reduce_session(asked: UiTask, hear: Hear) -> tuple[Result, UiFiles]:
    """Reduces a recorded session; the best one so far is always in the output file."""
    task = asked.task
    data = read_input(task.input)
    recording = parse_recording(data, task.input.name)
    with running_place(task.oracle, len(data)) as directories:
        replayer = replayer_for(recording, asked.program, directories, step_timeout=asked.step_timeout)
        with _open(asked, data, replayer) as session:
            result = reduce_in(session, task, plan_for(task.input.name, data, _plan_options(asked.algorithm)), hear)
        reduced = parse_recording(result.after, task.input.name)
        return result, files_of(reduced, asked.program, replayer, session.oracle, session=result.folder)


@contextmanager
def _open(asked: UiTask, data: bytes, replayer: UiReplayer) -> Iterator[Session[SmallestContent, UiOracle]]:
    """A session on a failing recording."""
    task = asked.task
    program, stated, timeout = asked.program.identity(), repr(asked.stated), repr(asked.step_timeout)
    store = open_recording_store(task, data, [asked.algorithm, program, stated, timeout])

    @contextmanager
    def answering(record: Record) -> Iterator[Answering[UiOracle]]:
        checks = task.search.trust.checks
        oracle = open_oracle(replayer, data, record, stated=asked.stated, checks=checks, name=task.input.name)
        with in_threads(oracle, task.search.jobs, oracle.criterion.describe()) as answers:
            yield answers

    parts = reduction_parts(task, data, store, inference=PrefixInference())
    with open_session(parts, answering) as session:
        yield session


def _plan_options(algorithm: UiAlgorithm) -> PlanOptions:
    return HIERARCHICAL if algorithm is UiAlgorithm.HIERARCHICAL else flat(algorithm.value)
