"""Processes that a test left behind by leaving its process group, as daemons do.

Once we adopt orphans, such a process becomes our child when its parent ends. Its environment tells which run it belongs
to, so that runs side by side do not kill each other's.
"""

from __future__ import annotations

import ctypes
import os
import signal
from pathlib import Path

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
    try:
        return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}
    except OSError:
        return set()


def _environment(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def _is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False


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
