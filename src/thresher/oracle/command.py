"""A command as the oracle: run on each candidate in a fresh directory, judged by a criterion."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from thresher.errors import UsageError
from thresher.oracle import gdb
from thresher.oracle.answer import Answer
from thresher.oracle.criterion import Criterion
from thresher.oracle.limits import UNLIMITED, Limits
from thresher.oracle.observation import Observation
from thresher.oracle.orphans import sweep
from thresher.oracle.process import STARTED, Running, run
from thresher.oracle.rundir import RunDirectories

PLACEHOLDERS = ("{}", "%s")
MARKER = "THRESHER_RUN"  # in the environment of every run: tells its processes from all others


@dataclass(frozen=True, slots=True)
class Program:
    """How the program under test is started. `argv` may hold `{}` or `%s` where the candidate's path goes.

    Without a placeholder the program finds the candidate under its name in the directory it is run in, as creduce and
    its kin have it, or reads it from standard input.
    """

    argv: tuple[str, ...]
    name: str
    from_stdin: bool = False
    backtrace: bool = False
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    def command(self, candidate: Path) -> list[str]:
        """The arguments for a candidate at that path."""
        argv = [part.replace("{}", str(candidate)).replace("%s", str(candidate)) for part in self.argv]
        return gdb.gdb_command(argv) if self.backtrace else argv


def located(argv: Sequence[str]) -> tuple[str, ...]:
    """The command with the paths of existing files made absolute, since it will run in another directory.

    A program that cannot be found is a UsageError: better now than after the first test.
    """
    if not argv:
        raise UsageError("no command to run; put it after --, with {} for the file: -- ./program {}")
    program = shutil.which(argv[0])
    if program is None:
        hint = " (it is not executable: chmod +x)" if Path(argv[0]).is_file() else ""
        raise UsageError(f"the command {argv[0]!r} was not found{hint}; check its name and path")
    return (str(Path(program).absolute()), *(_absolute(argument) for argument in argv[1:]))


def _absolute(argument: str) -> str:
    head, equals, tail = argument.rpartition("=")
    if tail and tail not in PLACEHOLDERS and not tail.startswith("-") and Path(tail).exists():
        return head + equals + str(Path(tail).absolute())
    return argument


class CommandOracle:
    """Callable from several threads at once: every run has a directory of its own."""

    def __init__(
        self, program: Program, directories: RunDirectories, *, criterion: Criterion, limits: Limits = UNLIMITED
    ) -> None:
        self.program = program
        self.directories = directories
        self.criterion = criterion
        self.limits = limits

    def __call__(self, data: bytes, running: Running | None = None) -> Answer:
        """One run of the program on these bytes, judged."""
        observation = observe(self.program, self.directories, data, limits=self.limits, running=running)
        verdict = self.criterion.judge(observation)
        slip = self.criterion.slip(observation)
        message = observation.stderr or observation.stdout if slip else b""
        return Answer(verdict, observation.seconds, slip=slip, message=message)


def observe(
    program: Program,
    directories: RunDirectories,
    data: bytes,
    *,
    limits: Limits = UNLIMITED,
    running: Running | None = None,
) -> Observation:
    """Runs the program once on these bytes and tells what was seen."""
    with directories.fresh(program.name, data) as path:
        environment = {
            **program.environment,
            "TMPDIR": f"{path.parent.parent}/tmp",
            "PWD": str(path.parent),
            MARKER: str(path.parent.parent),
        }
        observation = run(
            program.command(path),
            directory=path.parent,
            environment=environment,
            stdin=path if program.from_stdin else None,
            limits=limits,
            running=running,
        )
        sweep(f"{MARKER}={environment[MARKER]}", STARTED)
    return gdb.seen_through(observation) if program.backtrace else observation
