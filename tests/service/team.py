"""A service in this process, and requests to it as a program makes them."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests.waiting import until
from thresher.service.allowed import by_name, parse_allowed
from thresher.service.team import TeamService, TeamSettings

NEEDLE = """sh -c '! grep -q needle "$1"' sh {}"""  # fails, with exit code 1, on what has a needle
INPUT = b"".join(b"line %d\n" % number for number in range(60)) + b"the needle here\n"
SMALLEST = b"needle"


class Reply(NamedTuple):
    """A response with its whole body."""

    status: int
    headers: Message
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """Sends the token with each request."""

    def __init__(self, port: int, token: str | None) -> None:
        self._port, self._headers = port, {"Authorization": f"Bearer {token}"} if token else {}

    def send(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=300)
        try:
            connection.request(method, path, body, {**self._headers, **(headers or {})})
            answer = connection.getresponse()
            return Reply(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        reply = self.send("GET", path)
        assert reply.status == 200, reply
        return reply.json

    def post(self, path: str) -> Reply:
        return self.send("POST", path, b"{}", {"Content-Type": "application/json"})

    def submit(self, content: bytes, *, command: str = "needle", name: str = "notes.txt") -> Reply:
        path = f"/api/jobs?{urlencode({'command': command, 'name': name}, errors='surrogatepass')}"
        return self.send("POST", path, content, {"Content-Type": "application/octet-stream"})

    def job(self, content: bytes = INPUT, *, command: str = "needle", name: str = "notes.txt") -> str:
        """The key of a new job."""
        reply = self.submit(content, command=command, name=name)
        assert reply.status == 201, reply
        return str(reply.json["job"])

    def when(self, job: str, *states: str) -> dict[str, Any]:
        """The job as soon as it is in one of these states."""
        seen: list[dict[str, Any]] = []

        def there() -> bool:
            seen[:] = [self.get(f"/api/jobs/{job}")]
            return seen[0]["state"] in states

        until(there)
        return seen[0]


@contextmanager
def serving(folder: Path, *allowed: str, **settings: Any) -> Iterator[tuple[TeamService, Client]]:
    """A service without a sandbox, which not every machine has; the needle command is allowed by default."""
    commands = by_name(map(parse_allowed, allowed or (f"needle={NEEDLE}",)))
    service = TeamService(TeamSettings(host="127.0.0.1", port=0, folder=folder, commands=commands, **settings))
    with service.serving():
        yield service, Client(service.port, service.token)


def crashes(folder: Path) -> str:
    """A command that crashes on a needle, and in another way on hay without a needle."""
    script = folder / "crashes.py"
    script.write_text(
        "import sys\ntext = open(sys.argv[1]).read()\nif 'needle' in text:\n    raise ValueError('pricked')\n"
        "if 'hay' in text:\n    raise KeyError('sneezed')\n"
    )
    return f"crashes=python3 {script} {{}}"


def held(folder: Path) -> tuple[str, Path]:
    """A command that waits while a file is there, and then fails as the needle does; and the file, which is there."""
    gate, script = folder / "gate", folder / "held.sh"
    gate.touch()
    script.write_text(f'#!/bin/sh\nwhile [ -e "{gate}" ]; do sleep 0.02; done\n! grep -q needle "$1"\n')
    script.chmod(0o755)
    return f"held={script} {{}}", gate
