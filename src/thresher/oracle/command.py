"""A command as the oracle: run on each candidate in a fresh directory, judged by a criterion."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.failures import gdb
from thresher.oracle.failures.crash_site import CrashSite
from thresher.oracle.failures.criterion import Criterion
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import UNLIMITED, Limits
from thresher.oracle.running.orphans import MARKER, sweep
from thresher.oracle.running.process import STARTED, run
from thresher.oracle.running.run_directory import RunDirectories, RunDirectory
from thresher.oracle.secrets import hide_secrets
from thresher.oracle.time_limit import SizedTimeLimit

if TYPE_CHECKING:
    from thresher.oracle.requirements import Requirements

PLACEHOLDERS = ("{}", "%s")
_PLACE = re.compile("|".join(map(re.escape, PLACEHOLDERS)))
_SHELL = re.compile(r"[|&;<>$`*?~]|^\w+=")  # characters that only a shell gives a meaning


class Start(NamedTuple):
    """Everything that a run is started with, except its directory."""

    argv: list[str]
    environment: Mapping[bytes, bytes]
    stdin: str | Path | None


class Subject(Protocol):
    """What a candidate's content means for a run."""

    @property
    def name(self) -> str:
        """The file that a candidate's content is written to."""

    @property
    def aside(self) -> bool:
        """Whether that file is out of the program's sight: `start` reads it, not the program."""

    @property
    def backtrace(self) -> bool:
        """Whether the program is run under gdb."""

    @property
    def where(self) -> str:
        """Which candidate was run first, in words that follow "the command succeeds": "on crash.c"."""

    def start(self, place: RunDirectory) -> Start:
        """How to run the candidate in its directory."""

    def hide_secrets(self, observation: Observation) -> Observation:
        """The run as it may be saved."""


@dataclass(frozen=True, slots=True)
class Program:
    """How the program under test is started. `argv` may contain `{}` or `%s` in place of the candidate's path.

    Without a placeholder the program finds the candidate under its name in its working directory, as with creduce, or
    reads it from standard input.
    """

    argv: tuple[str, ...]
    name: str
    from_stdin: bool = False
    backtrace: bool = False
    environment: Mapping[bytes, bytes] = field(default_factory=lambda: dict(os.environb))

    def command(self, candidate: str) -> list[str]:
        """The arguments for a candidate at that path."""
        argv = [filled(part, candidate) for part in self.argv]
        return gdb.gdb_command(argv) if self.backtrace else argv

    @property
    def aside(self) -> bool:
        return False

    @property
    def where(self) -> str:
        return f"on {self.name}"

    def start(self, place: RunDirectory) -> Start:
        return Start(self.command(place.candidate), self.environment, place.candidate if self.from_stdin else None)

    def hide_secrets(self, observation: Observation) -> Observation:
        """The run without the secrets of its environment; the input itself is known to its owner."""
        return hide_secrets(observation, self.environment)


def filled(word: str, path: str) -> str:
    """A word of a command with the path in place of its placeholders; a path that contains a placeholder is not
    filled again.

    >>> filled("--input={}", "/tmp/%s.txt")
    '--input=/tmp/%s.txt'
    """
    return _PLACE.sub(lambda _: path, word)


def located(argv: Sequence[str], candidate: Path | None, *, remote: bool = False) -> tuple[str, ...]:
    """The command with the paths of existing files made absolute, since it will run in another directory.

    An argument that names the input itself stands for the candidate, as `{}` does. A program that cannot be found is a
    UsageError, now rather than after the first test; unless it runs on a `remote` machine, which may have it.
    """
    if not argv:
        raise UsageError("no command to run; put it after --, with {} for the file: -- ./program {}")
    program = shutil.which(argv[0])
    if program is None and remote:
        return (argv[0], *(locate(argument, candidate) for argument in argv[1:]))
    if program is None:
        raise UsageError(_not_found(argv[0]))
    return (str(Path(program).absolute()), *(locate(argument, candidate) for argument in argv[1:]))


def _not_found(word: str) -> str:
    """The message for a command that does not exist; one that consists of several words was quoted."""
    if len(word.split()) > 1 and not exists(word):
        line = f"sh -c {shlex.quote(word)}" if _SHELL.search(word) else word
        return f"the command {word!r} is quoted as one word; write: -- {line}"
    hint = " (it is not executable: chmod +x)" if exists(word) else ""
    return f"the command {word!r} was not found{hint}; check its name and path"


