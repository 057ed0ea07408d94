"""A session whose questions are answered by running the program under test, or by calling a Python function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.errors import NotFailing
from thresher.oracle.command import CommandOracle, Program, Subject, located
from thresher.oracle.directory import DirectoryProgram
from thresher.oracle.python.oracle import PythonOracle
from thresher.oracle.requirements import Requirements
from thresher.oracle.running import orphans
from thresher.oracle.running.guard import CleanupGuard
from thresher.oracle.running.orphans import MARKER
from thresher.oracle.running.process import limit_files
from thresher.oracle.running.run_directory import RunDirectories, unused_root
from thresher.oracle.running.sandbox import Sandbox
from thresher.session.files.naming import name_in_runs
from thresher.session.files.whole import SUFFIX_ROOM, check_writable, shortened
from thresher.session.folder.store import FOLDER, Store
from thresher.session.settings import OracleSettings
from thresher.session.setup.executor_setup import open_executor
from thresher.session.setup.identity import identity, named_programs
from thresher.session.setup.opening import Answering, ResultT, Session, SessionParts, open_session, open_store
from thresher.session.target_failure.first_run import LEAST_FILE_SIZE, open_oracle, program_for
from thresher.session.task import Task

ProgramOracle: TypeAlias = CommandOracle | PythonOracle
ContentSession: TypeAlias = Session[SmallestContent, ProgramOracle]


@contextmanager
def open_program_session(
    task: Task,
    inputs: list[bytes],
    parts_in: Callable[[Store], SessionParts[ResultT]],
    subject: Subject | None = None,
    *,
    time_by_size: bool = False,
) -> Iterator[Session[ResultT, ProgramOracle]]:
    """A session on inputs of which the last one fails. Everything it started is ended when it is closed.

    Candidates are contents of the input file, unless a `subject` gives them another meaning. With `time_by_size`, small
    ones get less time than large ones, so that more of them may be unresolved.
    """
    command = located(task.oracle.command, task.input, remote=task.search.cluster is not None)
    program = subject or program_for(task.oracle, command, name_in_runs(command, task.input.name))
    check_writable(task.place)
    number = identity(inputs, task.input.name, task.oracle, command, task.search.plan_options)
    folder = task.place / FOLDER / f"{shortened(task.input.name, room=SUFFIX_ROOM)}-{number}"
    store = open_store(folder, fresh=task.fresh, arguments=task.arguments)

    @contextmanager
    def answering(record: Record) -> Iterator[Answering[ProgramOracle]]:
        with (
            running_place(task.oracle, len(inputs[-1]), command + sum(task.oracle.require, ())) as directories,
            open_executor(task.search, directories) as setup,
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
                jobs=setup.per_machine,
                checks=task.search.trust.checks,
                executor=setup.executor,
                requirements=_requirements(task, program),
                notify=task.notify,
                time_by_size=time_by_size,
            )
            yield Answering(oracle, setup.executor, setup.jobs, tuple(oracle.criterion.describe()))

    with open_session(parts_in(store), answering) as session:
        yield session


def fails(
    task: Task, inputs: list[bytes], parts_in: Callable[[Store], SessionParts[ResultT]], subject: Subject | None = None
) -> bool:
    """Whether the last of the inputs fails, as a first run shows it; nothing is kept. To notice swapped arguments."""
    with (
        TemporaryDirectory() as folder,
        suppress(NotFailing),
        open_program_session(replace(task, sessions=Path(folder)), inputs, parts_in, subject),
    ):
        return True
    return False


def _requirements(task: Task, program: Subject) -> Requirements | None:
    """The requirements of a task; their commands find a candidate where the program finds it."""
    settings = task.oracle
    if not (settings.require or settings.keep):
        return None
    commands: list[tuple[tuple[str, ...], Subject]] = []
    for words in settings.require:
        command = located(words, task.input, remote=task.search.cluster is not None)
        subject = Program(command, program.name if program.aside is False else task.input.name)
        commands.append((words, DirectoryProgram(subject) if isinstance(program, DirectoryProgram) else subject))
    return Requirements(tuple(commands), settings.keep)


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
