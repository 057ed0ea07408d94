"""One run of a program: its own process group, limits, its output captured, and nothing left behind.

The wait is on a pidfd together with the output pipes, so a run costs no polling and no thread, and a child that
outlives its parent cannot keep us waiting by holding a pipe open. The group is killed while its leader is still a
zombie, when its number cannot belong to anyone else.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from thresher.errors import OracleBroken
from thresher.oracle.capture import Capture
from thresher.oracle.limits import UNLIMITED, Limits
from thresher.oracle.memory import resident, written
from thresher.oracle.observation import Observation

STARTED: set[int] = set()  # our children that are still waited for
FIRST_LOOK, LOOK_EVERY = 0.1, 0.25  # seconds until memory is looked at, and between looks


class Running:
    """A handle on a run that another thread may cancel before, while or after it runs.

    `prepared` is set once the run holds its content no longer, since it is in a file.
    """

    def __init__(self) -> None:
        self.cancelled = False
        self.prepared = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def cancel(self) -> None:
        """Kills the run's whole group at once, or keeps it from starting."""
        with self._lock:
            self.cancelled = True
            if self._process is not None:
                _kill_group(self._process.pid)

    def started(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._process = process
            if self.cancelled:
                _kill_group(process.pid)

    def ended(self) -> None:
        with self._lock:
            self._process = None


def run(
    argv: Sequence[str],
    *,
    directory: str | Path,
    environment: Mapping[bytes, bytes] | Mapping[str, str],
    stdin: str | Path | None = None,
    limits: Limits = UNLIMITED,
    running: Running | None = None,
) -> Observation:
    """Runs a command to its end or to its limits. A command that cannot be started raises OracleBroken."""
    running = running or Running()
    begun = time.monotonic()
    process = _start(argv, directory, environment, stdin)
    STARTED.add(process.pid)
    try:
        running.started(process)
        if limits.file_size is not None:
            _limit_files(process.pid, limits.file_size)
        streams = [Capture(pipe.fileno()) for pipe in (process.stdout, process.stderr) if pipe]
        stopped = _wait(process, streams, limits, begun, directory)
    finally:
        _kill_group(process.pid)
        running.ended()
        process.wait()
        STARTED.discard(process.pid)
        for pipe in (process.stdout, process.stderr):
            if pipe:
                pipe.close()
    return _observed(process.returncode, streams, stopped, time.monotonic() - begun)


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
        raise OracleBroken(f"cannot run {argv[0]}: {error.strerror}; check the command after --") from error
    finally:
        os.close(source)


def _wait(
    process: subprocess.Popen[bytes], streams: list[Capture], limits: Limits, begun: float, directory: str | Path
) -> str | None:
    """Reads the output until the process has ended; says which limit stopped it, if one did."""
    ended = os.pidfd_open(process.pid)
    try:
        poll = select.poll()
        poll.register(ended, select.POLLIN)
        open_streams = {stream.descriptor: stream for stream in streams}
        for descriptor in open_streams:
            poll.register(descriptor, select.POLLIN)
        look = begun + FIRST_LOOK
        while True:
            ready = {descriptor for descriptor, _ in poll.poll(_patience(limits, begun, look))}
            for descriptor in ready & open_streams.keys():
                if not open_streams[descriptor].read():
                    poll.unregister(open_streams.pop(descriptor).descriptor)
            if ended in ready:
                for stream in open_streams.values():
                    stream.drain()
                return None
            now = time.monotonic()
            if limits.seconds is not None and now - begun >= limits.seconds:
                return "time"
            if limits.memory is not None and now >= look:
                look = now + LOOK_EVERY
                if resident(process.pid) + written(directory) > limits.memory:
                    return "memory"
    finally:
        os.close(ended)


def _patience(limits: Limits, begun: float, look: float) -> float | None:
    """Milliseconds until something must be checked; None waits for events alone."""
    moments = []
    if limits.seconds is not None:
        moments.append(begun + limits.seconds)
    if limits.memory is not None:
        moments.append(look)
    return max(0.0, (min(moments) - time.monotonic()) * 1000 + 1) if moments else None


def _observed(status: int, streams: list[Capture], stopped: str | None, seconds: float) -> Observation:
    killed = -status if status < 0 else None
    limit = stopped if stopped == "memory" else "file size" if killed == signal.SIGXFSZ else None
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
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def _limit_files(pid: int, size: int) -> None:
    """The exact limit for one run. It comes a moment after the start, so what begins at once may escape it."""
    try:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, size))
    except (ProcessLookupError, PermissionError):  # it has ended already, or is another user's by now
        return


def _kill_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
