"""A session as the command line runs it: input files, output file, folder, processes; all in order at the end."""

from __future__ import annotations

import dataclasses
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Generic, TypeVar

from thresher import formats
from thresher.engine.driver import Driver
from thresher.engine.reduction import Reduction
from thresher.engine.statistics import Statistics
from thresher.errors import Stopped, UsageError
from thresher.kernel.events import Finished
from thresher.oracle.command import Subject, located
from thresher.oracle.directory import DirectoryProgram
from thresher.oracle.running import orphans
from thresher.oracle.running.guard import CleanupGuard
from thresher.oracle.running.orphans import MARKER
from thresher.oracle.running.process import limit_files
from thresher.oracle.running.run_directory import RunDirectories, unused_root
from thresher.oracle.running.sandbox import Sandbox
from thresher.oracle.secrets import Secrets
from thresher.plan import Plan, plan_for
from thresher.session.executor_setup import open_executor
from thresher.session.files.directories import check_output, read_directory, read_result
from thresher.session.files.naming import name_in_runs, result_name
from thresher.session.files.streams import is_stdout, is_stream, write_stream
from thresher.session.files.whole import SUFFIX_ROOM, check_output_file, check_writable, read_input, shortened
from thresher.session.first_run import LEAST_FILE_SIZE, open_oracle, program_for
from thresher.session.folder.about import About, forget_certificate, write_certificate
from thresher.session.folder.ownership import Ownership
from thresher.session.folder.store import FOLDER, Store
from thresher.session.identity import identity, named_programs
from thresher.session.interrupts import handled_by
from thresher.session.record import Record, digest
from thresher.session.sequence_record import SequenceRecord
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.verify.granularity import Granularity, granularity
from thresher.verify.removals import Certificate, known_removals

COMPLETE = "every stage of the search has ended"
INTERRUPTED = "interrupted"
MOST_CERTIFIED = 1 << 13  # bytes of a result whose single removals are looked up; cutting up a larger one takes long


@dataclass(frozen=True, slots=True)
class Task:
    """What one command line asks for. `arguments` are kept for `thresher resume`.

    Sessions are kept beside the output, or in `sessions`. An output that is a stream, such as a FIFO or standard
    output, gets the result once, at the end; sessions are beside the input then.
    """

    input: Path
    output: Path
    oracle: OracleSettings
    search: SearchSettings
    arguments: tuple[str, ...] = ()
    fresh: bool = False
    sessions: Path | None = None

    @property
    def place(self) -> Path:
        """The directory that has the sessions in it."""
        return self.sessions or (self.input if is_stream(self.output) else self.output).parent

    def result_in(self, folder: Path) -> Path:
        """Where the best result is kept: in the output, or in the session's folder if that is a stream."""
        return folder / result_name(self.input.name) if is_stream(self.output) else self.output


@dataclass(frozen=True, slots=True)
class Result:
    """`complete` unless a limit or the user stopped the search early, and then `why`.

    `certain_tests` are the `new_tests` without those that one worker would not have made.
    `granularity` says what a search that was not stopped has shown of the result.
    """

    before: bytes
    after: bytes
    output: Path
    folder: Path
    criterion: list[str]
    statistics: Statistics
    new_tests: int
    complete: bool
    why: str
    certain_tests: int = 0
    granularity: Granularity | None = None


R = TypeVar("R", bound=Record)


@dataclass(frozen=True, slots=True)
class Session(Generic[R]):
    """An open session: questions can be asked, and what is found out is kept in its folder."""

    record: R
    driver: Driver[bytes]
    criterion: list[str]
    folder: Path


Hear = Callable[[Record, list[str], Plan], None]
UntilEnd = Callable[[Callable[[], object], Record], tuple[bool, str]]


def reduce_file(task: Task, hear: Hear, subject: Subject | None = None, *, until_end: UntilEnd | None = None) -> Result:
    """Reduces a file; the best result is in the output file after each success. `hear` is told what is looked for.

    `until_end` runs the search, as `until_stopped` does, and may show it meanwhile.
    """
    _check_output(task)
    data, subject = read_content(task.input), subject or subject_of(task)
    plan = plan_for(task.input.name, data, task.search.plan_options)
    check_language(plan, task.input.name, data)

    def record_in(store: Store) -> Record:
        name, output, stops = task.input.name, task.result_in(store.folder), task.search.stops
        if output == task.input:  # a copy of our own
            Ownership(store.folder, output).adopt(data)
        if task.search.plan_options.prefixes:
            return SequenceRecord(data, name=name, output=output, store=store, stops=stops)
        return Record(data, name=name, output=output, store=store, stops=stops, measure=plan.measure(name))

    with opened(task, [data], record_in, subject) as session:
        return reduce_in(session, data, task, plan, hear, until_end=until_end)


def _check_output(task: Task) -> None:
    """The output can be written, and is not the input; where it may be, the input is a copy of our own."""
    if task.input.is_dir():
        check_output(task.input, task.output)
    elif task.output != task.input:
        check_output_file(task.output, task.input)


