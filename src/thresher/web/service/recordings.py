"""`thresher web serve`: a server that reduces uploaded recordings in a browser on this machine."""

from __future__ import annotations

import html
import json
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from thresher.formats.events.events import write_log
from thresher.service.http.app import create_app
from thresher.service.http.limits import ServiceLimits
from thresher.service.http.server import Server, until_signal
from thresher.session.recordings import read_rules
from thresher.web.reducing.oracle import Replayer
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.settings import WEB, ReplaySettings, StateAbstraction
from thresher.web.service.browser_job import BrowserJob
from thresher.web.service.job import RecordingJob
from thresher.web.service.jobs import Job, Jobs
from thresher.web.service.routes import JobRoutes
from thresher.web.service.submission import MOST_BYTES, MOST_CHECKS, Offer, parse_kept, parse_submission
from thresher.web.service.trial_job import TrialJob

LIMITS = ServiceLimits(body_bytes=2 * MOST_BYTES)  # a recording gets longer as JSON inside JSON
ASSETS = files(__package__).joinpath("assets")


class Service:
    """The server with its browser. Uploads are only ever replayed, and only on web URLs, never on files.

    Users choose one of the `setups` by its name; no other command can be run.
    """

    def __init__(
        self,
        host: str,
        port: int,
        settings: ReplaySettings,
        *,
        rules: Path | None = None,
        states: StateAbstraction | None = None,
        setups: Mapping[str, tuple[str, ...]] | None = None,
        limits: ServiceLimits = LIMITS,
    ) -> None:
        self._offer = Offer(
            replace(settings, schemes=WEB),
            setups or {},
            tuple(read_rules(rules)) if rules is not None else (),
            states or StateAbstraction(),
        )
        self._server = Server(host, port, limits)
        try:
            self._chromium = Chromium(browser=settings.browser)
            self._replayer = Replayer(self._chromium, self._offer.settings)
        except BaseException:
            self._server.close()
            raise
        self._jobs = Jobs()
        routes = JobRoutes(
            self._jobs, self._submitted, self._page, limits, tried=self._tried, reduced=self._reduced
        ).routes()
        self._app = create_app(routes, self._server.guard)
        self.port, self.token, self.address = self._server.port, self._server.token, self._server.address

    def run(self) -> None:
        """Serves until SIGINT, SIGTERM or SIGHUP."""
        until_signal(self.serving())

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Serves inside a with statement, once; afterwards no thread and no browser is left."""
        self._jobs.start()
        with self._replayer:
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
        submission = parse_submission(posted, self._offer)
        return RecordingJob(submission, self._replayer.with_settings(submission.settings))

    def _tried(self, job: Job, posted: Mapping[str, Any]) -> Job:
        """One replay of some steps of a job."""
        assert isinstance(job, BrowserJob)
        return TrialJob(job.submission, job.replayer, parse_kept(posted, len(job.log)), job.oracle)

    def _reduced(self, job: Job, posted: Mapping[str, Any]) -> Job:
        """A reduction of some steps of a job, with the same settings."""
        assert isinstance(job, BrowserJob)
        kept = parse_kept(posted, len(job.log))
        numbers = job.submission.numbered(len(job.log))
        data = write_log(job.selected(kept))
        submission = replace(job.submission, data=data, numbers=tuple(numbers[index] for index in kept))
        return RecordingJob(submission, job.replayer)

    def _page(self, nonce: str) -> str:
        offer = {
            "algorithm": self._offer.algorithm,
            "setup": shlex.join(self._offer.settings.setup),
            "setups": {name: shlex.join(command) for name, command in self._offer.setups.items()},
            "step_timeout": self._offer.settings.step_timeout,
            "checks": self._offer.checks,
            "most_checks": MOST_CHECKS,
            "bytes": MOST_BYTES,
        }
        page, style, code = (
            ASSETS.joinpath(f"page.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js")
        )
        values = {
            "%STYLE%": style,
            "%SCRIPT%": code,
            "%NONCE%": nonce,
            "%LIMIT%": f"{MOST_BYTES >> 20} MB",
            "%OFFER%": html.escape(json.dumps(offer)),
        }
        for placeholder, value in values.items():
            page = page.replace(placeholder, value)
        return page
