"""Which cluster runs the tests; apart from what talks to it, which most sessions do not need."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cluster:
    """Which cluster: the scheduler's address, or None for one of our own. Workers must offer all that is needed.

    `jobs` are at most so many tests at a time; None is as many as the cluster has room for.
    """

    scheduler: str | None = None
    needs: tuple[str, ...] = ()
    jobs: int | None = None
