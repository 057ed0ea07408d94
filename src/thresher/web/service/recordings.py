"""`thresher web serve`: a server that reduces uploaded recordings in a browser on this machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from thresher.service.http.app import create_app
from thresher.service.http.limits import ServiceLimits
from thresher.service.http.server import Server, until_signal
from thresher.session.recordings import read_rules
from thresher.web.reducing.oracle import Replayer
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.settings import WEB, ReplaySettings, StateAbstraction
from thresher.web.service.job import RecordingJob
from thresher.web.service.jobs import Job, Jobs
from thresher.web.service.routes import JobRoutes
from thresher.web.service.submission import MOST_BYTES, parse_submission

LIMITS = ServiceLimits(body_bytes=2 * MOST_BYTES)  # a recording gets longer as JSON inside JSON


class Service:
    """The server with its browser. Uploads are only ever replayed, and only on web URLs, never on files."""

    def __init__(
        self,
        host: str,
        port: int,
        settings: ReplaySettings,
        *,
        rules: Path | None = None,
        states: StateAbstraction | None = None,
        limits: ServiceLimits = LIMITS,
    ) -> None:
        self._rules = tuple(read_rules(rules)) if rules is not None else ()
        self._states = states or StateAbstraction()
        self._server = Server(host, port, limits)
        try:
            self._chromium = Chromium(browser=settings.browser)
        except BaseException:
            self._server.close()
            raise
        self._replayer = Replayer(self._chromium, replace(settings, schemes=WEB))
        self._jobs = Jobs()
        routes = JobRoutes(self._jobs, self._submitted, _page, limits).routes()
        self._app = create_app(routes, self._server.guard)
        self.port, self.token, self.address = self._server.port, self._server.token, self._server.address

    def run(self) -> None:
        """Serves until SIGINT, SIGTERM or SIGHUP."""
        until_signal(self.serving())

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Serves inside a with statement, once; afterwards no thread and no browser is left."""
        self._jobs.start()
        try:
            with self._server.serving(self._app):
                try:
                    yield
                finally:
                    self._jobs.abandon()  # also ends the event streams
        finally:
            self._chromium.close()
            self._jobs.join()

    def _submitted(self, posted: Mapping[str, Any]) -> Job:
        return RecordingJob(parse_submission(posted, self._rules, self._states), self._replayer)


def _page(nonce: str) -> str:
    text = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    values = {"%NONCE%": nonce, "%LIMIT%": f"{MOST_BYTES >> 20} MB", "%BYTES%": str(MOST_BYTES)}
    for placeholder, value in values.items():
        text = text.replace(placeholder, value)
    return text
