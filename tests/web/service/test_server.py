"""The server by its requests: what it answers, and what it does not."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.service.http.app import create_app
from thresher.service.http.feed import Feed
from thresher.service.http.limits import ServiceLimits
from thresher.service.http.server import Server
from thresher.web.replaying.settings import ReplaySettings
from thresher.web.service.jobs import Jobs, JobSummary, RecordingJobState
from thresher.web.service.recordings import Service
from thresher.web.service.routes import JobRoutes
from thresher.web.service.submission import MOST_BYTES


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    opened = Service("127.0.0.1", 0, ReplaySettings())
    with opened.serving():
        yield opened


def ask(
    service: Service | Server, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, Message, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=300)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    found = answer.status, answer.headers, answer.read()
    connection.close()
    return found


def begin(service: Service, **asked: Any) -> tuple[int, dict[str, Any]]:
    status, _, body = ask(service, "POST", "/jobs", json.dumps(asked).encode(), Content_Type="application/json")
    return status, json.loads(body)


def test_the_page_lets_nothing_else_in(service: Service) -> None:
    status, headers, body = ask(service, "GET", "/")
    assert status == 200
    assert b"Drop a recording" in body
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert b"%" + b"NONCE" not in body


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "/../page.html", "/%2e%2e/%2e%2e/etc/passwd", "/jobs/x/files/../../x", "/jobs/x/files/%2e%2e%2fx",
     "/jobs/none/events", "/jobs/none/files/x.json", "/service/page.html"],
)  # fmt: skip
def test_nothing_but_its_routes_is_there(service: Service, path: str) -> None:
    status, _, body = ask(service, "GET", path)
    assert status == 404
    assert "error" in json.loads(body)


def test_a_foreign_host_or_origin_is_refused(service: Service) -> None:
    assert ask(service, "GET", "/", Host="evil.example")[0] == 421
    kind = {"Content_Type": "application/json"}
    assert ask(service, "POST", "/jobs", b"{}", Origin="http://evil.example", **kind)[0] == 403
    assert ask(service, "POST", "/jobs", b"{}")[0] == 403


def test_uploads_are_limited(service: Service) -> None:
    kind = {"Content_Type": "application/json"}
    assert ask(service, "POST", "/jobs", b"", Content_Length=str(1 << 40), **kind)[0] == 413
    assert ask(service, "POST", "/jobs", b"", Content_Length="-3", **kind)[0] == 400
    status, answer = begin(service, name="a", recording=" " * (MOST_BYTES + 1), algorithm="ddmin")
    assert status == 413
    assert "5 MB" in answer["error"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"name": "a", "recording": '{"title": "", "steps": [{"type": "cl', "algorithm": "ddmin"}, "cut off"),
        ({"name": "a", "recording": "hello", "algorithm": "ddmin"}, "not an event log"),
        ({"name": "a", "recording": "{}", "algorithm": "magic"}, "ddmin, rddmin, hierarchical"),
        ({"name": 3}, "needed"),
        ({"name": "a", "recording": '{"steps": [{"type": "x"}]}', "algorithm": "ddmin", "failure": {"page_error": "("}},
         "not a regular expression"),
        ({"name": "a", "recording": '{"steps": [{"type": "x"}]}', "algorithm": "ddmin", "failure": {"text": ""}},
         "describe the failure"),
        ({"name": "a", "recording": '{"steps": [{"type": "x"}]}', "setup": "rm -r /"}, "no setup command of that name"),
        ({"name": "a", "recording": '{"steps": [{"type": "x"}]}', "setup": ["rm"]}, "no setup command of that name"),
        ({"name": "a", "recording": '{"steps": [{"type": "x"}]}', "step_timeout": -1}, "number of seconds"),
        ({"name": "a", "recording": '{"steps": [{"type": "x"}]}', "step_timeout": True}, "number of seconds"),
        ({"name": "a", "recording": '{"steps": [{"type": "x"}]}', "checks": 0}, "initial replays is 1 to 20"),
    ],
)  # fmt: skip
def test_invalid_submissions_are_errors(service: Service, asked: dict[str, Any], words: str) -> None:
    status, answer = begin(service, **asked)
    assert status == 400
    assert words in answer["error"]


def test_requests_that_are_not_http(service: Service) -> None:
    for body in (b"", b"[]", b"{", b"[" * 100_000):
        assert ask(service, "POST", "/jobs", body, Content_Type="application/json")[0] == 400


def events_of(service: Service, job: str) -> list[dict[str, Any]]:
    _, headers, body = ask(service, "GET", f"/jobs/{job}/events")
    assert headers["Content-Type"] == "text/event-stream"
    return [json.loads(line[6:]) for line in body.decode().splitlines() if line.startswith("data: ")]


def test_files_of_this_machine_are_not_visited(service: Service, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<script>x.y</script>")
    steps = [{"type": "navigate", "url": page.as_uri()}]
    status, answer = begin(service, name="a.json", recording=json.dumps({"steps": steps}), algorithm="ddmin")
    assert status == 200
    events = events_of(service, answer["job"])
    assert (events[0]["type"], events[-1]["type"]) == ("begun", "failed")
    attempts = events[1:-1]
    assert attempts
    assert all((event["type"], event["outcome"]) == ("attempt", Outcome.UNRESOLVED.value) for event in attempts)
    assert "addresses of this kind are not visited" in events[-1]["error"]


def test_only_steps_of_a_job_can_be_tried(service: Service) -> None:
    status, answer = begin(service, name="a.json", recording='{"steps": [{"type": "navigate", "url": "file:///x"}]}')
    assert status == 200
    kind = {"Content_Type": "application/json"}
    for kept in ("[]", "[1]", "[-1]", "[true]", "0", '["0"]', "null"):
        body = f'{{"kept": {kept}}}'.encode()
        for action in ("try", "reduce"):
            status, _, words = ask(service, "POST", f"/jobs/{answer['job']}/{action}", body, **kind)
            assert (status, b"choose at least one of the 1 steps" in words) == (400, True)
    assert ask(service, "POST", "/jobs/none/try", b'{"kept": [0]}', **kind)[0] == 404


def test_files_may_have_names_in_any_script() -> None:
    class Done:
        feed, files = Feed(), {"日本.min.json": b"{}", "step.png": b"png"}
        summary = JobSummary("a", RecordingJobState.FINISHED)

        def run(self) -> None:
            self.feed.close()

        stop = abandon = run

    jobs, limits = Jobs(), ServiceLimits()
    name = jobs.add(Done())
    server = Server("127.0.0.1", 0, limits)
    app = create_app(JobRoutes(jobs, lambda _: Done(), lambda _: "", limits).routes(), server.guard)
    with server.serving(app):
        status, headers, body = ask(server, "GET", f"/jobs/{name}/files/{quote('日本.min.json')}")
        assert (status, body) == (200, b"{}")
        assert headers["Content-Disposition"] == "attachment; filename*=UTF-8''%E6%97%A5%E6%9C%AC.min.json"
        status, headers, body = ask(server, "GET", f"/jobs/{name}/files/step.png")
        assert (status, body, headers["Content-Type"]) == (200, b"png", "image/png")


def test_for_others_there_is_a_token() -> None:
    opened = Service("0.0.0.0", 0, ReplaySettings())
    with opened.serving():
        assert ask(opened, "GET", "/")[0] == 401
        status, headers, _ = ask(opened, "GET", f"/?token={opened.token}")
        assert status == 303
        assert "HttpOnly" in headers["Set-Cookie"]
        assert ask(opened, "GET", "/", Cookie=headers["Set-Cookie"].partition(";")[0])[0] == 200
        assert opened.address.endswith(f"?token={opened.token}")


def test_a_port_in_use_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as used, pytest.raises(UsageError, match="cannot listen"):
        Service("127.0.0.1", used.getsockname()[1], ReplaySettings())
