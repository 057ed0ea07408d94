"""Requests that no browser sends: each is refused with a 4xx and one line, within bounds of size, time and number."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import pytest

from tests.service.http.raw import JSON, exchange, head, received, status_of
from thresher.service.http.app import create_app
from thresher.service.http.feed import Feed
from thresher.service.http.limits import ServiceLimits
from thresher.service.http.server import Server
from thresher.web.replaying.settings import ReplaySettings
from thresher.web.service.jobs import Jobs, JobSummary, RecordingJobState
from thresher.web.service.recordings import LIMITS, Service
from thresher.web.service.routes import JobRoutes


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    service = Service("127.0.0.1", 0, ReplaySettings(), limits=LIMITS)
    with service.serving():
        yield service.port


@contextmanager
def serving(**limits: Any) -> Iterator[int]:
    """A server with other limits than usual; its port."""
    service = Service("127.0.0.1", 0, ReplaySettings(), limits=replace(LIMITS, **limits))
    with service.serving():
        yield service.port


def refused(answer: bytes, status: int) -> None:
    assert status_of(answer) == status, answer[:300]
    first, _, body = answer.partition(b"\r\n\r\n")
    assert b"connection: close" in first.lower()
    assert b"Traceback" not in answer
    if b"application/json" not in first:
        assert b"Invalid HTTP request received." in body  # what h11 does not take for HTTP
        return
    assert set(json.loads(body)) == {"error"}
    assert len(body.splitlines()) == 1
    assert b"x-content-type-options: nosniff" in first
    assert b"content-security-policy: default-src 'none'" in first


@pytest.mark.parametrize("name", [b"Origin", b"origin", b"ORIGIN", b"oRiGiN"])
def test_header_names_are_not_case_sensitive(port: int, name: bytes) -> None:
    body = b"{}"
    length = b"content-length: %d" % len(body)
    line = b"POST /jobs HTTP/1.1"
    refused(exchange(port, head(port, line, name + b": http://evil.example", JSON.lower(), length) + body), 403)
    own = name + b": http://127.0.0.1:%d" % port
    assert b"algorithm are needed" in exchange(port, head(port, line, own, JSON.lower(), length) + body)


@pytest.mark.parametrize(
    ("line", "headers", "status"),
    [
        (b"GET / HTTP/1.1", [b"Origin: http://["], 403),
        (b"GET / HTTP/1.1", [b"Host: http://["], 421),
        (b"GET / HTTP/1.1", [b"Host: ["], 421),
        (b"GET / HTTP/1.1", [b"Host:"], 421),
        (b"GET http://[ HTTP/1.1", [], 400),
        (b"GET //[ HTTP/1.1", [], 404),
        (b"GET /?token=http://[ HTTP/1.1", [b"Host: evil.example"], 421),
        (b"GET / HTTP/1.1", [b"Cookie: thresher-token-8765=[;=;\xff"], 200),
        (b"POST /jobs HTTP/1.1", [JSON, b"Content-Length: " + b"9" * 5000], 400),
        (b"POST /jobs HTTP/1.1", [JSON, b"Content-Length: " + b"9" * 20], 413),
        (b"POST /jobs HTTP/1.1", [JSON, b"Content-Length: -3"], 400),
        (b"POST /jobs HTTP/1.1", [JSON, b"Content-Length: +3"], 400),
        (b"POST /jobs HTTP/1.1", [JSON, b"Content-Length: 0x10"], 400),
        (b"POST /jobs HTTP/1.1", [JSON, b"Content-Length: 3, 4"], 400),
        (b"GET /jobs/none/events HTTP/1.1", [b"Last-Event-ID: " + b"9" * 5000], 404),
    ],
)
def test_malformed_hosts_origins_urls_and_lengths(port: int, line: bytes, headers: list[bytes], status: int) -> None:
    answer = exchange(port, head(port, line, *headers))
    if status == 200:
        assert status_of(answer) == 200
    else:
        refused(answer, status)


@pytest.mark.parametrize(
    "headers",
    [
        [b"Host: evil.example", b"Host: 127.0.0.1"],
        [b"Origin: http://127.0.0.1:PORT", b"origin: http://evil.example"],
        [b"Cookie: a=b", b"Cookie: c=d"],
        [JSON, b"Content-Type: text/plain"],
        [b"Sec-Fetch-Site: same-origin", b"sec-fetch-site: cross-site"],
        [JSON, b"Content-Length: 2", b"Content-Length: 3"],
        [JSON, b"Content-Length: 2", b"Transfer-Encoding: chunked"],
        [JSON, b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked"],
        [JSON, b"Transfer-Encoding: chunked, identity"],
    ],
)
def test_repeated_and_contradicting_headers(port: int, headers: list[bytes]) -> None:
    given = [each.replace(b"PORT", b"%d" % port) for each in headers]
    answer = exchange(port, head(port, b"POST /jobs HTTP/1.1", *given) + b"{}")
    assert status_of(answer) in (400, 501)
    assert b"Traceback" not in answer


@pytest.mark.parametrize(
    "target", [b"http://127.0.0.1:PORT/", b"http://evil.example/", b"evil.example:443", b"*", b"?", b"a/b", b"x:"]
)
def test_request_targets_that_are_not_paths(port: int, target: bytes) -> None:
    refused(exchange(port, head(port, b"GET %b HTTP/1.1" % target.replace(b"PORT", b"%d" % port))), 400)


@pytest.mark.parametrize(
    "target",
    [b"/../page.html", b"/%2e%2e/%2e%2e/etc/passwd", b"/.%2e/x", b"/%252e%252e/x", b"/..%5c..%5cx",
     b"/..%c0%af..%c0%afx", b"/jobs/x/files/%2e%2e%2f%2e%2e%2fpage.html", b"/jobs/..%2f..%2f/events",
     b"//etc/passwd", b"/jobs/", b"/%00", b"/jobs/%00/events", b"/jobs/x/files/%0d%0aSet-Cookie:a=b"],
)  # fmt: skip
def test_encoded_dots_and_slashes_lead_nowhere(port: int, target: bytes) -> None:
    refused(exchange(port, head(port, b"GET %b HTTP/1.1" % target)), 404)


@pytest.mark.parametrize("method", [b"OPTIONS", b"TRACE", b"CONNECT", b"PUT", b"DELETE", b"PATCH", b"PROPFIND", b"get"])
def test_methods_that_are_not_there(port: int, method: bytes) -> None:
    answer = exchange(port, head(port, method + b" / HTTP/1.1", b"X-Secret: 4711"))
    refused(answer, 405)
    assert b"allow: GET, HEAD, POST" in answer
    assert b"4711" not in answer  # as TRACE would


def test_a_head_request_has_the_headers_and_no_body(port: int) -> None:
    answer = exchange(port, head(port, b"HEAD / HTTP/1.1"))
    assert status_of(answer) == 200
    assert b"content-security-policy: default-src 'none'; script-src 'nonce-" in answer
    assert answer.endswith(b"\r\n\r\n")


def test_a_get_request_with_a_body_is_refused(port: int) -> None:
    for length in (b"Content-Length: 3", b"Transfer-Encoding: chunked"):
        refused(exchange(port, head(port, b"GET /jobs/none/events HTTP/1.1", length)), 400)


def test_there_are_no_websockets(port: int) -> None:
    headers = (b"Upgrade: WebSocket", b"Connection: Upgrade", b"Sec-WebSocket-Version: 13",
               b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")  # fmt: skip
    refused(exchange(port, head(port, b"GET /jobs/x/events HTTP/1.1", *headers)), 400)


def test_a_second_request_on_a_connection_is_not_answered(port: int) -> None:
    answer = exchange(port, 2 * head(port, b"GET /none HTTP/1.1"))
    assert answer.count(b"HTTP/1.1 ") == 1


def chunked(*sizes: int) -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (size, b" " * size) for size in sizes)


def test_a_chunked_body_is_read_up_to_the_limit() -> None:
    with serving(body_bytes=1 << 20) as port:
        start = head(port, b"POST /jobs HTTP/1.1", JSON, b"Transfer-Encoding: chunked")
        assert b"must be a JSON object" in exchange(port, start + chunked(1000, 1000, 0))
        refused(exchange(port, start + chunked(*[1 << 16] * 17)), 413)


@pytest.mark.parametrize("size", [b"-1", b"zz", b"F" * 30, b""])
def test_chunk_sizes_that_are_none(port: int, size: bytes) -> None:
    start = head(port, b"POST /jobs HTTP/1.1", JSON, b"Transfer-Encoding: chunked")
    refused(exchange(port, start + chunked(10) + size + b"\r\nx\r\n"), 400)


@pytest.mark.parametrize("length", [b"Content-Length: 100", b"Transfer-Encoding: chunked"])
def test_a_slow_body_is_given_up(length: bytes) -> None:
    with serving(body_seconds=0.05) as port:
        refused(exchange(port, head(port, b"POST /jobs HTTP/1.1", JSON, length) + b"5\r\n"), 408)


@pytest.mark.parametrize("start", [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: 127.0"])
def test_a_slow_header_is_given_up(start: bytes) -> None:
    with serving(header_seconds=0.05) as port:
        assert exchange(port, start) == b""


def test_a_client_that_does_not_read_is_disconnected() -> None:
    class Done:
        feed, files = Feed(), {"large.bin": bytes(64 << 20)}  # more than fits into the buffers of sockets
        summary = JobSummary("a", RecordingJobState.FINISHED)

        def run(self) -> None:
            self.feed.close()

        stop = abandon = run

    jobs, limits = Jobs(), ServiceLimits(send_seconds=0.2, connections=1)
    server = Server("127.0.0.1", 0, limits)
    app = create_app(JobRoutes(jobs, lambda _: Done(), lambda _: "", limits).routes(), server.guard)
    with server.serving(app), socket.create_connection(("127.0.0.1", server.port), timeout=60) as idle:
        idle.sendall(head(server.port, b"GET /jobs/%b/files/large.bin HTTP/1.1" % jobs.add(Done()).encode()))
        while status_of(exchange(server.port, head(server.port, b"GET /none HTTP/1.1"))) != 404:
            pass  # until there is room for another connection
        assert len(received(idle)) < 64 << 20


def test_connections_are_limited() -> None:
    with serving(connections=3) as port, ExitStack() as idle:
        for _ in range(3):
            idle.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
        with socket.create_connection(("127.0.0.1", port), timeout=60) as another:
            answer = received(another)
        assert status_of(answer) == 503
        assert b"too many connections" in answer


def test_uploads_at_a_time_are_limited() -> None:
    with serving(uploads=1) as port, socket.create_connection(("127.0.0.1", port), timeout=60) as slow:
        start = head(port, b"POST /jobs HTTP/1.1", JSON, b"Content-Length: 9", b"Expect: 100-continue")
        slow.sendall(start)
        assert slow.recv(100).startswith(b"HTTP/1.1 100")  # it is being read
        refused(exchange(port, start), 503)


def test_a_header_beyond_the_limit(port: int) -> None:
    refused(exchange(port, head(port, b"GET / HTTP/1.1", b"X: " + b"x" * (1 << 20))), 400)


def test_ending_does_not_wait_for_a_client(port: int) -> None:
    service = Service("127.0.0.1", 0, ReplaySettings())
    with socket.create_connection(("127.0.0.1", service.port), timeout=60) as idle:
        with service.serving():
            idle.sendall(
                head(service.port, b"POST /jobs HTTP/1.1", JSON, b"Content-Length: 9", b"Expect: 100-continue")
            )
            assert idle.recv(100).startswith(b"HTTP/1.1 100")  # the server waits for the body
        assert received(idle) == b""
