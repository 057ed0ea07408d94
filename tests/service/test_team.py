"""The service by its requests: from the upload of an input to its result."""

from __future__ import annotations

import json
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.service.team import INPUT, NEEDLE, SMALLEST, Client, crashes, held, serving
from thresher.cli.main import main
from thresher.errors import UsageError
from thresher.service.team import TeamService


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TeamService, Client]]:
    with serving(tmp_path_factory.mktemp("team")) as opened:
        yield opened


@pytest.fixture
def client(team: tuple[TeamService, Client]) -> Client:
    return team[1]


def test_an_input_is_reduced(client: Client) -> None:
    job = client.job(name="../notes.txt")
    done = client.when(job, "complete", "failed")
    assert (done["state"], done["message"], done["name"]) == ("complete", "", "notes.txt")
    assert (done["before"], done["after"]) == (len(INPUT), 6)
    assert done["criterion"] == ["the program ends with exit code 1"]
    assert "can be removed" in done["claim"]
    assert done["curve"][0][2] == len(INPUT)
    assert done["curve"][-1][2] == 6
    result = client.send("GET", f"/api/jobs/{job}/result")
    assert result.body == SMALLEST
    assert result.headers["content-disposition"] == "attachment; filename*=UTF-8''notes.min.txt"
    assert client.send("GET", f"/api/jobs/{job}/input").body == INPUT
    report = client.send("GET", f"/api/jobs/{job}/report")
    assert b"<!doctype html>" in report.body[:100].lower()
    assert "sandbox allow-scripts;" in report.headers["content-security-policy"] + ";"
    assert client.send("GET", f"/api/jobs/{job}/curve.svg").body.startswith(b"<svg")
    assert job in [each["job"] for each in client.get("/api/jobs")["jobs"]]


def test_an_input_that_does_not_fail_says_so(client: Client) -> None:
    failed = client.when(client.job(b"nothing here\n"), "failed", "complete")
    assert failed["state"] == "failed"
    assert failed["message"] == "the command succeeds on input.txt in 3 runs (exit 0)"
    assert client.send("GET", f"/api/jobs/{failed['job']}/result").status == 404


def test_other_failures_can_be_downloaded(tmp_path: Path) -> None:
    with serving(tmp_path / "state", crashes(tmp_path)) as (_, client):
        job = client.job(b"hay\n" * 5 + b"needle\n", command="crashes")
        (name,) = client.when(job, "complete", "failed")["other_failures"]
        reply = client.send("GET", f"/api/jobs/{job}/other-failures/{name}")
        assert b"hay" in reply.body
        assert reply.headers["content-disposition"].startswith("attachment")
        assert client.send("GET", f"/api/jobs/{job}/other-failures/{name}x").status == 404
        report = client.send("GET", f"/api/jobs/{job}/report").body
        assert b"sneezed" in report
        assert b"href=" not in report[report.index(b"Other failures") :]


def test_the_folder_of_a_job_is_an_ordinary_session(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    with serving(tmp_path) as (_, client):
        job = client.job()
        client.when(job, "complete")
    folder = tmp_path / "jobs" / job
    assert main(["sessions", str(folder), "--json"]) == 0
    (listed,) = [
        each for each in json.loads(capsysbinary.readouterr().out) if Path(each["folder"]).is_relative_to(folder)
    ]
    assert (listed["input"], listed["state"], listed["after"]) == ("input.txt", "complete", 6)


def test_only_allowed_commands_are_run(client: Client) -> None:
    for command in ("other", "", "needle {}", "../needle"):
        refused = client.submit(INPUT, command=command)
        assert refused.status == 400
        assert "is not allowed here; choose from needle" in refused.json["error"]
    assert client.submit(b"").status == 400
    assert client.send("POST", "/api/jobs", b"x", {"Content-Type": "application/octet-stream"}).status == 400


def test_stop_resume_and_remove(tmp_path: Path) -> None:
    command, gate = held(tmp_path)
    with serving(tmp_path / "state", command) as (_, client):
        first, second = client.job(command="held"), client.job(command="held")
        client.when(first, "running")
        assert client.get(f"/api/jobs/{second}")["ahead"] == 0
        assert client.post(f"/api/jobs/{second}/stop").json["state"] == "stopped"
        assert client.post(f"/api/jobs/{first}/remove").status == 409
        assert client.post(f"/api/jobs/{first}/resume").status == 409
        assert client.post(f"/api/jobs/{first}/stop").json["state"] in ("stopping", "stopped")
        assert client.when(first, "stopped")["message"] == "stopped by the user"
        assert client.post(f"/api/jobs/{first}/stop").status == 409
        gate.unlink()
        assert client.post(f"/api/jobs/{first}/resume").json["state"] in ("waiting", "running")
        assert client.when(first, "complete")["after"] == 6
        assert client.post(f"/api/jobs/{second}/remove").status == 200
        assert client.send("GET", f"/api/jobs/{second}").status == 404
        assert [path.name for path in (tmp_path / "state" / "jobs").iterdir()] == [first]


def test_the_end_of_the_server_interrupts_jobs_and_the_next_one_continues_them(tmp_path: Path) -> None:
    command, gate = held(tmp_path)
    with serving(tmp_path / "state", command) as (service, client):
        jobs = [client.job(command="held") for _ in range(3)]
        token = service.token
        client.when(jobs[0], "running")
    gate.unlink()
    with serving(tmp_path / "state", command) as (service, client):
        assert service.token == token
        assert [client.when(job, "complete", "failed")["state"] for job in jobs] == ["complete"] * 3


def test_a_command_that_is_not_allowed_any_more_is_not_run(tmp_path: Path) -> None:
    command, gate = held(tmp_path)
    with serving(tmp_path / "state", command) as (_, client):
        running, waiting = client.job(command="held"), client.job(command="held")
        client.when(running, "running")
    gate.unlink()
    with serving(tmp_path / "state", "held=grep -q another {}") as (_, client):
        for job in (running, waiting):
            assert "does not allow 'held' any more" in client.when(job, "failed", "complete")["message"]


def test_only_so_many_jobs_wait(tmp_path: Path) -> None:
    command, _ = held(tmp_path)
    with serving(tmp_path / "state", command, most_waiting=2) as (_, client):
        client.when(client.job(command="held"), "running")
        client.job(command="held")
        client.job(command="held")
        full = client.submit(INPUT, command="held")
        assert (full.status, "too many jobs are waiting" in full.json["error"]) == (503, True)


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    with serving(tmp_path), pytest.raises(UsageError, match="is already serving"), serving(tmp_path):
        pass


def test_an_upload_that_was_killed_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "jobs" / "0123").mkdir(parents=True)
    with serving(tmp_path):
        assert not (tmp_path / "jobs" / "0123").exists()


