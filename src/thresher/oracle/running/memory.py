"""The memory that a run uses: its processes, as reported by the kernel, and its files, which may be in memory too.

Resident memory is what harms a machine. An address-space limit would stop sanitizers, Java and Go before they start:
they reserve terabytes and use little.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")
_BLOCK = 512  # bytes; the unit of st_blocks
_RESIDENT, _SHARED = b"VmRSS:", b"RssShmem:"


def held(pids: Iterable[int]) -> int:
    """Bytes that the processes and their descendants hold; 0 where it cannot be determined.

    Counts resident memory, and open files that have no name (any more), such as those of memfd_create. Shared memory
    may be such a file and resident as well: of the two, the larger counts.
    """
    resident, shared, nameless = 0, 0, dict[tuple[int, int], int]()
    for pid in family(*pids):
        status_lines = _status(pid)
        resident += status_lines.get(_RESIDENT, 0) - status_lines.get(_SHARED, 0)
        shared += status_lines.get(_SHARED, 0)
        nameless |= _nameless(pid)
    return resident + max(shared, sum(nameless.values()))


def written(directory: str | Path) -> int:
    """Bytes that the files below a directory occupy; files that vanish meanwhile count nothing."""
    total, waiting = 0, [str(directory)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
        except OSError:
            continue
    return total


def family(*pids: int) -> list[int]:
    """The processes and all their descendants, as far as their parents are alive; each once."""
    members = dict.fromkeys(pids)
    waiting = list(members)
    while waiting:
        new = [child for child in _children(waiting.pop()) if child not in members]
        members |= dict.fromkeys(new)
        waiting += new
    return list(members)


def physical() -> int:
    """The machine's memory in bytes."""
    return _PAGE * os.sysconf("SC_PHYS_PAGES")


def _status(pid: int) -> dict[bytes, int]:
    """The bytes that each line of /proc/PID/status reports."""
    try:
        lines = Path(f"/proc/{pid}/status").read_bytes().splitlines()
    except OSError:
        return {}
    fields = (line.split() for line in lines if line.endswith(b" kB"))
    return {name: int(number) << 10 for name, number, _ in fields}


def _nameless(pid: int) -> dict[tuple[int, int], int]:
    """The bytes of each open file without a name, by device and inode."""
    sizes: dict[tuple[int, int], int] = {}
    try:
        descriptors = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return sizes
    for descriptor in descriptors:
        try:
            status = os.stat(f"/proc/{pid}/fd/{descriptor}")
        except OSError:
            continue
        if stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
            sizes[status.st_dev, status.st_ino] = status.st_blocks * _BLOCK
    return sizes


def _children(pid: int) -> list[int]:
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        return [int(child) for task in tasks for child in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
    except OSError:
        return []
