"""Runs one reducer on one case: in a new folder, with a test that counts its runs, for a limited time."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.counting import Counted, counted, counting
from benchmarks.peer_tools.case import Case
from benchmarks.peer_tools.peer import Commands, Job, Peer

BECOME_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
SIGNALS_AND_GRACE = (
    (signal.SIGINT, 10.0),
    (signal.SIGTERM, 5.0),
    (signal.SIGKILL, 5.0),
)  # and how long each has time to work
TAIL = 300  # characters of an error message
LOOK = 0.5  # seconds between two looks at the clock
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Ended:
    """How the commands ended: by themselves or at the time limit, and the last one's message if it failed."""

    complete: bool
    seconds: float
    error: str


@dataclass(frozen=True, slots=True)
class Measured:
    """Cost and result of a run; `kept` is false if the result does not fail, or the reducer failed to start."""

    counted: Counted
    ended: Ended
    tokens: int
    result: bytes
    kept: bool

    @property
    def size(self) -> int:
        return len(self.result)


def processor_seconds() -> float:
    """A clock that a busy machine does not make run faster: what the descendants of this process have used."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    ticks = sum(sum(map(int, fields[11:15])) for fields in _descendants())
    return ended.ru_utime + ended.ru_stime + ticks / os.sysconf("SC_CLK_TCK")


def measured(
    peer: Peer, case: Case, *, seconds: float, jobs: int, environment: Path, clock: Clock = time.monotonic
) -> Measured:
    """Reduces the case, for so many seconds of a clock; no files or processes are left afterwards."""
    with tempfile.TemporaryDirectory(prefix="peers-", ignore_cleanup_errors=True) as name:
        root = Path(name)
        folder, temporary = root / "work", root / "tmp"
        folder.mkdir()
        temporary.mkdir()
        shutil.copyfile(case.input, folder / case.input.name)  # which may be written, whatever the mode of the case
        job = Job(case, folder, root / "test", environment, jobs)
        counting(case.test, input_name=case.input.name, log=root / "log", program=job.test)
        begun = time.monotonic()
        ended = run(peer.commands(job), folder, temporary, clock=clock, seconds=seconds)
        left = smallest(peer, job)
        data = (left or case.input).read_bytes()
        kept = left is not None and not (ended.error and data == case.input.read_bytes())
        log = counted(root / "log", begun=begun, binary=case.binary)
        return Measured(log, ended, case.tokens(data), data, kept)


def smallest(peer: Peer, job: Job) -> Path | None:
    """The result of the peer, if it fails."""
    paths = (job.folder / name for name in peer.results(job))
    return next((path for path in paths if path.is_file() and job.case.shows(path)), None)


def run(commands: Commands, folder: Path, temporary: Path, *, clock: Clock, seconds: float) -> Ended:
    """Runs the commands in order, until one fails or the time is up."""
    begun = time.monotonic()
    deadline = clock() + seconds
    talk = temporary.with_name("talk")
    code: int | None = 0
    for command in commands:
        code = _command(command, folder, temporary, talk, lambda: clock() < deadline)
        if code is None or code:
            break
    taken = time.monotonic() - begun
    error = talk.read_text(errors="replace").strip()[-TAIL:] if code else ""
    return Ended(code is not None, taken, f"exit code {code}: {error}" if code else "")


def _command(command: list[str], folder: Path, temporary: Path, talk: Path, may_run: Callable[[], bool]) -> int | None:
    """The exit code, or None if the time was up. Ends all processes that the command started."""
    ctypes.CDLL(None).prctl(BECOME_SUBREAPER, 1, 0, 0, 0)
    with talk.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "TMPDIR": str(temporary)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    code = None
    try:
        code = _exit_code(process, may_run)
        if code is None:
            _stop(process)
    finally:
        _bury(process)
    return code


def _exit_code(process: subprocess.Popen[bytes], may_run: Callable[[], bool]) -> int | None:
    while may_run():
        try:
            return process.wait(LOOK)
        except subprocess.TimeoutExpired:
            continue
    return None


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a command as a user at a terminal would: Ctrl-C first."""
    for number, patience in SIGNALS_AND_GRACE:
        os.killpg(process.pid, number)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            continue
        return


def _bury(process: subprocess.Popen[bytes]) -> None:
    """Ends all remaining processes of a command, whose orphans become children of this process."""
    if process.poll() is None:
        process.kill()
        process.wait()
    while orphans := _children():
        for orphan in orphans:
            os.kill(orphan, signal.SIGKILL)
            os.waitpid(orphan, 0)


def _children() -> list[int]:
    """The child processes of this process."""
    return [number for number, fields in _processes() if int(fields[1]) == os.getpid()]


def _descendants() -> Iterator[list[str]]:
    """The fields of the processes below this one."""
    all_of = dict(_processes())
    for number, fields in all_of.items():
        above = int(fields[1])
        while above in all_of and above != os.getpid():
            above = int(all_of[above][1])
        if above == os.getpid() != number:
            yield fields


def _processes() -> Iterator[tuple[int, list[str]]]:
    """The number of each process, and its fields in /proc from its state on."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            yield int(path.parent.name), path.read_text(errors="replace").rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
