"""The reductions of a server: one runs at a time, a few wait, and the last ones are kept for their results."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from queue import Queue
from typing import Protocol

from thresher.web.service.feed import Feed

JOIN_SECONDS = 60.0


class Job(Protocol):
    """Anything that can be run once in a thread and reports to a feed, which it closes at the end."""

    @property
    def feed(self) -> Feed:
        """Its events; closed when it is over."""

    @property
    def files(self) -> Mapping[str, bytes]:
        """What can be downloaded, by name."""

    def run(self) -> None:
        """The whole job; what goes wrong is told to the feed, not raised."""

    def stop(self) -> None:
        """Ends it early with the best result so far."""

    def abandon(self) -> None:
        """Ends it without a result, since the server ends."""


class JobsFull(Exception):
    """As many jobs are waiting as may."""


class Jobs:
    """`most_waiting` may wait besides the running one; of those that are over, the last `most_kept` can be read."""

    def __init__(self, *, most_kept: int = 20, most_waiting: int = 5) -> None:
        self._most_kept, self._most_waiting = most_kept, most_waiting
        self._jobs: dict[str, Job] = {}
        self._queue: Queue[Job | None] = Queue()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="thresher-jobs", daemon=True)

    def require_room(self) -> None:
        """Raises JobsFull if no job can be added now."""
        if sum(not job.feed.closed for job in list(self._jobs.values())) > self._most_waiting:
            raise JobsFull

    def add(self, job: Job) -> str:
        """Queues a job; the name under which it is known, which cannot be guessed."""
        with self._lock:
            self.require_room()
            name = secrets.token_hex(8)
            self._jobs[name] = job
            over = [each for each, known in self._jobs.items() if known.feed.closed]
            for old in over[: max(0, len(self._jobs) - self._most_kept)]:
                del self._jobs[old]
        self._queue.put(job)
        return name

    def get(self, name: str) -> Job | None:
        """The job of that name, if it is still kept."""
        return self._jobs.get(name)

    def start(self) -> None:
        """Begins to run what is queued."""
        self._thread.start()

    def abandon(self) -> None:
        """Ends all jobs and their feeds; returns at once."""
        self._queue.put(None)
        for job in list(self._jobs.values()):
            job.abandon()

    def join(self) -> None:
        """Waits for the job that is being abandoned."""
        self._thread.join(timeout=JOIN_SECONDS)

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            job.run()
