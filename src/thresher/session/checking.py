"""Tries out a reduction: runs of the input and of trivial ones, in the session that the reduction will use.

Nothing is asked twice: `thresher reduce` with the same arguments finds these verdicts in its journal.
"""

from __future__ import annotations

from dataclasses import dataclass

from thresher.engine.record.best_result import SmallestContent
from thresher.formats.archives.directory import MAGIC
from thresher.formats.content import is_binary
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.flaky import usable_rate
from thresher.oracle.running.limits import Limits
from thresher.plan import Plan, plan_for
from thresher.session.folder.store import Store
from thresher.session.run import check_language, read_content, reduction_parts, subject_of
from thresher.session.setup.opening import SessionParts
from thresher.session.setup.program_session import open_program_session
from thresher.session.task import Task

EMPTY = "the empty input"


@dataclass(frozen=True, slots=True)
class TrivialInput:
    """A content that should not show the failure, in words, and its verdict."""

    what: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What is known before a reduction: the failure, how often it occurs, how long a run takes, the plan."""

    data: bytes
    plan: Plan
    criterion: list[str]
    seconds: tuple[float, ...]  # of each run of the input in this call, the learning run first
    failures: int
    runs: int
    trivial: tuple[TrivialInput, ...]
    limits: Limits

    @property
    def too_flaky(self) -> bool:
        return self.failures < self.runs and usable_rate(self.failures, self.runs) == 0.0

    @property
    def accepts_trivial(self) -> list[str]:
        """The trivial inputs that show the failure too."""
        return [each.what for each in self.trivial if each.verdict.outcome is Outcome.FAIL]


def rehearse(task: Task) -> Rehearsal:
    """Runs the input as often as the task's checks say, and each trivial input once. NotFailing if it does not fail."""
    data, subject = read_content(task.input), subject_of(task)
    plan = plan_for(task.input.name, data, task.search.plan_options)
    check_language(plan, task.input.name, data)

    def parts_in(store: Store) -> SessionParts[SmallestContent]:
        return reduction_parts(task, data, store, measure=plan.measure(task.input.name))

    with open_program_session(task, [data], parts_in, subject) as session:
        record, driver = session.record, session.driver
        assert record.verdicts.learned is not None
        seconds = [record.verdicts.learned.seconds]
        checks, key = record.verdicts.checks, record.key(data)
        while sum(checks[key, outcome] for outcome in Outcome) < task.search.trust.checks:
            seconds.append(driver.ask(data).seconds)
        trivial = [
            TrivialInput(what, record.known(content) or driver.ask(content).verdict)
            for what, content in trivial_inputs(data)
        ]
        failures, runs = checks[key, Outcome.FAIL], sum(checks[key, outcome] for outcome in Outcome)
        limits = session.oracle.limits
        return Rehearsal(data, plan, session.criterion, tuple(seconds), failures, runs, tuple(trivial), limits)


def trivial_inputs(data: bytes) -> list[tuple[str, bytes]]:
    """Contents that nearly no failure needs, each with its name; for a directory only the empty one."""
    if data.startswith(MAGIC):
        return [(EMPTY, b"")]
    if is_binary(data):
        return [(EMPTY, b""), ("a NUL byte", b"\0")]
    return [(EMPTY, b""), ("an empty line", b"\n"), ("the letter x", b"x\n")]
