"""1,200 malformed requests, the same in each run: the server logs nothing and answers afterwards."""

from __future__ import annotations

import random
import signal
import subprocess
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.cli.conftest import command
from tests.service.http.raw import exchange, head, status_of

SEED, REQUESTS = 16, 1200
REFUSED = {400, 403, 404, 405, 408, 413, 421, 501}
METHODS = (b"GET", b"POST", b"HEAD", b"TRACE", b"OPTIONS", b"CONNECT", b"get", b"G\x00T", b"\xff", b"PRI", b"")
TARGETS = (
    b"/", b"/jobs", b"/jobs/x/events", b"/jobs/x/stop", b"/jobs/x/files/y", b"*", b"", b"//", b"http://[", b"//[::1",
    b"http://127.0.0.1/", b"/%2e%2e/%2e%2e/etc/passwd", b"/..%2f", b"/%00", b"/%ff%fe", b"/%", b"/\xc3\xa9", b"/a b",
    b"/?token=%ff&token=&;=", b"/?" + b"a=b&" * 3000, b"/jobs/" + b"%41" * 3000, b"/jobs/\r\nX: y/events", b"\\\\x",
)  # fmt: skip
VERSIONS = (b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9", b"http/1.1", b"")
NAMES = (b"Host", b"Origin", b"origin", b"Cookie", b"Content-Type", b"Content-Length", b"Transfer-Encoding", b"Expect",
         b"Connection", b"Upgrade", b"Sec-Fetch-Site", b"Last-Event-ID", b"X", b"", b" Host", b"H\xffst")  # fmt: skip
VALUES = (
    b"", b"http://[", b"[", b"[::1", b"http://[::1]:99999999999", b"null", b"9" * 5000, b"-1", b"+1", b"1e3", b"0x10",
    b"3", b"20000000", b"\xe2\x82\xac", b"\x00", b"a" * 20000, b"application/json", b"application/json; charset=\xff",
    b"chunked", b"chunked, chunked", b"gzip", b"100-continue", b"websocket", b"Upgrade", b"keep-alive", b"evil.example",
    b"thresher-token-8765=" + b"x" * 100, b"a=\"\\", b"1" * 30, b"\xd9\xa1\xd9\xa2",
)  # fmt: skip
BODIES = (
    b"", b"{}", b"[]", b"{", b"null", b"1" * 6000, b"[" * 50000, b'{"a":' * 5000, b"\xff\xfe\x00", b"NaN", b'"\\ud800"',
    b'{"name": "\\ud800", "recording": "\\ud800", "algorithm": "ddmin"}',
    b'{"name": "a", "recording": "{}", "algorithm": ["ddmin"], "failure": 3}',
    b'{"name": "a", "recording": "{\\"steps\\": [{\\"type\\": \\"x\\"}]}", "algorithm": "ddmin", '
    b'"failure": {"page_error": "(\\ud800"}}',
    b'{"name": "a", "recording": "' + b"[" * 30000 + b'", "algorithm": "rddmin"}',
    b"5\r\nabcde\r\n0\r\n\r\n", b"-5\r\n", b"F" * 40 + b"\r\n", b"5;" + b"x" * 30000, b"5\r\nabc", b"0\r\nX: y\r\n\r\n",
)  # fmt: skip


def malformed_requests(port: int) -> Iterator[tuple[bytes, bool]]:
    """Each with whether it is whole, so that there is an answer to wait for."""
    chance = random.Random(SEED)
    for number in range(REQUESTS):
        body = chance.choice(BODIES)
        right = {b"Content-Type": b"application/json", b"Content-Length": b"%d" % len(body)}
        match number % 6:
            case 0:  # nothing but the body is wrong
                yield request(port, b"POST /jobs HTTP/1.1", right) + body, True
            case 1:  # one header is wrong
                wrong = {chance.choice(NAMES): chance.choice(VALUES)}
                yield request(port, b"POST /jobs HTTP/1.1", {**right, **wrong}) + body, False
            case 2:  # the target is wrong
                yield request(port, b"GET %b HTTP/1.1" % chance.choice(TARGETS), {}), False
            case 3:  # some bytes are wrong
                yield mutated(request(port, b"POST /jobs HTTP/1.1", right) + body, chance), False
            case 4:  # all is wrong
                line = b" ".join((chance.choice(METHODS), chance.choice(TARGETS), chance.choice(VERSIONS)))
                headers = {chance.choice(NAMES): chance.choice(VALUES) for _ in range(chance.randrange(4))}
                yield request(port, line, headers) + body, False
            case _:  # it is no HTTP
                yield (
                    chance.choice((chance.randbytes(chance.randrange(400)), b"\x16\x03\x01\x02\x00" + body, body)),
                    False,
                )


def request(port: int, line: bytes, headers: Mapping[bytes, bytes]) -> bytes:
    return head(port, line, *(b"%b: %b" % pair for pair in headers.items()))


def mutated(right: bytes, chance: random.Random) -> bytes:
    changed = bytearray(right)
    for _ in range(chance.randrange(1, 6)):
        place = chance.randrange(len(changed) or 1)
        match chance.randrange(3):
            case 0:
                changed[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                del changed[place : place + chance.randrange(1, 20)]
            case _:
                changed[place:place] = changed[place : place + chance.randrange(1, 200)]
    return bytes(changed)


def test_malformed_requests_leave_no_traceback_and_a_server_that_answers(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with (
        log.open("wb") as written,
        subprocess.Popen(
            command("web", "serve", "--port", "0"), stdout=subprocess.PIPE, stderr=written, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            port = int(address.rstrip("/").rpartition(":")[2])
            statuses = Counter(
                status_of(exchange(port, each, half_close=not whole)) for each, whole in malformed_requests(port)
            )
            with urllib.request.urlopen(address) as answer:
                assert answer.status == 200
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()
    assert log.read_text() == ""
    assert set(statuses) - REFUSED <= {0, 100, 200}, statuses
    assert sum(statuses[status] for status in REFUSED) > REQUESTS / 2, statuses
