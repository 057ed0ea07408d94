"""Where tests run, as executors in the sense of concurrent.futures."""

from __future__ import annotations

from concurrent.futures import Executor

from thresher.errors import UsageError
from thresher.executors.local import LocalExecutor, SerialExecutor
from thresher.plugins import plugins

LOCAL, DASK = "local", "dask"


def executor_for(jobs: int) -> Executor:
    """An executor for this many jobs: the caller's thread for one, threads for several."""
    return SerialExecutor() if jobs == 1 else LocalExecutor(jobs)


def executors() -> tuple[str, ...]:
    """The names of all executors, those of other packages included."""
    return (LOCAL, DASK, *plugins("executors"))


def foreign_executor(name: str, jobs: int) -> Executor:
    """The executor of another package, which registers a function from the number of jobs to an executor."""
    make = plugins("executors").get(name)
    made = make(jobs) if callable(make) else None
    if not isinstance(made, Executor):
        raise UsageError(f"unknown executor {name!r}; choose from {', '.join(executors())}")
    return made
