"""Serves the page and the reductions it asks for. Nothing that is uploaded is run but by the replayer."""

from __future__ import annotations

import json
import re
import secrets
import signal
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.parse import unquote, urlsplit

from thresher.errors import ThresherError, UsageError
from thresher.oracle.criterion import parse_pattern
from thresher.rewriting.rule import Rule
from thresher.web.browser import Chromium
from thresher.web.failure import Conditions, Stated
from thresher.web.guiding import rules_in
from thresher.web.oracle import Replayer
from thresher.web.service.guard import COOKIE, LOOPBACK, Guard, Refusal
from thresher.web.service.job import Asked, Job
from thresher.web.settings import ALGORITHMS, WEB, ReplaySettings, StateAbstraction

MOST_BYTES = 5 << 20
MOST_JOBS, MOST_WAITING = 20, 5
PATTERNS = ("page_error", "console_error", "failed_request")
CONDITIONS = ("fails_when", "text", "no_text", "selector", "no_selector")
KINDS = {".png": "image/png", ".json": "application/json", ".py": "text/x-python", ".ts": "text/plain"}
_NAME = re.compile(r"[^\w.-]+")
_ROUTES: list[tuple[str, re.Pattern[str], str]] = [
    ("GET", re.compile(r"/"), "page"),
    ("POST", re.compile(r"/jobs"), "begin"),
    ("GET", re.compile(r"/jobs/(\w+)/events"), "events"),
    ("POST", re.compile(r"/jobs/(\w+)/stop"), "stop"),
    ("GET", re.compile(r"/jobs/(\w+)/files/([\w.-]+)"), "file"),
]


class Refused(Exception):
    """A request that is not answered, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.refusal = Refusal(status, why)


class Service:
    """The server with its browser. One reduction runs at a time; a few more may wait."""

    def __init__(
        self,
        host: str,
        port: int,
        settings: ReplaySettings,
        *,
        rules: Path | None = None,
        states: StateAbstraction | None = None,
    ) -> None:
        self._rules = tuple(rules_in(rules)) if rules is not None else ()
        self._states = states or StateAbstraction()
        self._chromium = Chromium(browser=settings.browser)
        self._replayer = Replayer(self._chromium, _restricted(settings))
        self._jobs: dict[str, Job] = {}
        self._queue: Queue[Job | None] = Queue()
        try:
            self._server = _Server((host, port), Handler)
        except (OSError, OverflowError) as error:
            self._chromium.close()
            raise UsageError(f"cannot listen on {host}:{port}: {error}; choose another --port or --host") from None
        self._server.service = self
        self.port: int = self._server.server_address[1]
        self._host = host
        own = host in LOOPBACK
        self.token = None if own else secrets.token_urlsafe(24)
        names = LOOPBACK if own else (*LOOPBACK, host, socket.gethostname(), socket.getfqdn(), *_addresses(host))
        self.guard = Guard(tuple(dict.fromkeys(names)), self.port, self.token)

    @property
    def address(self) -> str:
        """Where the page is, with the token if it needs one."""
        host = socket.gethostname() if self._host in ("0.0.0.0", "::") else self._host
        return f"http://{host}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    def run(self) -> None:
        """Serves until it is interrupted or told to end."""
        over = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: over.set())
        with self.serving():
            over.wait()

    def serving(self) -> Serving:
        """Serves inside of a with statement."""
        return Serving(self._server, self._work, self._close)

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            job.run()

    def _close(self) -> None:
        for job in self._jobs.values():
            job.stop()
        self._queue.put(None)
        self._chromium.close()

    def begin(self, asked: dict[str, Any]) -> str:
        """Queues a reduction; its name."""
        if sum(not job.over for job in self._jobs.values()) > MOST_WAITING:
            raise Refused(503, "too many reductions are waiting; try again when one is done")
        job = Job(_asked(asked, self._rules, self._states), self._replayer)
        name = secrets.token_hex(8)
        self._jobs[name] = job
        for old in [each for each, known in self._jobs.items() if known.over][: len(self._jobs) - MOST_JOBS]:
            del self._jobs[old]
        self._queue.put(job)
        return name

    def job(self, name: str) -> Job:
        if name not in self._jobs:
            raise Refused(404, "there is no such reduction")
        return self._jobs[name]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    service: Service


class Serving:
    """The threads of a service, from beginning to end."""

    def __init__(self, server: ThreadingHTTPServer, work: Callable[[], None], close: Callable[[], None]) -> None:
        self._server, self._close = server, close
        self._threads = [threading.Thread(target=each, daemon=True) for each in (server.serve_forever, work)]

    def __enter__(self) -> None:
        for thread in self._threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._close()
        for thread in self._threads:
            thread.join(timeout=60)


class Handler(BaseHTTPRequestHandler):
    """One connection. What is not on the list of routes is not there."""

    protocol_version = "HTTP/1.1"
    timeout = 60  # seconds in which a request must come in
    server: _Server

    def do_GET(self) -> None:
        self._handle("GET")

    def do_POST(self) -> None:
        self._handle("POST")

    def _handle(self, method: str) -> None:
        try:
            refusal = self.server.service.guard.refusal(method, self.path, dict(self.headers.items()))
            if refusal is not None:
                raise Refused(refusal.status, refusal.why)
            path = unquote(urlsplit(self.path).path)
            for verb, pattern, name in _ROUTES:
                if verb == method and (found := pattern.fullmatch(path)) is not None:
                    getattr(self, f"_{name}")(*found.groups())
                    return
            raise Refused(404, "nothing is here")
        except Refused as error:
            self.close_connection = True
            self._answer(error.refusal.status, {"error": error.refusal.why})
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _page(self) -> None:
        guard = self.server.service.guard
        if guard.gives_token(self.path):
            self.send_response(303)
            self.send_header("Location", "./")
            self.send_header("Set-Cookie", f"{COOKIE}={guard.token}; HttpOnly; SameSite=Strict; Path=/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        nonce = secrets.token_urlsafe(16)
        text = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
        text = text.replace("%NONCE%", nonce).replace("%LIMIT%", f"{MOST_BYTES >> 20} MB")
        policy = (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}' 'unsafe-inline'; "
            "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        page = text.replace("%BYTES%", str(MOST_BYTES)).encode()
        self._send(200, "text/html; charset=utf-8", page, {"Content-Security-Policy": policy})

    def _begin(self) -> None:
        try:
            asked = json.loads(self._body())
            if not isinstance(asked, dict):
                raise ValueError("no object")
            self._answer(200, {"job": self.server.service.begin(asked)})
        except ThresherError as error:
            raise Refused(400, str(error)) from None
        except (ValueError, RecursionError):
            raise Refused(400, "this is no question of the page") from None

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            raise Refused(411, "the length of the upload must be told")
        if int(length) > 2 * MOST_BYTES:  # as JSON inside of JSON it is longer
            raise Refused(413, f"the recording is too large; the limit is {MOST_BYTES >> 20} MB")
        return self.rfile.read(int(length))

    def _events(self, name: str) -> None:
        job, last = self.server.service.job(name), self.headers.get("Last-Event-ID", "")
        self.send_response(200)
        self._plain_headers("text/event-stream", {"Connection": "close"})
        self.end_headers()
        self.close_connection = True
        for told in job.follow(int(last) + 1 if last.isdecimal() else 0):
            text = ": nothing new\n\n" if told is None else f"id: {told[0]}\ndata: {json.dumps(told[1])}\n\n"
            self.wfile.write(text.encode())
            self.wfile.flush()

    def _stop(self, name: str) -> None:
        self._body()
        self.server.service.job(name).stop()
        self._answer(200, {})

    def _file(self, name: str, wanted: str) -> None:
        content = self.server.service.job(name).files.get(wanted)
        if content is None:
            raise Refused(404, "there is no such file")
        kind = KINDS.get(Path(wanted).suffix, "application/octet-stream")
        attachment = {} if kind == "image/png" else {"Content-Disposition": f'attachment; filename="{wanted}"'}
        self._send(200, kind, content, attachment)

    def _answer(self, status: int, value: object) -> None:
        self._send(status, "application/json", json.dumps(value).encode(), {})

    def _send(self, status: int, kind: str, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        self._plain_headers(kind, {**headers, "Content-Length": str(len(body))})
        self.end_headers()
        self.wfile.write(body)

    def _plain_headers(self, kind: str, headers: dict[str, str]) -> None:
        always = {"Content-Type": kind, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        for name, value in {**always, "Referrer-Policy": "no-referrer", **headers}.items():
            self.send_header(name, value)

    def log_message(self, *arguments: object) -> None:
        """Requests are nobody's news."""


