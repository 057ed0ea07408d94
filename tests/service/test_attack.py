"""Attacks on `thresher serve`: each is refused, and nothing is run, read or written that should not be."""

from __future__ import annotations

import random
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import command
from tests.service.http.raw import exchange, head, status_of
from tests.service.team import INPUT, NEEDLE, Client, held, serving
from tests.web.service.test_attack import BODIES, METHODS, NAMES, REFUSED, VALUES, VERSIONS, mutated, request
from thresher.service.http.limits import ServiceLimits
from thresher.service.team import TeamService

OCTETS = {"Content-Type": "application/octet-stream"}
SEED, REQUESTS = 20, 600
TARGETS = (
    b"/", b"/api/jobs", b"/api/jobs/x/result", b"/api/sessions/%2e%2e", b"/api/jobs/..%2f..%2ftoken", b"/openapi.json",
    b"/api/jobs?command=needle&name=" + b"%00" * 200, b"/api/jobs?command=%ff%fe", b"/api/jobs?name=%ed%a0%80",
    b"/jobs/%0d%0aX: y", b"//token", b"/api/jobs/" + b"a" * 9000, b"*", b"http://[", b"/\xff",
)  # fmt: skip


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TeamService, Client]]:
    with serving(tmp_path_factory.mktemp("attacked"), limits=ServiceLimits(body_bytes=1 << 16)) as opened:
        yield opened


@pytest.fixture
def client(team: tuple[TeamService, Client]) -> Client:
    return team[1]


@pytest.mark.parametrize("path", ["/", "/api/jobs", "/api/commands", "/api/sessions", "/openapi.json", "/jobs/x", "/x"])
@pytest.mark.parametrize("token", [None, "", "wrong", "x" * 32, "\xe9"])
def test_without_the_token_nothing_is_shown(team: tuple[TeamService, Client], path: str, token: str | None) -> None:
    refused = Client(team[0].port, token).send("GET", path)
    assert refused.status == 401
    assert set(refused.json) == {"error"}


def test_without_the_token_nothing_is_done(team: tuple[TeamService, Client]) -> None:
    before = team[1].get("/api/jobs")
    stranger = Client(team[0].port, "wrong")
    assert stranger.submit(INPUT).status == 401
    assert stranger.post("/api/jobs/x/stop").status == 401
    assert team[1].get("/api/jobs") == before


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),  # as a report has, which may contain anything
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Content-Type": "text/plain"}, 403),
        ({"Content-Type": "multipart/form-data; boundary=x"}, 403),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 403),
        ({"Content-Type": ""}, 403),
    ],
)
def test_other_sites_cannot_submit_or_stop(client: Client, headers: dict[str, str], status: int) -> None:
    """CSRF: a browser sends the cookie, but a form of another site can set none of these as they must be."""
    assert client.send("POST", "/api/jobs?command=needle", INPUT, {**OCTETS, **headers}).status == status
    assert (
        client.send("POST", "/api/jobs/x/stop", b"{}", {"Content-Type": "application/json", **headers}).status == status
    )


def test_the_cookie_is_for_scripts_and_other_sites_out_of_reach(team: tuple[TeamService, Client]) -> None:
    service, _ = team
    entered = Client(service.port, None).send("GET", f"/?token={service.token}")
    assert entered.status == 303
    assert entered.headers["location"] == "./"  # without the token
    cookie = entered.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    job = Client(service.port, None).send("GET", f"/jobs/0123456789abcdef?token={service.token}")
    assert (job.status, job.headers["location"]) == (303, "./0123456789abcdef")
    assert Client(service.port, None).send("GET", "/jobs/0123456789abcdef?token=wrong").status == 401


def test_an_upload_beyond_the_limit_is_refused(team: tuple[TeamService, Client]) -> None:
    service, client = team
    assert client.submit(b"x" * (1 << 16) + b"y").status == 413
    start = head(
        service.port,
        b"POST /api/jobs?command=needle HTTP/1.1",
        b"Authorization: Bearer " + str(service.token).encode(),
        b"Content-Type: application/octet-stream",
        b"Transfer-Encoding: chunked",
    )
    assert (
        status_of(exchange(service.port, start + b"8000\r\n" + b"x" * 0x8000 + b"\r\n" + b"9000\r\n" + b"x" * 0x9000))
        == 413
    )


