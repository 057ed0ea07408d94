"""From settings to an oracle: the first run, the failure learned from it, and the error if nothing fails."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import TypeVar

from thresher.engine.questions import Question, digest
from thresher.engine.record.record import Record
from thresher.errors import UsageError
from thresher.executors.local import SerialExecutor
from thresher.kernel.events import Learned as LearnedEvent
from thresher.kernel.outcome import Outcome
from thresher.oracle.answer import Answer
from thresher.oracle.command import PLACEHOLDERS, CommandOracle, Program, RunObserver, Subject, UnderGdb
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import Signature, learn
from thresher.oracle.python.called import BY_VERDICT, CallCriterion, Called, ExceptionCriterion, VerdictCriterion
from thresher.oracle.python.oracle import PythonOracle
from thresher.oracle.python.workers import Workers
from thresher.oracle.requirements import Requirements
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.memory import physical
from thresher.oracle.running.run_directory import RunDirectories
from thresher.oracle.time_limit import FACTOR, LEAST, SizedTimeLimit
from thresher.session.settings import OracleSettings
from thresher.session.target_failure.criteria import criterion_for, restored
from thresher.session.target_failure.not_failing import require_failing_call, require_failure, shows_failure
from thresher.session.target_failure.silent_crash import LONGEST, locate, site_of

T = TypeVar("T")

FIRST_TIMEOUT = 300.0
LEAST_FILE_SIZE = 1 << 30
SLOW_FIRST_RUN = 10.0  # seconds after which a first run is announced
STILL_RUNNING = (
    f"the first run has taken {SLOW_FIRST_RUN:.0f} s and still runs; stop it earlier with --timeout SECONDS, or use "
    "--hang SECONDS if the hang is the failure"
)
_TAKES_PROGRAM, _PLAIN = re.compile(r"-[a-z]*c"), re.compile(r"[\w@%+=:,./-]+")


def program_for(settings: OracleSettings, command: tuple[str, ...], name: str) -> Program:
    """The program under test; UsageError if gdb is needed and missing, or if the command does not fit."""
    if settings.backtrace and shutil.which("gdb") is None:
        raise UsageError("--backtrace gdb needs gdb, which was not found; install it (apt-get install gdb)")
    has_place = any(place in part for part in command for place in PLACEHOLDERS)
    if settings.from_stdin and has_place:
        raise UsageError("--stdin goes with a command that has no {}; leave out one of the two")
    _require_plain_name(command, name)
    program = Program(command, name, settings.from_stdin, settings.backtrace)
    return program if settings.environment is None else dataclasses.replace(program, environment=settings.environment)


def _require_plain_name(command: tuple[str, ...], name: str) -> None:
    """Raises UsageError if the file's name would become part of a shell program and has special characters."""
    texts = [text for flag, text in pairwise(command) if _TAKES_PROGRAM.fullmatch(flag)]
    if any(place in text for text in texts for place in PLACEHOLDERS) and not _PLAIN.fullmatch(name):
        raise UsageError(
            f"the name {name!r} has characters that mean something to a shell; rename it, or give it to the shell "
            """as an argument: -- sh -c 'program "$0"' {}"""
        )


def limits_for(settings: OracleSettings, *, first_run: float | None, size: int, jobs: int) -> Limits:
    """The limits of a run; those that the user did not set are derived from the first run and the machine."""
    if settings.stated is not None and settings.stated.hang is not None:
        seconds = settings.stated.hang
    elif settings.timeout is not None:
        seconds = settings.timeout
    else:
        seconds = FIRST_TIMEOUT if first_run is None else max(LEAST, FACTOR * first_run)
    memory = settings.memory if settings.memory is not None else physical() * 3 // (4 * jobs)
    file_size = settings.file_size if settings.file_size is not None else max(LEAST_FILE_SIZE, 20 * size)
    return Limits(seconds, memory or None, file_size or None, enforced=bool(settings.memory))


def time_limit_for(settings: OracleSettings, first_run: float) -> SizedTimeLimit | None:
    """What gives small candidates less time than the first run; None if the user has set a limit."""
    if settings.timeout is not None or (settings.stated is not None and settings.stated.hang is not None):
        return None
    return SizedTimeLimit(max(LEAST, FACTOR * first_run))


def open_oracle(
    settings: OracleSettings,
    program: Subject,
    directories: RunDirectories,
    data: bytes,
    record: Record,
    *,
    jobs: int,
    checks: int,
    executor: Executor | None = None,
    requirements: Requirements | None = None,
    notify: Callable[[str], None] = lambda _: None,
    time_by_size: bool = False,
) -> CommandOracle | PythonOracle:
    """The oracle for this input. Costs one run of the program, the first check, unless it is in the journal already.

    Since the failure may be flaky, there are up to `checks` runs until it occurs. They use the `executor`, so that they
    run where all others will. `notify` gets a line if the first one takes long. With `time_by_size`, small candidates
    get less time than large ones.
    """
    if settings.function is not None:
        workers = Workers(settings.function, directories, program.name)
        with _said_if_slow(notify):
            return _open_function(settings, workers, data, record, jobs=jobs, checks=checks, time_by_size=time_by_size)
    hide = (program.name, str(directories.root))
    if record.verdicts.learned is None:
        limits = limits_for(settings, first_run=None, size=len(data), jobs=jobs)
        if requirements is not None:
            requirements.check(data, directories, limits)
        observer = RunObserver(program, directories, limits)
        watched = partial(_watched, executor or SerialExecutor(), data)
        with _said_if_slow(notify):
            seen = _failing_runs(settings, partial(watched, observer), hide, checks)
        _learn(settings, observer, seen, watched, data=data, record=record)
    assert record.verdicts.learned is not None
    signature = restored(record.verdicts.learned.signature)
    limits_after = partial(limits_for, settings, size=len(data), jobs=jobs)
    return CommandOracle(
        program,
        directories,
        criterion=criterion_for(settings, signature, hide),
        limits=limits_after(first_run=record.verdicts.learned.seconds),
        site=site_of(signature, hide, record.verdicts.learned.backtrace_seconds, limits_after),
        requirements=requirements,
        time_limit=time_limit_for(settings, record.verdicts.learned.seconds) if time_by_size else None,
    )


