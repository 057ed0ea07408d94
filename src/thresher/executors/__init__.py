"""Where runs happen, in the shape of concurrent.futures."""

from __future__ import annotations

from concurrent.futures import Executor

from thresher.executors.local import LocalExecutor
from thresher.executors.serial import SerialExecutor


def executor_for(jobs: int) -> Executor:
    """One job runs in the caller's thread; several in threads, since a test waits for a process."""
    return SerialExecutor() if jobs == 1 else LocalExecutor(jobs)