def _restricted(settings: ReplaySettings) -> ReplaySettings:
    """Recordings from a page visit web pages, never files of this machine."""
    return replace(settings, schemes=WEB)


def _asked(asked: dict[str, Any], rules: tuple[Rule, ...], states: StateAbstraction) -> Asked:
    """What the page asks for, checked."""
    name, recording, algorithm = (asked.get(key) for key in ("name", "recording", "algorithm"))
    if not isinstance(name, str) or not isinstance(recording, str) or algorithm not in ALGORITHMS:
        raise UsageError(f"a recording and an algorithm are needed: {', '.join(ALGORITHMS)}")
    data = recording.encode("utf-8", "replace")
    if len(data) > MOST_BYTES:
        raise Refused(413, f"the recording is too large; the limit is {MOST_BYTES >> 20} MB")
    safe = _NAME.sub("-", name)[-80:].lstrip(".-") or "recording.json"
    return Asked(safe, data, algorithm, _stated(asked.get("failure")), rules, states)


def _stated(failure: Any) -> Stated | None:
    if not failure:
        return None
    if not isinstance(failure, dict) or not all(isinstance(value, str) and value for value in failure.values()):
        raise UsageError("say what to look for: a pattern, a text, a selector or an expression")
    patterns: dict[str, Any] = {name: parse_pattern(failure[name]) for name in PATTERNS if name in failure}
    return Stated(**patterns, conditions=Conditions(**{name: failure.get(name) for name in CONDITIONS}))


def _addresses(host: str) -> list[str]:
    """The addresses of this machine, where it listens on all of them."""
    if host not in ("0.0.0.0", "::"):
        return []
    return [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None)]
