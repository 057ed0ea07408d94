"""Processes that a test left behind by leaving its process group, as daemons do.

Once we adopt orphans, such a process becomes our child when its parent ends. Its environment tells which run it belongs
to, so that runs side by side do not kill each other's.
"""

from __future__ import annotations

import ctypes
import os
import signal

_SET_CHILD_SUBREAPER = 36  # from the system's prctl.h
_adopting = False


def adopt() -> None:
    """From now on orphans of our runs become our children. For a process that is ours alone: the command line's."""
    global _adopting  # noqa: PLW0603 - a property of the process, as the kernel has it
    _adopting = ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def sweep(marker: str, started: set[int]) -> None:
    """Ends every adopted process whose environment holds the marker; `started` are children that are still wanted."""
    if not _adopting:
        return
    wanted, more = marker.encode(), True
    while more:
        more = False
        for pid in _children() - started:
            if wanted in _environment(pid):
                _end(pid)
                more = True
            elif _is_zombie(pid):
                _reap(pid)


def _children() -> set[int]:
    pid = os.getpid()
    return {int(child) for child in _told(f"/proc/{pid}/task/{pid}/children").split()}


def _environment(pid: int) -> list[bytes]:
    return _told(f"/proc/{pid}/environ").split(b"\0")


def _is_zombie(pid: int) -> bool:
    return _told(f"/proc/{pid}/stat").rpartition(b")")[2].split()[:1] == [b"Z"]


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
