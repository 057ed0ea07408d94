"""Processes that a test left behind by leaving its process group, as daemons do.

Once we adopt orphans, such a process becomes our child when its parent ends. Its environment identifies its run, so
that concurrent runs do not kill each other's processes.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from _thread import allocate_lock  # threading has hooks that run in every forked child of a worker
from collections.abc import Set

MARKER = "THRESHER_RUN"  # in the environment of every run: identifies its processes
REAP_SECONDS = 0.5  # seconds for children that are dying
_SET_CHILD_SUBREAPER = 36  # from the system's prctl.h
_STATE, _SESSION, _FLAGS, _PENDING = 0, 3, 6, 28  # fields of /proc/PID/stat after the name
_EXITING = 4  # PF_EXITING of the kernel's sched.h
_adopting = False

STARTING = allocate_lock()
"""Held from the start of a child until it is noted as started, so that no sweep takes it for an orphan meanwhile."""


def adopt() -> None:
    """Makes orphans of our runs our children. For a process that is ours alone: the command line's."""
    global _adopting  # noqa: PLW0603 - a property of the process, as the kernel has it
    _adopting = ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def marked(marker: str, started: Set[int]) -> list[int]:
    """The processes with the marker in their environment that have lost their parents, except those `started`.

    They are our children if we adopt orphans; otherwise all processes are searched.
    """
    wanted = marker.encode()
    candidates = _children() if _adopting else {int(name) for name in os.listdir("/proc") if name.isdigit()}
    return [pid for pid in candidates - started if wanted in _environment(pid)]


class ProcessTable:
    """What the kernel reports of our children."""

    def children(self) -> set[int]:
        return _children()

    def environment(self, pid: int) -> list[bytes]:
        return _environment(pid)

    def end_of(self, pid: int) -> tuple[bool, bool]:
        """Whether it is a zombie, and whether it will be one soon, when its environment may be gone already."""
        return _end_of(pid)


def sweep(marker: str, started: set[int], table: ProcessTable | None = None) -> None:
    """Ends every adopted process whose environment contains the marker; `started` are children that are still needed.

    So are all in our own session: runs, and what they leave behind, are in others.

    Waits briefly for others that are dying, which may belong to the same run. A process that the system cannot end at
    once, for instance because it waits for a disk, is left to a later sweep. Without a `table`, the kernel's is used if
    we adopt orphans; otherwise there are none.
    """
    table = table or (ProcessTable() if _adopting else None)
    if table is None:
        return
    wanted, more = marker.encode(), True
    deadline = time.monotonic() + REAP_SECONDS
    while more:
        more = False
        with STARTING:
            orphans = table.children() - started
        for pid in orphans:
            if wanted in table.environment(pid):
                _end(pid)
                more = True
                continue
            is_zombie, is_dying = table.end_of(pid)
            if is_zombie:
                _reap(pid)
            elif is_dying and time.monotonic() < deadline:
                more = True


def _children() -> set[int]:
    pid = os.getpid()
    return {int(child) for child in _read(f"/proc/{pid}/task/{pid}/children").split()}


def _environment(pid: int) -> list[bytes]:
    return _read(f"/proc/{pid}/environ").split(b"\0")


def _end_of(pid: int) -> tuple[bool, bool]:
    fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    if not fields or int(fields[_SESSION]) == os.getsid(0):
        return False, False
    is_killed = bool(int(fields[_PENDING]) & 1 << signal.SIGKILL - 1)
    return fields[_STATE] == b"Z", is_killed or bool(int(fields[_FLAGS]) & _EXITING)


def _read(path: str) -> bytes:
    """The content of a kernel file, empty if the process is gone; low-level, since every test reads some."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return b"".join(iter(lambda: os.read(descriptor, 1 << 16), b""))
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def _end(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        return


def _reap(pid: int) -> None:
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return
