"""A session as the command line runs it: input files, output file, folder, processes; all in order at the end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from thresher.errors import Stopped
from thresher.executors import executor_for
from thresher.kernel.events import Finished
from thresher.oracle import orphans
from thresher.oracle.command import MARKER, CommandOracle, located
from thresher.oracle.guard import Guard
from thresher.oracle.process import limit_files
from thresher.oracle.rundir import RunDirectories
from thresher.plan import Plan, plan_for
from thresher.session.driver import Driver
from thresher.session.files import check_writable, read_input, write_whole
from thresher.session.identity import identity
from thresher.session.opening import LEAST_FILE_SIZE, open_oracle, program_for
from thresher.session.record import Record
from thresher.session.reduction import Reduction
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.statistics import Statistics
from thresher.session.store import FOLDER, Store

COMPLETE = "nothing more can be taken away"


@dataclass(frozen=True, slots=True)
class Task:
    """What one command line asks for. `arguments` are kept for `thresher resume`."""

    input: Path
    output: Path
    oracle: OracleSettings
    search: SearchSettings
    arguments: tuple[str, ...] = ()
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """`complete` unless a limit or the user stopped the search early, and then `why`."""

    before: bytes
    after: bytes
    output: Path
    folder: Path
    criterion: list[str]
    statistics: Statistics
    complete: bool
    why: str


Opened = Callable[[Record, list[str], Plan], None]


def reduce_file(task: Task, opened: Opened) -> Result:
    """Reduces a file; the best result is in the output file after each success. `opened` hears of it first."""
    data = read_input(task.input)
    command = located(task.oracle.command, task.input)
    plan = plan_for(task.input.name, data, task.search.wishes)
    program = program_for(task.oracle, command, task.input.name)
    name = f"{task.input.name}-{identity([data], task.input.name, task.oracle, command)}"
    with _record(task, data, name) as record, running_place(task.oracle, len(data)) as directories:
        oracle = open_oracle(task.oracle, program, directories, data, record, jobs=task.search.jobs)
        criterion = oracle.criterion.describe()
        opened(record, criterion, plan)
        with driving(oracle, record, task.search.jobs) as driver:
            reduction = Reduction(data, driver, record, plan, task.search.trust, name=task.input.name)
            complete, why = until_stopped(reduction.run, record)
        if not task.output.exists() or task.output.read_bytes() != record.best:
            write_whole(task.output, record.best)
        folder = task.output.parent / FOLDER / name
        return Result(data, record.best, task.output, folder, criterion, record.statistics, complete, why)


@contextmanager
def _record(task: Task, data: bytes, name: str) -> Iterator[Record]:
    check_writable(task.output.parent)
    store = Store(task.output.parent / FOLDER / name)
    if task.fresh:
        store.forget()
    store.remember_command(list(task.arguments), Path.cwd())
    record = Record(data, name=task.input.name, output=task.output, store=store, stops=task.search.stops)
    try:
        yield record
    finally:
        record.close()


@contextmanager
def running_place(settings: OracleSettings, size: int) -> Iterator[RunDirectories]:
    """Directories for runs, guarded: they and all their processes are gone at the end, even after kill -9."""
    directories = RunDirectories(beside=settings.beside, needed=size)
    guard = Guard(directories.root, MARKER)
    orphans.adopt()
    limit_files(max(LEAST_FILE_SIZE, 20 * size, settings.file_size or 0))
    try:
        yield directories
    finally:
        directories.close()
        guard.close()


@contextmanager
def driving(oracle: CommandOracle, record: Record, jobs: int) -> Iterator[Driver[bytes]]:
    """A driver on as many workers as there are jobs."""
    with executor_for(jobs) as executor:
        yield Driver(oracle, executor, record, jobs=jobs)


def until_stopped(search: Callable[[], object], record: Record) -> tuple[bool, str]:
    """Runs a search to its end, to a limit, or until the user has enough; whether it was complete, and why not."""
    complete, why = True, COMPLETE
    try:
        with _interrupts():
            search()
    except Stopped as stop:
        complete, why = False, str(stop)
    except KeyboardInterrupt:
        complete, why = False, "interrupted"
    record.emit(Finished(record.elapsed, complete, why))
    return complete, why


@contextmanager
def _interrupts() -> Iterator[None]:
    """SIGTERM and SIGHUP stop as Ctrl-C does. Only the main thread can be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
