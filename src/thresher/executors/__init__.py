"""Where tests run, as executors in the sense of concurrent.futures."""

from __future__ import annotations

from concurrent.futures import Executor

from thresher.executors.local import LocalExecutor, SerialExecutor


def executor_for(jobs: int) -> Executor:
    """An executor for this many jobs: the caller's thread for one, threads for several."""
    return SerialExecutor() if jobs == 1 else LocalExecutor(jobs)
