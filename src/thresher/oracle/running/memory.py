"""How much memory a run holds: its processes, as the kernel tells it, and its files, which may lie in memory too.

Resident memory is what hurts a machine. An address-space limit would stop sanitizers, Java and Go before they begin:
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
    """Bytes that the processes and all that descend from them hold; 0 where it cannot be told.

    Counts what is resident, and open files that no directory has (any more), such as those of memfd_create. Shared
    memory may be such a file and resident as well: of the two, the larger counts.
    """
    resident, shared, nameless = 0, 0, dict[tuple[int, int], int]()
    for pid in family(*pids):
        rates = _rates(pid)
        resident += rates.get(_RESIDENT, 0) - rates.get(_SHARED, 0)
        shared += rates.get(_SHARED, 0)
        nameless |= _nameless(pid)
    return resident + max(shared, sum(nameless.values()))


def written(directory: str | Path) -> int:
    """Bytes that the files below a directory occupy; what vanishes while we look counts nothing."""
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
    """The processes and all that descend from them, as far as their parents live; each once."""
    found = dict.fromkeys(pids)
    waiting = list(found)
    while waiting:
        new = [child for child in _children(waiting.pop()) if child not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return list(found)


def physical() -> int:
    """The machine's memory in bytes."""
    return _PAGE * os.sysconf("SC_PHYS_PAGES")


def _rates(pid: int) -> dict[bytes, int]:
    """The bytes that each line of /proc/PID/status tells."""
    try:
        lines = Path(f"/proc/{pid}/status").read_bytes().splitlines()
    except OSError:
        return {}
    fields = (line.split() for line in lines if line.endswith(b" kB"))
    return {name: int(number) << 10 for name, number, _ in fields}


def _nameless(pid: int) -> dict[tuple[int, int], int]:
    """The bytes of each open file without a name, by device and inode."""
    found: dict[tuple[int, int], int] = {}
    try:
        descriptors = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return found
    for descriptor in descriptors:
        try:
            status = os.stat(f"/proc/{pid}/fd/{descriptor}")
        except OSError:
            continue
        if stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
            found[status.st_dev, status.st_ino] = status.st_blocks * _BLOCK
    return found


def _children(pid: int) -> list[int]:
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        return [int(child) for task in tasks for child in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
    except OSError:
        return []
