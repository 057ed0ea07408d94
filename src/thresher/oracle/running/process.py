"""One run of a program: its own process group, limits, its output captured, and nothing left behind.

The wait is on a pidfd together with the output pipes, so a run needs no polling and no thread, and a child that
outlives its parent cannot block us by keeping a pipe open. The group is killed while its leader is still a zombie, when
its process ID cannot belong to anyone else.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from thresher.errors import OracleBroken
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signals import signal_of_exit_code
from thresher.oracle.running.capture import Capture
from thresher.oracle.running.control_groups import MemoryGroup
from thresher.oracle.running.handle import RunHandle, kill_group
from thresher.oracle.running.limits import UNLIMITED, Limits
from thresher.oracle.running.memory import held, written
from thresher.oracle.running.orphans import MARKER, STARTING, marked
from thresher.oracle.running.waiting import wait

STARTED: set[int] = set()  # our children that are still needed


def run(
    argv: Sequence[str],
    *,
    directory: str | Path,
    environment: Mapping[bytes, bytes] | Mapping[str, str],
    stdin: str | Path | None = None,
    limits: Limits = UNLIMITED,
    running: RunHandle | None = None,
    counted: str | Path | None = None,
    group: MemoryGroup | None = None,
) -> Observation:
    """Runs a command to its end or to its limits. A command that cannot be started raises OracleBroken.

    Files below the directory `counted`, or else the one it runs in, count as memory. So does the memory of processes
    that left the run's process group, as daemons do, if their environment has its MARKER. In a control `group` the
    kernel limits the memory as well.
    """
    running = running or RunHandle()
    begun = time.monotonic()
    with STARTING:
        process = _start(argv if group is None else group.joining(argv, environment), directory, environment, stdin)
        STARTED.add(process.pid)
    try:
        running.started(process)
        if group is not None:
            group.add(process.pid)
        if limits.file_size is not None:
            _limit_files(process.pid, limits.file_size)
        streams = [Capture(pipe.fileno()) for pipe in (process.stdout, process.stderr) if pipe]
        exceeds = partial(_exceeds, group, process.pid, environment, counted or directory)
        stopped = wait(process.pid, streams, limits, begun, exceeds)
        if group is not None and group.exceeded():
            stopped = "memory"
    finally:
        kill_group(process.pid)
        running.ended()
        process.wait()
        STARTED.discard(process.pid)
        for pipe in (process.stdout, process.stderr):
            if pipe:
                pipe.close()
    return _observed(process.returncode, streams, stopped, time.monotonic() - begun)


def _mark(environment: Mapping[bytes, bytes] | Mapping[str, str]) -> str | None:
    """The marker of a run as it appears in its environment."""
    for name, value in environment.items():
        if os.fsdecode(name) == MARKER:
            return f"{MARKER}={os.fsdecode(value)}"
    return None


def _exceeds(
    group: MemoryGroup | None,
    pid: int,
    environment: Mapping[bytes, bytes] | Mapping[str, str],
    directory: str | Path,
    size: int,
) -> bool:
    if group is not None and group.exceeded():
        return True
    mark = _mark(environment)
    orphans = marked(mark, STARTED) if mark else []
    return held([pid, *orphans]) + written(directory) > size


def _start(
    argv: Sequence[str],
    directory: str | Path,
    environment: Mapping[bytes, bytes] | Mapping[str, str],
    stdin: str | Path | None,
) -> subprocess.Popen[bytes]:
    source = os.open(stdin or os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return subprocess.Popen(
            argv,
            cwd=directory,
            env=environment,
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except OSError as error:
        raise OracleBroken(f"cannot run {argv[0]}: {error.strerror}; check the command") from error
    finally:
        os.close(source)


def _observed(status: int, streams: list[Capture], stopped: str | None, seconds: float) -> Observation:
    killed = -status if status < 0 else None
    too_large = signal.SIGXFSZ in (killed, signal_of_exit_code(status))  # also if a shell in between reports it
    limit = stopped if stopped == "memory" else "file size" if too_large else None
    return Observation(
        exit_code=status if killed is None else None,
        signal=killed,
        stdout=streams[0].text(),
        stderr=streams[1].text(),
        timed_out=stopped == "time",
        limit=limit,
        seconds=seconds,
    )


def limit_files(size: int) -> None:
    """A limit for all runs from their very start, for a process that is ours alone: children inherit it."""
    import resource  # noqa: PLC0415 - only Unix has it; the API works without

    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def _limit_files(pid: int, size: int) -> None:
    """The exact limit for one run. It is set shortly after the start, so the very first writes may escape it."""
    import resource  # noqa: PLC0415 - likewise

    try:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, size))
    except (ProcessLookupError, PermissionError):  # it has ended already, or is another user's by now
        return
