"""How much memory a process and its descendants hold, as the kernel tells it.

Resident memory is what hurts a machine. An address-space limit would stop sanitizers, Java and Go before they begin:
they reserve terabytes and use little.
"""

from __future__ import annotations

import os
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


def resident(pid: int) -> int:
    """Bytes resident in the process and all that descend from it; 0 where it cannot be told."""
    return sum(_resident_alone(member) for member in _family(pid))


def physical() -> int:
    """The machine's memory in bytes."""
    return _PAGE * os.sysconf("SC_PHYS_PAGES")


def _resident_alone(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError, ValueError):
        return 0


def _family(pid: int) -> list[int]:
    family, index = [pid], 0
    while index < len(family):
        family += _children(family[index])
        index += 1
    return family


def _children(pid: int) -> list[int]:
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        return [int(child) for task in tasks for child in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
    except OSError:
        return []
