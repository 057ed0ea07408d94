"""The limits of one run of the program. A module of its own, since layers use it that must not import process
handling.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """None means no limit. Memory is what the run's processes hold, unnamed open files included, plus what they
    wrote to their directory. If it is `enforced`, the kernel limits it as well where it can (control_groups.py), which
    takes a millisecond or more per run.
    """

    seconds: float | None = None
    memory: int | None = None
    file_size: int | None = None
    enforced: bool = False


UNLIMITED = Limits()
