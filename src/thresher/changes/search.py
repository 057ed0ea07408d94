"""Finds the changes that make a test fail: from two versions to a patch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from thresher.algorithms.sequences.by_levels import dd_by_levels
from thresher.changes.bisect_log import BisectLog
from thresher.changes.causes import smallest_cause, without_cause
from thresher.changes.directories import estimated_size, session_folder, temporary_place
from thresher.changes.patches import PatchPair, SmallestPatch, numbered
from thresher.changes.reporting import ChangeReport
from thresher.changes.repository.checkouts import Checkout
from thresher.changes.repository.loading import load_deltas, submodules
from thresher.changes.repository.versions import Versions, compare_directories, compare_revisions
from thresher.changes.task import VersionsTask
from thresher.changes.testing.bad_version import oracle_of_bad_version
from thresher.changes.testing.checked_ends import VersionEnds, check_ends
from thresher.changes.testing.command_location import located_test
from thresher.changes.testing.configurations import Commands, ConfigurationOracle, VersionRuns, user_environment
from thresher.engine.driver import Driver
from thresher.engine.record.record import Record
from thresher.engine.record.statistics import Statistics
from thresher.kernel.events import StageStarted
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.oracle.running.control_groups import MemoryGroups
from thresher.oracle.running.sandbox import Sandbox
from thresher.session.files.streams import is_stdout, is_stream, write_stream
from thresher.session.files.whole import check_output_file
from thresher.session.folder.storage import FolderStorage
from thresher.session.interrupts import until_stopped
from thresher.session.setup.identity import identity, named_programs
from thresher.session.setup.opening import Answering, Session, SessionParts, in_threads, open_session, open_store
from thresher.structures.changes.deltas import chosen_in
from thresher.structures.changes.related_changes import RelatedChanges

WHAT = "changes that make the test fail"
LEARNED = "learned failure"  # in the identity of a session, so that verdicts on any failure are not reused


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesTask(VersionsTask):
    """The task of `thresher changes`. Without a `repository` the versions are directories."""

    repository: Path | None
    output: Path | None = None
    isolate: bool = False
    every: bool = False


@dataclass(frozen=True, slots=True)
class ChangesResult:
    """The causes in the order found; with `isolate` the one difference to the `passing` version."""

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


Hear = Callable[[Record, list[str]], None]


_Patches: TypeAlias = SmallestPatch | PatchPair


@dataclass(frozen=True, slots=True)
class _Search:
    """A search in an open session."""

    task: ChangesTask
    report: ChangeReport
    session: Session[_Patches, ConfigurationOracle]
    output: Path
    log: BisectLog


def find_changes(task: ChangesTask, hear: Hear) -> ChangesResult:
    """Finds the smallest set of changes that makes the test fail, or the smallest difference.

    The best result so far is always on disk. A stream, such as a FIFO, gets only the final one.
    """
    if task.output is not None and is_stream(task.output):
        result = find_changes(replace(task, output=None), hear)
        if not is_stdout(task.output):
            write_stream(task.output, b"".join(path.read_bytes() for path in result.outputs))
        return result
    if task.output is not None:
        check_output_file(task.output)
    size = estimated_size(task.repository, task.good)
    with temporary_place(size * (task.jobs + 1), task.oracle.file_size) as place:
        versions = _versions(task, place)
        report = ChangeReport(versions, load_deltas(versions))
        with _open(task, report, place) as search:
            record = search.session.record
            hear(record, search.session.criterion)
            for note in (*versions.notes, *submodules(versions)):
                record.note(note)
            causes: list[Selection] = []
            end = until_stopped(lambda: _search(search, causes), record)
            return _result(search, causes, complete=end.complete, why=end.why)


def _versions(task: ChangesTask, place: Path) -> Versions:
    private = place / "repository"
    if task.repository is None:
        return compare_directories(Path(task.good), Path(task.bad), private)
    return compare_revisions(
        *(task.repository, task.good, task.bad, private),
        leave_out=_results(task.output),
        filters=not task.oracle.sandbox,
    )


def _results(output: Path | None) -> tuple[Path, ...]:
    """Files that an earlier run may have written beside the output; they are not changes of the user."""
    if output is None:
        return ()
    beside = output.absolute().parent.resolve()
    return tuple(
        path
        for path in beside.glob("*")
        if path.name.startswith(f"{output.stem}.") and path.suffix in (output.suffix, ".log")
    )


@contextmanager
def _open(task: ChangesTask, report: ChangeReport, place: Path) -> Iterator[_Search]:
    """A session on these versions."""
    command = located_test(task.oracle.command, report.versions, built=task.build is not None)
    store = open_store(_folder(task, report.versions, command), fresh=task.fresh, arguments=task.arguments)
    output = task.output or store.folder / "changes.diff"
    log = BisectLog(output.with_suffix(".log"), report)

    @contextmanager
    def answering(record: Record) -> Iterator[Answering[ConfigurationOracle]]:
        log.begin(record)
        runs = VersionRuns(
            _checkouts(task, report, place),
            Commands(
                command,
                task.build,
                user_environment(),
                MemoryGroups(place),
                _sandbox(task, command, report.versions, place),
            ),
            chosen_in,
        )
        bad = (report.deltas.render(Selection.all(len(report.deltas))), report.versions.bad)
        oracle = oracle_of_bad_version(task.oracle, runs, bad, record, jobs=task.jobs, hide=(str(place),))
        with in_threads(oracle, task.jobs, oracle.criterion.describe()) as answers:
            yield answers

    result: _Patches = PatchPair(report) if task.isolate else SmallestPatch(report)
    parts = SessionParts("changes", result, FolderStorage(store), task.stops, on_answer=log.answered)
    with open_session(parts, answering) as session:
        yield _Search(task, report, session, output, log)


def _folder(task: ChangesTask, versions: Versions, command: tuple[str, ...]) -> Path:
    """The folder of the session; its name changes with everything that decides a verdict."""
    users = [versions.top] if versions.top else [Path(task.good), Path(task.bad)] if task.repository is None else []
    parts = [
        versions.good.tree,
        versions.bad.tree,
        str(task.build),
        f"{task.isolate} {task.every} {task.clean}",
        LEARNED,
    ]
    name = f"changes-{identity([part.encode() for part in parts], 'changes', task.oracle, command)}"
    return session_folder(task.output, users) / name


def _checkouts(task: ChangesTask, report: ChangeReport, place: Path) -> list[Checkout]:
    """One checkout of the good version for each job."""
    keep_untracked = bool(task.build) and not task.clean
    checkouts = [
        Checkout(place / f"checkout-{number}", report.deltas, report.versions, keep_untracked=keep_untracked)
        for number in range(task.jobs)
    ]
    for checkout in checkouts:
        checkout.fill()
    return checkouts


def _sandbox(task: ChangesTask, command: tuple[str, ...], versions: Versions, place: Path) -> Sandbox | None:
    """A sandbox in which the test can read its own files, and git the objects of both versions."""
    if not task.oracle.sandbox:
        return None
    objects = [Path(path) for path in versions.repository.objects]
    readable = [place / "repository", *objects, *task.oracle.readable]
    return Sandbox.opened([*(Path(part) for part in command), *named_programs(command), *readable])


def _search(search: _Search, causes: list[Selection]) -> None:
    """Appends the causes to the list as they are found."""
    record, deltas = search.session.record, search.report.deltas
    result, driver = search.session.result, _checked(search)
    everything = Selection.all(len(deltas))
    record.emit(StageStarted(record.elapsed, "changes", "dd" if search.task.isolate else "dichotomy", len(deltas)))
    if isinstance(result, PatchPair):
        result.begin(search.output)
        result.settle(*driver.drive(partial(dd_by_levels, everything, deltas.cuts), deltas.render))
        causes.append(result.failing - result.passing)
        return
    related, failing = RelatedChanges(deltas), everything
    result.begin(search.output)
    while True:
        causes.append(driver.drive(partial(smallest_cause, deltas, related, failing), deltas.render))
        _write(search, causes)
        if not search.task.every:
            return
        result.begin(numbered(search.output, len(causes) + 1))
        rest = driver.drive(without_cause(deltas, failing, causes[-1]), deltas.render)
        if rest.outcome is Outcome.UNRESOLVED:
            record.note("without these causes the test cannot tell; there may be more causes")
        if rest.outcome is not Outcome.FAIL:
            return
        failing = rest.units


def _checked(search: _Search) -> Driver[bytes]:
    """The driver to search with, once both versions have been checked."""
    session, deltas = search.session, search.report.deltas
    bad, good = deltas.render(Selection.all(len(deltas))), deltas.render(Selection())
    ends = VersionEnds(bad, good, search.report.versions)
    driver = check_ends(session, ends, checks=search.task.checks, confidence=search.task.confidence)
    if session.oracle.runs.edited:
        names = ", ".join(sorted(session.oracle.runs.edited)[:3])
        session.record.note(f"the test edits files of the version it runs in ({names}); they are restored each time")
    return driver


def _write(search: _Search, causes: list[Selection]) -> None:
    """Writes the last cause, with a header that says where it comes from."""
    report = search.report
    patch = report.header(causes[-1], WHAT) + report.deltas.patch(causes[-1])
    search.session.record.write_output(numbered(search.output, len(causes)), patch)


def _result(search: _Search, causes: list[Selection], *, complete: bool, why: str) -> ChangesResult:
    session, passing = search.session, Selection()
    record, result = session.record, session.result
    if isinstance(result, PatchPair):
        passing = result.passing
        if result.failing:
            for path, content in result.files:
                record.write_output(path, content)
    search.log.end(search.report.log_end(causes))
    outputs = [numbered(search.output, number + 1) for number in range(max(1, len(causes)))]
    return ChangesResult(
        search.report,
        causes,
        passing,
        [path for path in outputs if path.exists()],
        search.log.path,
        session.folder,
        session.criterion,
        record.statistics,
        record.events.tests_this_run,
        complete,
        why,
    )