def test_a_name_is_never_a_path_an_option_or_a_setting(tmp_path: Path) -> None:
    names = (
        "../../../etc/cron.d/x", "/etc/passwd", "..", ".", "", "a\0b", "a\nb", "-rf", "--test=x", "thresher.toml",
        ".thresher", "pyproject.toml", "$(touch x)", "a" * 5000, "CON", "a/../../b.c", "..\\..\\b.c", "\u202egnp.exe",
        "\ud800",
    )  # fmt: skip
    held_command, _ = held(tmp_path)
    with serving(tmp_path / "state", held_command) as (_, client):
        jobs = [client.job(command="held", name=name) for name in names]
        for job in jobs:
            names_there = [path.name for path in (tmp_path / "state" / "jobs" / job).glob("[!.]*")]
            assert len(names_there) == 1
            assert re.fullmatch(r"input(\.\w+)*", names_there[0])
        assert {path.name for path in (tmp_path / "state" / "jobs").iterdir()} == set(jobs)
        shown = {each["name"] for each in client.get("/api/jobs")["jobs"]}
        assert all(name.isprintable() and "/" not in name and 0 < len(name) <= 100 for name in shown)


@pytest.mark.parametrize(
    "key", ["..", "%2e%2e", "..%2f..%2ftoken", "%2e%2e%2fqueue.sqlite3", "x' or '1'='1", "%00", "%ff"]
)
@pytest.mark.parametrize("part", ["", "/result", "/input", "/report", "/curve.svg", "/other-failures/.."])
def test_a_key_is_looked_up_and_never_opened(client: Client, key: str, part: str) -> None:
    for kind in ("jobs", "sessions"):
        assert client.send("GET", f"/api/{kind}/{key.replace(' ', '%20')}{part}").status == 404


def test_what_is_uploaded_is_never_shown_as_a_page(client: Client) -> None:
    job = client.job(b"<script>alert(1)</script> needle\n", name="<script>alert(1)<%2Fscript>.html")
    client.when(job, "complete")
    for part in ("input", "result"):
        reply = client.send("GET", f"/api/jobs/{job}/{part}")
        assert reply.headers["content-type"] == "application/octet-stream"
        assert reply.headers["content-disposition"].startswith("attachment")
        assert reply.headers["x-content-type-options"] == "nosniff"
    policy = client.send("GET", f"/api/jobs/{job}/report").headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy
    assert "allow-same-origin" not in policy
    assert b"<script>alert(1)" not in client.send("GET", f"/api/jobs/{job}/report").body


def malformed_requests(port: int, token: str) -> Iterator[tuple[bytes, bool]]:
    """Each with whether it is whole, so that there is an answer to wait for; half of them with the token."""
    chance = random.Random(SEED)
    for number in range(REQUESTS):
        body, allowed = chance.choice(BODIES), {b"Authorization": b"Bearer " + token.encode()} if number % 2 else {}
        right = {**allowed, b"Content-Type": b"application/octet-stream", b"Content-Length": b"%d" % len(body)}
        line = b"POST /api/jobs?command=%b HTTP/1.1" % chance.choice((b"none", b"%2e", b"needle%00"))
        match number % 5:
            case 0:
                yield request(port, b"GET %b HTTP/1.1" % chance.choice(TARGETS), allowed), False
            case 1:
                yield request(port, line, right) + body, True
            case 2:
                yield request(port, line, {**right, chance.choice(NAMES): chance.choice(VALUES)}) + body, False
            case 3:
                yield mutated(request(port, line, right) + body, chance), False
            case _:
                words = (chance.choice(METHODS), chance.choice(TARGETS), chance.choice(VERSIONS))
                yield (
                    request(port, b" ".join(words), {**allowed, chance.choice(NAMES): chance.choice(VALUES)}) + body,
                    False,
                )


def test_malformed_requests_leave_no_traceback_and_a_server_that_answers(tmp_path: Path) -> None:
    log, folder = tmp_path / "log", tmp_path / "state"
    arguments = ("serve", "--allow", f"needle={NEEDLE}", "--port", "0", "--folder", folder, "--no-sandbox")
    with (
        log.open("wb") as written,
        subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=written, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=(.+)\n", process.stdout.readline())
            assert found is not None
            port, token = int(found[1]), found[2]
            statuses = Counter(
                status_of(exchange(port, each, half_close=not whole)) for each, whole in malformed_requests(port, token)
            )
            assert Client(port, token).get("/api/jobs") == {"jobs": []}
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()
    assert log.read_text() == ""
    assert set(statuses) - REFUSED - {401} <= {0, 100, 200, 303}, statuses
