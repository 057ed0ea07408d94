"""One search for the changes that make a test fail, from two versions to a patch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from thresher.algorithms.sequences.by_levels import dd_by_levels
from thresher.changes.bad_version import last_line, oracle_of_bad_version
from thresher.changes.causes import smallest_cause, without_cause
from thresher.changes.change_record import ChangesPairRecord, ChangesRecord, numbered
from thresher.changes.checkouts import Checkout
from thresher.changes.command_location import located_test
from thresher.changes.configurations import Commands, ConfigurationOracle, VersionRuns, user_environment
from thresher.changes.directories import estimated_size, session_folder, temporary_place
from thresher.changes.loading import load_deltas, submodules
from thresher.changes.reporting import ChangeReport
from thresher.changes.versions import Versions, compare_directories, compare_revisions
from thresher.engine.driver import Driver
from thresher.engine.statistics import Statistics
from thresher.engine.stop_conditions import StopConditions
from thresher.errors import NotFailing, TooFlaky
from thresher.executors import executor_for
from thresher.kernel.events import StageStarted
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.oracle.running.sandbox import Sandbox
from thresher.session.files.streams import is_stdout, is_stream, write_stream
from thresher.session.files.whole import check_output_file
from thresher.session.folder.store import Store
from thresher.session.identity import identity, named_programs
from thresher.session.record import digest
from thresher.session.run import until_stopped
from thresher.session.settings import OracleSettings
from thresher.structures.changes.related_changes import Ties

WHAT = "changes that make the test fail"
LEARNED = "learned failure"  # in the identity of a session, so that verdicts on any failure are not reused


@dataclass(frozen=True, slots=True)
class ChangesTask:
    """What one command line asks for. Without a `repository` the versions are directories."""

    repository: Path | None
    good: str
    bad: str
    oracle: OracleSettings
    build: str | None = None
    output: Path | None = None
    isolate: bool = False
    every: bool = False
    clean: bool = False
    jobs: int = 1
    checks: int = 2
    stops: StopConditions = field(default_factory=StopConditions)
    arguments: tuple[str, ...] = ()
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class ChangesResult:
    """The causes in the order they were found; with `isolate` one difference, from `passing` on."""

    report: ChangeReport
    causes: list[Selection]
    passing: Selection
    outputs: list[Path]
    log: Path
    folder: Path
    criterion: list[str]
    statistics: Statistics
    new_tests: int
    complete: bool
    why: str


Hear = Callable[[ChangesRecord, list[str]], None]


@dataclass(frozen=True, slots=True)
class _Session:
    """An open session."""

    task: ChangesTask
    report: ChangeReport
    record: ChangesRecord
    driver: Driver[bytes]
    oracle: ConfigurationOracle
    output: Path
    log: Path
    folder: Path


def find_changes(task: ChangesTask, hear: Hear) -> ChangesResult:
    """The smallest set of changes that makes the test fail, or the smallest difference; on disk after each success.

    A stream, such as a FIFO, gets it once, at the end.
    """
    if task.output is not None and is_stream(task.output):
        found = find_changes(replace(task, output=None), hear)
        if not is_stdout(task.output):
            write_stream(task.output, b"".join(path.read_bytes() for path in found.outputs))
        return found
    if task.output is not None:
        check_output_file(task.output)
    size = estimated_size(task.repository, task.good)
    with temporary_place(size * (task.jobs + 1), task.oracle.file_size) as place:
        versions = _versions(task, place)
        report = ChangeReport(versions, load_deltas(versions))
        with _opened(task, report, place) as session:
            hear(session.record, session.oracle.criterion.describe())
            for note in (*versions.notes, *submodules(versions)):
                session.record.note(note)
            causes: list[Selection] = []
            complete, why = until_stopped(lambda: _search(session, causes), session.record)
            return _found(session, causes, complete=complete, why=why)


def _versions(task: ChangesTask, place: Path) -> Versions:
    ours = place / "repository"
    if task.repository is None:
        return compare_directories(Path(task.good), Path(task.bad), ours)
    return compare_revisions(
        *(task.repository, task.good, task.bad, ours),
        leave_out=_results(task.output),
        filters=not task.oracle.sandbox,
    )


def _results(output: Path | None) -> tuple[Path, ...]:
    """Files that an earlier run may have left where the output goes: they are no changes of the user's."""
    if output is None:
        return ()
    beside = output.absolute().parent.resolve()
    return tuple(
        path
        for path in beside.glob("*")
        if path.name.startswith(f"{output.stem}.") and path.suffix in (output.suffix, ".log")
    )