def test_only_the_operator_can_read_what_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    with serving(folder):
        assert folder.stat().st_mode & 0o077 == 0
        assert (folder / "token").stat().st_mode & 0o077 == 0


def test_sessions_of_a_named_directory_can_be_looked_at_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (place / "notes.txt").write_bytes(INPUT)
    monkeypatch.chdir(place)
    assert main(["reduce", "notes.txt", "-q", "--no-report", "-j", "1", "--", *shlex.split(NEEDLE)]) == 0
    before = sorted((path, path.stat().st_mtime_ns) for path in place.rglob("*") if path.is_file())
    with serving(tmp_path / "state", sessions=(place,)) as (_, client):
        (listed,) = client.get("/api/sessions")["sessions"]
        assert (listed["name"], listed["state"], listed["before"], listed["after"]) == (
            "notes.txt",
            "complete",
            len(INPUT),
            6,
        )
        address = f"/api/sessions/{listed['session']}"
        assert client.get(address)["criterion"] == ["the program ends with exit code 1"]
        assert client.send("GET", f"{address}/result").body == SMALLEST
        assert client.send("GET", f"{address}/report").status == 200
        assert client.send("GET", f"{address}/curve.svg").status == 200
        assert client.post(f"{address}/stop").status == 404
    assert sorted((path, path.stat().st_mtime_ns) for path in place.rglob("*") if path.is_file()) == before


def test_a_damaged_queue_is_one_line(tmp_path: Path) -> None:
    with serving(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "queue.sqlite3")) as database:
        database.execute("pragma user_version = 99")
    with pytest.raises(UsageError, match="another version of thresher"), serving(tmp_path):
        pass


class Document:
    """A small reader of JSON Schema: what the OpenAPI document uses of it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document

    def check(self, value: Any, schema: dict[str, Any]) -> None:
        if "$ref" in schema:
            schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
        given = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        assert any(isinstance(value, (int, float) if kind == "number" else kinds[kind]) for kind in given), schema
        assert value in schema.get("enum", [value])
        if isinstance(value, dict):
            assert set(schema.get("required", [])) == set(value)
            for name, each in value.items():
                self.check(each, schema["properties"][name])
        for each in value if isinstance(value, list) else ():
            self.check(each, schema["items"])


def test_the_openapi_document_lists_what_is_there(client: Client, team: tuple[TeamService, Client]) -> None:
    document = client.get("/openapi.json")
    job = client.when(client.job(), "complete")
    listed = set()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            listed.add((method.upper(), path))
            ok = operation["responses"].get("200", operation["responses"].get("201"))
            schema = ok["content"].get("application/json", {}).get("schema")
            address = path.replace("{job}", job["job"])
            if method == "get" and "{" not in address and schema is not None:
                Document(document).check(client.get(address), schema)
    assert listed == {
        (method, route.path)
        for route in team[0].routes
        for method in route.methods or ()
        if method != "HEAD" and route.path.startswith("/api/")
    }
