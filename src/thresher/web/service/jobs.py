"""The job queue of a server: one job runs at a time, a few wait, and the last ones are kept for their results."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from queue import Queue
from typing import Protocol

from thresher.service.http.feed import Feed

JOIN_SECONDS = 60.0


class RecordingJobState(StrEnum):
    """Where a job is between its submission and its end."""

    WAITING = auto()
    RUNNING = auto()
    STOPPING = auto()
    FINISHED = auto()
    STOPPED = auto()
    FAILED = auto()


@dataclass(frozen=True, slots=True)
class JobSummary:
    """What the queue shows of a job: the steps of its recording, and how many are `left` so far."""

    title: str
    state: RecordingJobState
    steps: int = 0
    left: int = 0


class Job(Protocol):
    """Runs once in a thread and publishes to a feed, which it closes at the end."""

    @property
    def feed(self) -> Feed:
        """Its events; closed when the job is done."""

    @property
    def files(self) -> Mapping[str, bytes]:
        """The downloads by name."""

    @property
    def summary(self) -> JobSummary:
        """What the queue shows of it now."""

    def run(self) -> None:
        """Runs the whole job. Publishes errors to the feed instead of raising them."""

    def stop(self) -> None:
        """Ends the job early with the best result so far."""

    def abandon(self) -> None:
        """Ends the job without a result: the server shuts down."""


class JobsFull(Exception):
    """The queue is full."""


class Jobs:
    """At most `most_waiting` jobs wait besides the running one; the last `most_kept` finished ones are kept."""

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
        """Queues a job; returns its name."""
        with self._lock:
            self.require_room()
            name = secrets.token_hex(8)
            self._jobs[name] = job
            finished = [each for each, known in self._jobs.items() if known.feed.closed]
            for old in finished[: max(0, len(self._jobs) - self._most_kept)]:
                del self._jobs[old]
        self._queue.put(job)
        return name

    def get(self, name: str) -> Job | None:
        """The job with that name, if it is still kept."""
        return self._jobs.get(name)

    def summaries(self) -> list[tuple[str, JobSummary]]:
        """All jobs that are kept by their names, in the order in which they were added and run."""
        with self._lock:
            known = list(self._jobs.items())
        return [(name, job.summary) for name, job in known]

    def start(self) -> None:
        """Starts the thread that runs the queued jobs."""
        self._thread.start()

    def abandon(self) -> None:
        """Ends all jobs and their feeds, without waiting for them."""
        self._queue.put(None)
        for job in list(self._jobs.values()):
            job.abandon()

    def join(self) -> None:
        """Waits for the running job to end."""
        self._thread.join(timeout=JOIN_SECONDS)

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            job.run()
