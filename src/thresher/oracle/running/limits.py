"""What one run of the program under test may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """None lifts a limit. Memory is what the run's processes hold, with open files that have no name, and what they
    wrote to their directory, together."""

    seconds: float | None = None
    memory: int | None = None
    file_size: int | None = None


UNLIMITED = Limits()
