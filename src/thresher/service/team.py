"""`thresher serve`: a queue of reductions by commands that the operator allows, for everybody who has the token."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from thresher.errors import SessionBusy, UsageError
from thresher.service.allowed import AllowedCommand
from thresher.service.http.app import create_app
from thresher.service.http.limits import ServiceLimits
from thresher.service.http.server import Server, until_signal
from thresher.service.job_service import JobService
from thresher.service.queue.database import JobQueue
from thresher.service.queue.folders import JobFolders, opened_root
from thresher.service.queue.workers import JobWorkers
from thresher.service.routes import TeamRoutes
from thresher.service.views.attached import AttachedSessions
from thresher.session.folder.lock import Lock

QUEUE, TOKEN, LOCK = "queue.sqlite3", "token", "server.lock"
LEAST_TOKEN = 16  # characters
LIMITS = ServiceLimits(body_bytes=32 << 20, connections=128)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSettings:
    """`options` are those of `thresher reduce` for every job; `slots` bounds the tests at a time, over all jobs."""

    host: str
    port: int
    folder: Path
    commands: Mapping[str, AllowedCommand]
    sessions: tuple[Path, ...] = ()
    options: tuple[str, ...] = ()
    at_once: int = 1
    slots: int = 1
    most_waiting: int = 100
    limits: ServiceLimits = LIMITS


class TeamService:
    """The server with its queue. What was running when it ended, however it ended, continues with the next one."""

    def __init__(self, settings: TeamSettings) -> None:
        root, sessions = opened_root(settings.folder), AttachedSessions(settings.sessions)
        with ExitStack() as opened:
            opened.enter_context(closing(_locked(root)))
            self._server = Server(settings.host, settings.port, settings.limits, token=_token(root / TOKEN))
            opened.enter_context(closing(self._server))
            queue = opened.enter_context(closing(JobQueue(root / QUEUE)))
            folders = JobFolders(root)
            folders.remove_unknown({job.key for job in queue.jobs()})
            self._opened = opened.pop_all()
        jobs = JobService(queue, folders, settings.commands, settings.options, settings.most_waiting)
        self._workers = JobWorkers(queue, folders, jobs.arguments, at_once=settings.at_once, slots=settings.slots)
        self.routes = TeamRoutes(jobs, self._workers, sessions, settings.limits).routes()
        self._app = create_app(self.routes, self._server.guard)
        self.port, self.token, self.address = self._server.port, self._server.token, self._server.address

    def run(self) -> None:
        """Serves until SIGINT, SIGTERM or SIGHUP."""
        until_signal(self.serving())

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Serves inside a with statement, once; afterwards no thread and no process is left."""
        with self._opened, self._workers.working(), self._server.serving(self._app):
            yield


def _locked(root: Path) -> Lock:
    """The lock of a folder, so that two servers do not run the same jobs."""
    try:
        does, instead = f"is already serving {root}", "stop it, or choose another --folder"
        return Lock(root / LOCK, does=does, instead=instead)
    except SessionBusy as error:
        raise UsageError(str(error)) from None


def _token(path: Path) -> str:
    """The token of a service: the same after a restart, and known to nobody who cannot read its folder."""
    try:
        token = path.read_text().strip()
    except FileNotFoundError:
        token = secrets.token_urlsafe(24)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token)
    if len(token) < LEAST_TOKEN or not token.isascii() or not token.isprintable():
        raise UsageError(f"{path} has no usable token; remove it, and a new one is made")
    return token
