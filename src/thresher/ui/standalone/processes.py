"""What the kernel says about the processes of a program: whether they sleep, and how often they ran."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

TIMER = ("hrtimer_nanosleep", "do_nanosleep", "clock_nanosleep")


def family(pid: int) -> list[int]:
    """A process and its descendants."""
    members = [pid]
    for member in members:
        with suppress(OSError):
            for task in os.listdir(f"/proc/{member}/task"):
                members += map(int, Path(f"/proc/{member}/task/{task}/children").read_text().split())
    return members


def runs_of(pids: list[int]) -> int:
    """How often threads of the processes have been given a processor."""
    total = 0
    for pid in pids:
        with suppress(OSError, ValueError, IndexError):
            for task in os.listdir(f"/proc/{pid}/task"):
                total += int(Path(f"/proc/{pid}/task/{task}/schedstat").read_text().split()[2])
    return total


def sleeps(pid: int) -> bool:
    """Whether no thread of the process runs; one that has ended sleeps, too."""
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            stat = Path(f"/proc/{pid}/task/{task}/stat").read_text()
            if stat.rpartition(")")[2].split()[0] in "RD":
                return False
    return True


def on_timer(pid: int) -> bool:
    """Whether the process sleeps for a set time, after which it continues by itself."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/wchan").read_text().startswith(TIMER)
    return False