def locate(argument: str, candidate: Path | None) -> str:
    """One argument of a command, with the path in it made absolute if such a file exists."""
    head, equals, tail = argument.rpartition("=")
    if not tail or tail in PLACEHOLDERS or tail.startswith("-") or not exists(tail):
        return argument
    path = Path(tail)
    is_candidate = candidate is not None and path.resolve() == candidate.resolve()
    return head + equals + (PLACEHOLDERS[0] if is_candidate else str(path.absolute()))


def exists(name: str) -> bool:
    """Whether there is such a file; False for what cannot be the name of one."""
    try:
        return Path(name).exists()
    except OSError:  # too long for a name, for instance
        return False


class CommandOracle:
    """Callable from several threads at once: every run has a directory of its own.

    With a `site`, a run that crashes silently like the first one is repeated under gdb. Content that does not meet the
    `requirements` is unresolved, and takes no run. With a `time_limit`, small contents get less time than large ones.
    """

    def __init__(
        self,
        program: Subject,
        directories: RunDirectories,
        *,
        criterion: Criterion,
        limits: Limits = UNLIMITED,
        site: CrashSite | None = None,
        requirements: Requirements | None = None,
        time_limit: SizedTimeLimit | None = None,
    ) -> None:
        self.program = program
        self.directories = directories
        self.criterion = criterion
        self.limits = limits
        self.site = site
        self.requirements = requirements
        self.time_limit = time_limit

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Answer:
        """Runs the program once on this content and judges the run. Content that does not count is not run."""
        unmet = self.requirements and self.requirements.unmet(content, self.directories, self.limits, running)
        if unmet:
            return Answer(Verdict(Outcome.UNRESOLVED, unmet), runs=0)
        timed = None if self.time_limit is None else self.time_limit.of(content)
        observation = observe(
            self.program,
            self.directories,
            timed or content,
            limits=self.limits,
            running=running,
            limited=None if timed is None else timed.limited,
        )
        site = self.site
        if site is not None and not running.cancelled:
            debugged = RunObserver(UnderGdb(self.program), self.directories, site.limits)
            observation = site.located(observation, lambda: debugged(content, running))
        verdict = self.criterion.judge(observation)
        other = self.criterion.other_failure(observation)
        message = observation.stderr or observation.stdout if other or verdict.outcome is Outcome.FAIL else b""
        answer = Answer(verdict, observation.seconds, other_failure=other, message=message)
        return answer if timed is None else timed.learned(answer, timed_out=observation.timed_out)


@dataclass(frozen=True, slots=True)
class UnderGdb:
    """Another subject, run under gdb."""

    subject: Subject

    @property
    def name(self) -> str:
        return self.subject.name

    @property
    def aside(self) -> bool:
        return self.subject.aside

    @property
    def backtrace(self) -> bool:
        return True

    @property
    def where(self) -> str:
        return self.subject.where

    def start(self, place: RunDirectory) -> Start:
        start = self.subject.start(place)
        return start._replace(argv=gdb.gdb_command(start.argv))

    def hide_secrets(self, observation: Observation) -> Observation:
        return self.subject.hide_secrets(observation)


@dataclass(frozen=True, slots=True)
class RunObserver:
    """A run without a verdict, callable like an oracle."""

    program: Subject
    directories: RunDirectories
    limits: Limits

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Observation:
        return observe(self.program, self.directories, content, limits=self.limits, running=running)


def observe(
    program: Subject,
    directories: RunDirectories,
    content: Callable[[], bytes],
    *,
    limits: Limits = UNLIMITED,
    running: RunHandle | None = None,
    limited: Callable[[Limits], Limits] | None = None,
) -> Observation:
    """Runs the program once on this content and returns the observation.

    `limited` changes the limits once the content has been rendered.
    """
    running = running or RunHandle()
    with directories.fresh(program.name, content, aside=program.aside) as place:
        running.prepared.set()
        limits = limits if limited is None else limited(limits)
        start = program.start(place)
        box = directories.sandbox
        environment = {
            **(box.environment(start.environment) if box else start.environment),
            b"TMPDIR": place.temporary.encode(),
            b"PWD": place.work.encode(),
            MARKER.encode(): place.top.encode(),
        }
        argv = start.argv
        if box is not None:
            argv = box.command(argv, top=place.top, temporary=place.temporary, work=place.work)
        with directories.groups.fresh(limits) as group:
            observation = run(
                argv,
                directory=place.work,
                counted=place.top,
                environment=environment,
                stdin=start.stdin,
                limits=limits,
                running=running,
                group=group,
            )
        sweep(f"{MARKER}={place.top}", STARTED)
    if box is not None:
        observation = box.unwrapped(observation)
    return program.hide_secrets(gdb.unwrapped(observation) if program.backtrace else observation)