def _learn(
    settings: OracleSettings,
    observer: RunObserver,
    seen: list[Observation],
    watched: Callable[[RunObserver], Observation],
    *,
    data: bytes,
    record: Record,
) -> None:
    """Journals the failure of the last of the first runs, with where it crashed if that is needed to identify it."""
    hide = (observer.program.name, str(observer.directories.root))
    limits = dataclasses.replace(observer.limits, seconds=LONGEST)
    debugged = RunObserver(UnderGdb(observer.program), observer.directories, limits)
    located = locate(settings, seen[-1], hide, partial(watched, debugged))
    runs = [*seen[:-1], located.observation]
    signature = learn(runs[-1], hide)
    criterion = criterion_for(settings, signature, hide)
    require_failure(settings, observer.program, runs, criterion)
    answers = [Answer(criterion.judge(each), each.seconds, message=each.stderr or each.stdout) for each in runs]
    record_first_runs(record, data, signature, answers, backtrace_seconds=located.seconds)
    _note_missing_file(record, runs[-1])
    if located.note:
        record.note(located.note)


@contextmanager
def _said_if_slow(notify: Callable[[str], None]) -> Iterator[None]:
    """Says once that the first run still runs, and what to do if it should not."""
    said = threading.Timer(SLOW_FIRST_RUN, notify, [STILL_RUNNING])
    said.daemon = True
    said.start()
    try:
        yield
    finally:
        said.cancel()


def _watched(executor: Executor, data: bytes, watch: RunObserver) -> Observation:
    """One run, which is cancelled if this call is interrupted."""
    running = RunHandle()
    try:
        return executor.submit(watch, lambda: data, running).result()
    except BaseException:
        running.cancel()
        raise


def _open_function(
    settings: OracleSettings,
    workers: Workers,
    data: bytes,
    record: Record,
    *,
    jobs: int,
    checks: int,
    time_by_size: bool,
) -> PythonOracle:
    """As for a program; the first call also decides whether the function is a test or the code under test."""
    hide = (workers.name, str(workers.directories.root))

    def call_criterion(signature: Signature) -> CallCriterion:
        if settings.stated is None and signature.kind == BY_VERDICT:
            return VerdictCriterion(workers.function, hide)
        return ExceptionCriterion(criterion_for(settings, signature, hide))

    if record.verdicts.learned is None:
        limits = limits_for(settings, first_run=None, size=len(data), jobs=jobs)
        seen = _failing_calls(settings, lambda: workers.call(lambda: data, limits, RunHandle()), checks)
        signature = seen[-1].signature(hide)
        criterion = call_criterion(signature)
        require_failing_call(settings, workers, seen, criterion)
        answers = [Answer(criterion.judge(each), each.observation.seconds) for each in seen]
        record_first_runs(record, data, signature, answers)
        _note_missing_file(record, seen[-1].observation)
    assert record.verdicts.learned is not None
    limits = limits_for(settings, first_run=record.verdicts.learned.seconds, size=len(data), jobs=jobs)
    return PythonOracle(
        workers,
        criterion=call_criterion(restored(record.verdicts.learned.signature)),
        limits=limits,
        time_limit=time_limit_for(settings, record.verdicts.learned.seconds) if time_by_size else None,
    )


def record_first_runs(
    record: Record, data: bytes, signature: Signature, answers: list[Answer], *, backtrace_seconds: float = 0.0
) -> None:
    """Journals the learned failure; the first runs count as checks of the input. The last one showed the failure."""
    learned = json.dumps(dataclasses.asdict(signature))
    record.emit(LearnedEvent(record.elapsed, learned, answers[-1].seconds, backtrace_seconds))
    for answer in answers:
        record.answered(Question.check(digest(data), data), answer)


def _note_missing_file(record: Record, last: Observation) -> None:
    if b"No such file" in last.stderr:
        record.note(
            "the program cannot find a file; if that is not the target failure, give the files it needs with --with "
            "FILE"
        )


def _failing_runs(
    settings: OracleSettings, observe_input: Callable[[], Observation], hide: tuple[str, ...], checks: int
) -> list[Observation]:
    """Runs the input until a run fails or times out, at most `checks` times."""

    def is_last(seen: Observation) -> bool:
        fails = criterion_for(settings, learn(seen, hide), hide).judge(seen).outcome is Outcome.FAIL
        return fails or seen.timed_out

    return _until(is_last, observe_input, checks)


def _failing_calls(settings: OracleSettings, call_with_input: Callable[[], Called], checks: int) -> list[Called]:
    """Calls the function with the input until a call fails or times out, at most `checks` times."""

    def is_last(called: Called) -> bool:
        return called.observation.timed_out or shows_failure(settings, called)

    return _until(is_last, call_with_input, checks)


def _until(is_last: Callable[[T], bool], attempt: Callable[[], T], most: int) -> list[T]:
    """The results of attempts up to the first that is the last one, at most so many."""
    results: list[T] = []
    while len(results) < most:
        results.append(attempt())
        if is_last(results[-1]):
            break
    return results
