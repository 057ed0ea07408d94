"""What can be done with jobs: submitted, looked at, stopped, resumed, removed; of the routes and free of HTTP."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thresher.errors import UsageError
from thresher.service.allowed import AllowedCommand
from thresher.service.queue.database import JobQueue
from thresher.service.queue.folders import JobFolders
from thresher.service.queue.job import QueuedJob, stored_name
from thresher.service.records import details, job_record
from thresher.service.views.session_view import SessionSnapshot, SessionView

LEAST_FREE = 256 << 20  # bytes of the disk that uploads leave free
MOST_LISTED = 200


class NoRoom(Exception):
    """The queue or the disk is full; the message says which."""


@dataclass(frozen=True, slots=True)
class JobService:
    """The jobs of a server. Thread-safe. `most_waiting` bounds the queue."""

    queue: JobQueue
    folders: JobFolders
    commands: Mapping[str, AllowedCommand]
    options: tuple[str, ...]
    most_waiting: int = 100
    _views: dict[Path, SessionView] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def arguments(self, job: QueuedJob) -> tuple[str, ...] | None:
        """The arguments of `thresher` for a job; None if its command is not allowed, or is another one by now."""
        command = self.commands.get(job.command)
        if command is None or command.line != job.line:
            return None
        return command.arguments(job.file, ("--no-tui", "--quiet", *self.options))

    def submit(self, name: str, command: str, content: bytes) -> QueuedJob:
        """Queues a job; UsageError if the command is not allowed or the input is empty, NoRoom if there is no room."""
        allowed = self.commands.get(command)
        if allowed is None:
            raise UsageError(f"the command {command!r} is not allowed here; choose from {', '.join(self.commands)}")
        if not content:
            raise UsageError("the input is empty; there is nothing to reduce")
        if len(self.queue.waiting()) >= self.most_waiting:
            raise NoRoom("too many jobs are waiting; try again when one is done")
        if shutil.disk_usage(self.folders.root).free < LEAST_FREE + 2 * len(content):
            raise NoRoom("the disk of the server is nearly full; remove jobs, or tell the operator")
        key = self.queue.new_key()
        self.folders.create(key, stored_name(name), content)
        return self.queue.add(key, name=name, command=command, line=allowed.line, size=len(content))

    def listed(self) -> list[dict[str, Any]]:
        """The newest jobs as JSON."""
        ahead = {job.key: number for number, job in enumerate(self.queue.waiting())}
        return [job_record(job, self.seen(job), ahead=ahead.get(job.key)) for job in self.queue.jobs()[:MOST_LISTED]]

    def described(self, job: QueuedJob) -> dict[str, Any]:
        """One job as JSON, with all that its page shows."""
        seen = self.seen(job)
        waiting = [each.key for each in self.queue.waiting()]
        ahead = waiting.index(job.key) if job.key in waiting else None
        return {**job_record(job, seen, ahead=ahead), **details(seen)}

    def view(self, job: QueuedJob) -> SessionView | None:
        """The session of a job; None before its first run."""
        folder = self.folders.session(job)
        if folder is None:
            return None
        with self._lock:
            return self._views.setdefault(folder, SessionView(folder))

    def seen(self, job: QueuedJob) -> SessionSnapshot | None:
        view = self.view(job)
        return view.snapshot() if view is not None else None

    def remove(self, job: QueuedJob) -> bool:
        """Removes a job that has ended with all that it has; False if it has not ended."""
        if not self.queue.remove(job.key):
            return False
        with self._lock:
            for folder in [each for each in self._views if self.folders.of(job) in each.parents]:
                del self._views[folder]
        self.folders.remove(job)
        return True