@contextmanager
def _opened(task: ChangesTask, report: ChangeReport, place: Path) -> Iterator[_Session]:
    """Checkouts, oracle, record and driver for these versions."""
    versions = report.versions
    command = located_test(task.oracle.command, versions, built=task.build is not None)
    users = [versions.top] if versions.top else [Path(task.good), Path(task.bad)] if task.repository is None else []
    parts = [
        versions.good.tree,
        versions.bad.tree,
        str(task.build),
        f"{task.isolate} {task.every} {task.clean}",
        LEARNED,
    ]
    name = f"changes-{identity([part.encode() for part in parts], 'changes', task.oracle, command)}"
    store = Store(session_folder(task.output, users) / name)
    output = task.output or store.folder / "changes.diff"
    if task.fresh:
        store.forget()
    store.remember_command(list(task.arguments), Path.cwd())
    log = output.with_suffix(".log")
    record = (ChangesPairRecord if task.isolate else ChangesRecord)(report, log, store, task.stops)
    try:
        checkouts = [
            Checkout(
                place / f"checkout-{number}", report.deltas, versions, keep_made=bool(task.build) and not task.clean
            )
            for number in range(task.jobs)
        ]
        for checkout in checkouts:
            checkout.fill()
        commands = Commands(command, task.build, user_environment(), _sandbox(task, command, versions, place))
        runs = VersionRuns(checkouts, commands)
        oracle = oracle_of_bad_version(task.oracle, runs, record, jobs=task.jobs, hide=(str(place),))
        with executor_for(task.jobs) as executor:
            driver = Driver(oracle, executor, record, jobs=task.jobs)
            yield _Session(task, report, record, driver, oracle, output, log, store.folder)
    finally:
        record.close()


def _sandbox(task: ChangesTask, command: tuple[str, ...], versions: Versions, place: Path) -> Sandbox | None:
    """A sandbox in which the test finds its own files, and git the objects of both versions."""
    if not task.oracle.sandbox:
        return None
    objects = [Path(path) for path in versions.repository.objects]
    readable = [place / "repository", *objects, *task.oracle.readable]
    return Sandbox.opened([*(Path(part) for part in command), *named_programs(command), *readable])


def _search(session: _Session, causes: list[Selection]) -> None:
    """Fills in the causes, one after the other."""
    record, deltas = session.record, session.report.deltas
    _check_ends(session)
    everything = Selection.all(len(deltas))
    record.emit(StageStarted(record.elapsed, "changes", "dd" if session.task.isolate else "dichotomy", len(deltas)))
    if isinstance(record, ChangesPairRecord):
        record.begin(session.output)
        record.passing, record.failing = session.driver.drive(
            partial(dd_by_levels, everything, deltas.cuts), deltas.render
        )
        causes.append(record.failing - record.passing)
        return
    ties, failing = Ties(deltas), everything
    record.begin(session.output)
    while True:
        causes.append(session.driver.drive(partial(smallest_cause, deltas, ties, failing), deltas.render))
        _write(session, causes)
        if not session.task.every:
            return
        record.begin(numbered(session.output, len(causes) + 1))
        rest = session.driver.drive(without_cause(deltas, failing, causes[-1]), deltas.render)
        if rest.outcome is Outcome.UNRESOLVED:
            record.note("with the causes taken out the test cannot tell; there may be more of them")
        if rest.outcome is not Outcome.FAIL:
            return
        failing = rest.units


def _check_ends(session: _Session) -> None:
    """The bad version fails and the good one passes, as often as they are run."""
    deltas, task = session.report.deltas, session.task
    bad, good = session.report.versions.bad, session.report.versions.good
    bad_content, good_content = deltas.render(Selection.all(len(deltas))), deltas.render(Selection())
    for content, wanted, told in (
        (bad_content, Outcome.FAIL, f"the bad version does not fail: {bad}"),
        (good_content, Outcome.PASS, f"the good version does not pass: {good}"),
    ):
        name = digest(content)
        while sum(session.record.checks[name, outcome] for outcome in Outcome) < task.checks:
            answer = session.driver.ask(content)
            if answer.verdict.outcome is not wanted:
                if session.record.checks[name, wanted]:
                    raise TooFlaky(f"{told} each time; make the test give the same answer each time it is run")
                raise NotFailing(f"{told}; {answer.verdict.reason}{last_line(answer.message)}")
    if session.oracle.runs.edited:
        names = ", ".join(sorted(session.oracle.runs.edited)[:3])
        session.record.note(f"the test edits files of the version it runs in ({names}); they are put back each time")


def _write(session: _Session, causes: list[Selection]) -> None:
    """The last cause with a header that tells where it comes from."""
    report = session.report
    patch = report.header(causes[-1], WHAT) + report.deltas.patch(causes[-1])
    session.record.write_output(numbered(session.output, len(causes)), patch)


def _found(session: _Session, causes: list[Selection], *, complete: bool, why: str) -> ChangesResult:
    record = session.record
    passing = Selection()
    if isinstance(record, ChangesPairRecord):
        passing = record.passing
        if record.failing:
            record.save()
    end = session.report.log_end(causes)
    if end and not session.log.read_text().endswith(end):
        session.record.log(end)
    outputs = [numbered(session.output, number + 1) for number in range(max(1, len(causes)))]
    return ChangesResult(
        session.report,
        causes,
        passing,
        [path for path in outputs if path.exists()],
        session.log,
        session.folder,
        session.oracle.criterion.describe(),
        record.statistics,
        record.tests_this_sitting,
        complete,
        why,
    )
