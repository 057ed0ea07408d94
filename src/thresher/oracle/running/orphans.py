"""Processes that a test left behind by leaving its process group, as daemons do.

Once we adopt orphans, such a process becomes our child when its parent ends. Its environment tells which run it belongs
to, so that runs side by side do not kill each other's.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Set

MARKER = "THRESHER_RUN"  # in the environment of every run: tells its processes from all others
REAP_SECONDS = 0.5  # seconds for children that are dying
_SET_CHILD_SUBREAPER = 36  # from the system's prctl.h
_STATE, _FLAGS, _PENDING = 0, 6, 28  # of what /proc/PID/stat tells behind the name
_EXITING = 4  # PF_EXITING of the kernel's sched.h
_adopting = False


def adopt() -> None:
    """From now on orphans of our runs become our children. For a process that is ours alone: the command line's."""
    global _adopting  # noqa: PLW0603 - a property of the process, as the kernel has it
    _adopting = ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def marked(marker: str, started: Set[int]) -> list[int]:
    """The processes with the marker in their environment that have lost their parents, besides those `started`.

    They are our children if we adopt orphans; else they may be anybody's, and all processes are looked at.
    """
    wanted = marker.encode()
    candidates = _children() if _adopting else {int(name) for name in os.listdir("/proc") if name.isdigit()}
    return [pid for pid in candidates - started if wanted in _environment(pid)]


def sweep(marker: str, started: set[int]) -> None:
    """Ends every adopted process whose environment holds the marker; `started` are children that are still wanted.

    Waits a moment for others that are dying, which may be of the same run. One that the system cannot end at once, as
    it waits for a disk for instance, is left to a later sweep.
    """
    if not _adopting:
        return
    wanted, more = marker.encode(), True
    deadline = time.monotonic() + REAP_SECONDS
    while more:
        more = False
        for pid in _children() - started:
            if wanted in _environment(pid):
                _end(pid)
                more = True
                continue
            is_zombie, is_dying = _end_of(pid)
            if is_zombie:
                _reap(pid)
            elif is_dying and time.monotonic() < deadline:
                more = True


def _children() -> set[int]:
    pid = os.getpid()
    return {int(child) for child in _told(f"/proc/{pid}/task/{pid}/children").split()}


def _environment(pid: int) -> list[bytes]:
    return _told(f"/proc/{pid}/environ").split(b"\0")


def _end_of(pid: int) -> tuple[bool, bool]:
    """Whether it is a zombie, and whether it will be one at once, when its environment may tell nothing any more."""
    fields = _told(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    if not fields:
        return False, False
    is_killed = bool(int(fields[_PENDING]) & 1 << signal.SIGKILL - 1)
    return fields[_STATE] == b"Z", is_killed or bool(int(fields[_FLAGS]) & _EXITING)


def _told(path: str) -> bytes:
    """What the kernel tells in a file, nothing if the process is gone; the quick way, since every test asks."""
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