def reduce_in(
    session: Session[Record], data: bytes, task: Task, plan: Plan, hear: Hear, *, until_end: UntilEnd | None = None
) -> Result:
    """Reduces a file's content in an open session, whatever its oracle is; what is written is whole at the end."""
    record, output = session.record, task.result_in(session.folder)
    about = _about(task, data, session.criterion, plan, output)
    about.write(session.folder)
    forget_certificate(session.folder)
    hear(record, session.criterion, plan)
    reduction = Reduction(data, session.driver, record, plan, task.search.trust, name=task.input.name)
    complete, why = (until_end or until_stopped)(reduction.run, record)
    if read_result(output) != record.best:
        record.write_output(output, record.best)
    _deliver(task.output, output, record.best)
    shown = granularity(record.best, task.input.name, plan) if complete else None
    dataclasses.replace(
        about,
        cached=record.statistics.cached,
        claim=shown.claim if shown else "",
        caveat=shown.caveat if shown else "",
    ).write(session.folder)
    if complete and len(record.best) <= MOST_CERTIFIED:
        known, all_known = known_removals(record.best, task.input.name, plan, record.known)
        write_certificate(session.folder, Certificate(known, all_known, session.criterion))
    return Result(
        data,
        record.best,
        output,
        session.folder,
        session.criterion,
        record.statistics,
        record.tests_this_sitting,
        complete,
        why,
        record.certain_tests,
        shown,
    )


def _deliver(stream: Path, output: Path, content: bytes) -> None:
    """Writes the result to a stream; not to standard output, where results are shown anyway."""
    if not is_stream(stream) or is_stdout(stream):
        return
    try:
        write_stream(stream, content)
    except (UsageError, KeyboardInterrupt) as error:
        why = str(error) or f"nothing was written to {stream}"
        raise UsageError(f"{why}; the result is in {output}") from None


def read_content(path: Path) -> bytes:
    """What a file or a directory holds."""
    return read_directory(path) if path.is_dir() else read_input(path)


def subject_of(task: Task) -> Subject | None:
    """The program, run in the directory that a candidate is; None if candidates are files."""
    if not task.input.is_dir():
        return None
    if task.oracle.from_stdin or task.oracle.function is not None:
        raise UsageError("--stdin and --python are for files; a directory is what the command behind -- is run in")
    return DirectoryProgram(program_for(task.oracle, located(task.oracle.command, task.input), task.input.name))


def _about(task: Task, data: bytes, criterion: list[str], plan: Plan, output: Path) -> About:
    return About(
        input=str(task.input.absolute()),
        digest=digest(data),
        size=len(data),
        output=str(output.absolute()),
        criterion=[Secrets.of(os.environb).hide(line) for line in criterion],
        format=plan.format,
    )


def check_language(plan: Plan, name: str, data: bytes) -> None:
    """An input that is not in the language of its grammar is a UsageError before the program is run."""
    if plan.format == formats.GRAMMAR and plan.syntax is not None:
        _ = plan.syntax.parse(name, data).tree


@contextmanager
def opened(
    task: Task, inputs: list[bytes], record_in: Callable[[Store], R], subject: Subject | None = None
) -> Iterator[Session[R]]:
    """A session on inputs of which the last one fails. Everything it started is ended when it is closed.

    Candidates are contents of the input file, unless a `subject` gives them another meaning.
    """
    command = located(task.oracle.command, task.input, elsewhere=task.search.cluster is not None)
    program = subject or program_for(task.oracle, command, name_in_runs(command, task.input.name))
    check_writable(task.place)
    number = identity(inputs, task.input.name, task.oracle, command, task.search.plan_options)
    store = Store(task.place / FOLDER / f"{shortened(task.input.name, room=SUFFIX_ROOM)}-{number}")
    if task.fresh:
        store.forget()
    store.remember_command(list(task.arguments), Path.cwd())
    record, control = record_in(store), task.search.stops.control
    try:
        with (
            running_place(task.oracle, len(inputs[-1]), command) as directories,
            open_executor(task.search, directories) as force,
        ):
            warning = task.search.cluster.warning if task.search.cluster else None
            if warning is not None and warning not in record.statistics.notes:
                record.note(warning)
            oracle = open_oracle(
                task.oracle,
                program,
                directories,
                inputs[-1],
                record,
                jobs=force.per_machine,
                checks=task.search.trust.checks,
                executor=force.executor,
            )
            driver = Driver(oracle, force.executor, record, jobs=force.jobs, control=control)
            yield Session(record, driver, oracle.criterion.describe(), store.folder)
    finally:
        record.close()


@contextmanager
def running_place(settings: OracleSettings, size: int, command: tuple[str, ...] = ()) -> Iterator[RunDirectories]:
    """Directories for runs, guarded: they and all their processes are gone at the end, even after kill -9.

    The files that the command names, and the programs that its scripts name, can be read in a sandbox.
    """
    sandbox = _sandbox(settings, command) if settings.sandbox else None
    root = unused_root(size)
    with (
        closing(CleanupGuard(root, MARKER)),
        closing(RunDirectories(beside=settings.beside, root=root, sandbox=sandbox)) as directories,
    ):
        orphans.adopt()
        limit_files(max(LEAST_FILE_SIZE, 20 * size, settings.file_size or 0))
        yield directories


def _sandbox(settings: OracleSettings, command: tuple[str, ...]) -> Sandbox:
    named = [Path(part.rpartition("=")[2]) for part in command]
    beside = [path.resolve() for path in settings.beside]
    return Sandbox.opened([*named, *named_programs(command), *beside, *settings.readable])


def until_stopped(search: Callable[[], object], record: Record) -> tuple[bool, str]:
    """Runs a search to its end, to a limit, or until the user has enough; whether it was complete, and why not."""
    complete, why = True, COMPLETE
    try:
        with handled_by(_interrupt, signal.SIGTERM, signal.SIGHUP):
            search()
    except Stopped as stop:
        complete, why = False, str(stop)
    except KeyboardInterrupt:
        complete, why = False, INTERRUPTED
    record.emit(Finished(record.elapsed, complete, why))
    return complete, why


def _interrupt(number: int, frame: FrameType | None) -> None:
    """SIGTERM and SIGHUP stop a search as Ctrl-C does."""
    raise KeyboardInterrupt
