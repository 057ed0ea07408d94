"""How much memory a run holds: its processes, as the kernel tells it, and its files, which may lie in memory too.

Resident memory is what hurts a machine. An address-space limit would stop sanitizers, Java and Go before they begin:
they reserve terabytes and use little.
"""

from __future__ import annotations

import os
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


def resident(pid: int) -> int:
    """Bytes resident in the process and all that descend from it; 0 where it cannot be told."""
    return sum(_resident_alone(member) for member in family(pid))


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
                        total += entry.stat(follow_symlinks=False).st_blocks * 512
        except OSError:
            continue
    return total


def family(pid: int) -> list[int]:
    """The process and all that descend from it, as far as their parents live."""
    family, index = [pid], 0
    while index < len(family):
        family += _children(family[index])
        index += 1
    return family


def physical() -> int:
    """The machine's memory in bytes."""
    return _PAGE * os.sysconf("SC_PHYS_PAGES")


def _resident_alone(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError, ValueError):
        return 0


def _children(pid: int) -> list[int]:
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        return [int(child) for task in tasks for child in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
    except OSError:
        return []
