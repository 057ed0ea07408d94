"""Runs the jobs of a queue, a few at a time; their tests share the slots of one pool."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from thresher.errors import NotFailing
from thresher.executors.slot_server import SlotServer
from thresher.service.queue.database import JobQueue
from thresher.service.queue.folders import JobFolders
from thresher.service.queue.job import JobState, QueuedJob
from thresher.service.queue.process import JobProcess

BY_USER = "stopped by the user"
COMPLETE, STOPPED_EARLY = 0, 1  # exit codes of thresher reduce
Arguments = Callable[[QueuedJob], tuple[str, ...] | None]
"""The arguments of `thresher` for a job; None if its command is not allowed any more."""


class JobWorkers:
    """`at_once` threads, each with one job at a time. A job that the end of the server interrupts waits again."""

    def __init__(self, queue: JobQueue, folders: JobFolders, arguments: Arguments, *, at_once: int, slots: int) -> None:
        self._queue, self._folders, self._arguments = queue, folders, arguments
        self._at_once, self._slots = at_once, slots
        self._running: dict[str, JobProcess] = {}
        self._ending = False

    @contextmanager
    def working(self) -> Iterator[None]:
        """Works inside a with statement; afterwards no process is left, and each has kept its best result."""
        with self._folders.pool() as pool, closing(SlotServer(pool, self._slots)):
            names = [f"thresher-worker-{number}" for number in range(self._at_once)]
            threads = [threading.Thread(target=self._work, name=name) for name in names]
            for thread in threads:
                thread.start()
            try:
                yield
            finally:
                self._end()
                for thread in threads:
                    thread.join()

    def stop(self, key: str) -> bool:
        """Stops a job; False if it has ended already."""
        asked = self._queue.ask_to_stop(key)
        with self._queue.changed:
            process = self._running.get(key)
        if process is not None:
            process.stop()
        return asked

    def _end(self) -> None:
        with self._queue.changed:
            self._ending = True
            running = list(self._running.values())
            self._queue.changed.notify_all()
        for process in running:
            process.stop()

    def _work(self) -> None:
        while (begun := self._next()) is not None:
            job, process = begun
            try:
                self._run(job, process)
            except OSError as error:
                self._queue.end(job.key, JobState.FAILED, f"cannot run thresher: {error.strerror}")
            finally:
                with self._queue.changed:
                    del self._running[job.key]

    def _next(self) -> tuple[QueuedJob, JobProcess] | None:
        """The next job, once there is one; None when the server ends."""
        with self._queue.changed:
            while not self._ending:
                job = self._queue.begin()
                if job is None:
                    self._queue.changed.wait()
                    continue
                arguments = self._arguments(job)
                if arguments is None:
                    why = f"the operator does not allow {job.command!r} any more, or changed it; submit the file again"
                    self._queue.end(job.key, JobState.FAILED, why)
                    continue
                process = self._running[job.key] = JobProcess(self._folders.of(job), arguments)
                return job, process
        return None

    def _run(self, job: QueuedJob, process: JobProcess) -> None:
        code = process.run()
        with self._queue.changed:
            current = self._queue.get(job.key)
            stopping = current is not None and current.state is JobState.STOPPING
        if code == COMPLETE:
            self._queue.end(job.key, JobState.COMPLETE)
        elif stopping:
            self._queue.end(job.key, JobState.STOPPED, BY_USER)
        elif process.was_stopped:
            self._queue.end(job.key, JobState.WAITING)
        elif code == STOPPED_EARLY:
            self._queue.end(job.key, JobState.STOPPED, self._folders.printed(job))
        else:
            printed = self._folders.printed(job) or _died(code)
            what, _, _ = printed.partition("; ")  # what follows are options, which users of a service do not give
            self._queue.end(job.key, JobState.FAILED, what if code == NotFailing.exit_code else printed)


def _died(code: int | None) -> str:
    """Why a process that printed nothing has ended.

    >>> _died(-9)
    'the reduction was ended by signal 9; resume it to continue'
    """
    how = f"ended by signal {-code}" if code is not None and code < 0 else f"ended with exit code {code}"
    return f"the reduction was {how}; resume it to continue"
