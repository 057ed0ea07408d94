"""Opens the executor of a session: threads of this process, or the workers of a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from thresher.executors import foreign_executor
from thresher.executors.local import LocalExecutor
from thresher.executors.shared import SharedExecutor
from thresher.oracle import remote
from thresher.oracle.running.run_directory import RunDirectories
from thresher.session.settings import SearchSettings


class ExecutorSetup(NamedTuple):
    """An executor, the number of tests it runs concurrently, and how many of them on one machine."""

    executor: Executor
    jobs: int
    per_machine: int


@contextmanager
def open_executor(search: SearchSettings, directories: RunDirectories) -> Iterator[ExecutorSetup]:
    """The executor for the settings. On a cluster, the workers' directories and processes are removed at the end."""
    jobs = search.jobs
    if search.executor is not None:
        with foreign_executor(search.executor, jobs) as executor:
            yield ExecutorSetup(executor, jobs, jobs)
        return
    if search.cluster is None:
        # threads also for one job: neither a request nor the preparation of the next test waits for a running one
        control = search.stops.control
        most = max(jobs, control.most_jobs) if control is not None else jobs  # the user may ask for more meanwhile
        with SharedExecutor(jobs, search.pool) if search.pool else LocalExecutor(most) as executor:
            yield ExecutorSetup(executor, jobs, jobs)
        return
    from thresher.executors.dask import DaskExecutor  # noqa: PLC0415 - slow to import, and rarely needed

    remote.make_picklable()
    leave = partial(remote.remove_directories, str(directories.root))
    with DaskExecutor(search.cluster, finish=leave) as executor:
        yield ExecutorSetup(executor, executor.jobs, executor.per_machine)
