"""When a run has used up its time: time spent waiting for a processor does not count, within bounds.

On a busy machine a program that needs a tenth of a second can take ten. It would be mistaken for a hang, and the result
would depend on the load of the machine. Linux reports for every task how long it was ready to run and did not.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from thresher.oracle.running.memory import family

MOST_EXTENSION = 10  # a run that only waits is stopped after this many times its limit


class Deadline:
    """Passed once a run that began at `begun` has had `seconds` to itself; never, if they are None.

    `starved` returns the seconds in which it waited for a processor. It is only called when the time would be up.
    """

    def __init__(self, begun: float, seconds: float | None, starved: Callable[[], float]) -> None:
        self._begun, self._seconds, self._starved = begun, seconds, starved
        self.moment: float | None = None if seconds is None else begun + seconds

    def passed(self, now: float) -> bool:
        """Whether the time is up; moves `moment`, when to check again, to later if some of the time did not count."""
        if self._seconds is None or self.moment is None or now < self.moment:
            return False
        self.moment = self._begun + min(self._seconds + self._starved(), self._seconds * MOST_EXTENSION)
        return now >= self.moment


class Starvation:
    """The seconds in which a process and its descendants waited for a processor, as far as they were seen alive.

    0 where the kernel does not report it. Waiting times of concurrent processes are added up.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._nanoseconds: dict[int, int] = {}

    def __call__(self) -> float:
        for member in family(self._pid):
            self._nanoseconds[member] = max(self._nanoseconds.get(member, 0), _longest_wait(member))
        return sum(self._nanoseconds.values()) / 1e9


def _longest_wait(pid: int) -> int:
    """The longest wait of the threads of a process, in nanoseconds."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        return max(int(Path(f"/proc/{pid}/task/{task}/schedstat").read_text().split()[1]) for task in tasks)
    except (OSError, ValueError, IndexError):  # it has ended, or the kernel has no such numbers
        return 0
