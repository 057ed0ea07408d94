"""`thresher web` as a user runs it: a process, a real browser, a real shop."""

from __future__ import annotations

import http.client
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import sync_playwright

from tests.cli.conftest import Thresher, command
from tests.web.site import Shop, home_of, serving, shop_recording
from thresher.cli.main import main

NOISE = ("search pen", "search ", "next", "previous")
SAME = ("visit", *NOISE, "compare 2", "key h", "release h", "compare 2", *NOISE)


@pytest.fixture(scope="module")
def shop() -> Iterator[Shop]:
    server = Shop(0)
    with serving(server):
        yield server


def written(path: Path, shop: Shop, words: tuple[str, ...]) -> Path:
    steps = [(each, f"task {number // 3}") for number, each in enumerate(words)]
    path.write_text(json.dumps(shop_recording("two of a kind", steps, home_of(shop))))
    return path


def steps_in(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text())["steps"]
    return found


def test_a_recording_is_reduced_with_tests_pictures_and_a_report(
    thresher: Thresher, shop: Shop, tmp_path: Path
) -> None:
    shop.store.reset(frozenset(["compare-same"]))
    path = written(tmp_path / "same.json", shop, SAME)
    reset = f"curl -sf -X POST {home_of(shop)}reset?fault=compare-same"
    done = thresher("web", "reduce", path, "--setup", reset, "--checks", "1")
    assert done.code == 0, done.talk
    assert "page error: Error: Desk lamp is compared with itself" in done.talk
    assert "13 -> 3 steps" in done.talk
    assert [step["type"] for step in steps_in(tmp_path / "same.min.json")] == ["navigate", "click", "click"]
    assert json.loads(done.out)["steps"] == steps_in(tmp_path / "same.min.json")
    made = sorted(each.name for each in (tmp_path / "same.min").iterdir())
    assert made == ["same.spec.ts", "step-001.png", "step-002.png", "step-003.png", "test_same.py"]
    assert list(tmp_path.glob(".thresher/*/report.html"))
    again = thresher("web", "reduce", path, "--setup", reset, "--checks", "1", "--json")
    assert again.code == 0
    assert "resuming with the results of" in again.talk
    assert json.loads(again.out)["outcomes"]["fail"] >= 1


def test_replays_that_reset_a_server_run_one_at_a_time(thresher: Thresher, shop: Shop, tmp_path: Path) -> None:
    shop.store.reset(frozenset(["compare-same"]))
    path, lock = written(tmp_path / "same.json", shop, SAME), tmp_path / "lock"
    reset = ("--setup", f"mkdir {lock}", "--teardown", f"rmdir {lock}")
    done = thresher("web", "reduce", path, *reset, "--jobs", "2", "--checks", "1", "--no-report")
    assert done.code == 0, done.talk  # two at a time would want the same directory
    assert "they run one at a time" in done.talk


def test_rules_from_recordings_that_went_well_guide_the_search(shop: Shop, tmp_path: Path) -> None:
    shop.store.reset(frozenset())
    logs = tmp_path / "went-well"
    logs.mkdir()
    written(logs / "one.json", shop, ("visit", *NOISE, *NOISE, *NOISE, *NOISE, *NOISE))
    shop.store.reset(frozenset(["compare-same"]))
    path = written(tmp_path / "same.json", shop, SAME)
    options = ("--logs", str(logs), "--checks", "1", "--mark", "#page", "-q", "-j", "2", "--no-report")
    assert main(["web", "reduce", str(path), *options]) == 0
    assert len(steps_in(tmp_path / "same.min.json")) == 3


def test_the_exit_code_of_a_replay(shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def replayed(path: Path, *options: str | Path) -> tuple[int, str]:
        return main(["web", "replay", str(path), *map(str, options)]), capsys.readouterr().out

    shop.store.reset(frozenset(["compare-same"]))
    code, out = replayed(written(tmp_path / "a.json", shop, SAME), "--screenshots", tmp_path / "shots")
    assert code == 1
    assert "step 9: page error: Error: Desk lamp" in out
    assert "at compare (http" in out
    assert (tmp_path / "shots" / "step-009.png").read_bytes().startswith(b"\x89PNG")
    states = tmp_path / "states.json"
    code, out = replayed(written(tmp_path / "b.json", shop, SAME[:3]), "-o", states, "--mark", "#page")
    assert (code, out.partition(" (")[0]) == (0, "PASS")
    assert [step["state"]["forms"]["search"] for step in steps_in(states)] == ["", "pen", ""]
    assert steps_in(states)[0]["state"]["marked"]["#page"]["texts"] == ["1 of 2"]
    path = written(tmp_path / "c.json", shop, ("visit", "remove 1"))
    code, out = replayed(path, "--step-timeout", "0.2")
    assert code == 2
    assert "UNRESOLVED" in out
    assert "step 2, click #remove-1: nothing matches" in out


def test_bad_input_is_one_line(shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    path = tmp_path / "r.json"

    def talk(content: str, *options: str) -> tuple[int, str]:
        path.write_text(content)
        code = main(["web", "reduce", str(path), "--checks", "1", "--step-timeout", "0.2", *options])
        said = capsys.readouterr().err
        assert said.count("\n") == 1, said
        return code, said

    down = json.dumps({"title": "", "steps": [{"type": "navigate", "url": f"http://127.0.0.1:{port}/"}]})
    code, said = talk(down)
    assert code == 3
    assert "r.json cannot be replayed: step 1" in said
    assert "ERR_CONNECTION_REFUSED" in said
    code, said = talk(down[:-30])
    assert (code, "cut off" in said) == (2, True)
    visit = json.dumps({"title": "", "steps": [{"type": "navigate", "url": home_of(shop)}, {"type": "fly"}]})
    code, said = talk(visit)
    assert (code, "step 2, fly: this type of step is not known" in said) == (3, True)
    code, said = talk(visit.replace(', {"type": "fly"}', ""))
    assert (code, "say what the failure is" in said) == (3, True)
    code, said = talk(visit.replace(', {"type": "fly"}', ""), "--fails-when", "1 +")
    assert (code, "the condition is not a JavaScript expression" in said) == (2, True)
    assert talk(down, "--browser", "/none")[0] == 2
    assert talk(down, "--logs", str(tmp_path / "none"), "--algorithm", "ddmin")[0] == 2


def test_import_says_what_is_left_out_and_keeps_its_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script, har = tmp_path / "login.cy.js", tmp_path / "session.json"
    script.write_text("cy.visit('/login');\ncy.get('#name').type('Ann{enter}');\n")
    assert main(["web", "import", str(script), "--base-url", "http://localhost/shop/"]) == 0
    steps = steps_in(tmp_path / "login.cy.json")
    assert [step.get("url", step.get("name", step["type"])) for step in steps] == [
        *("http://localhost/login", "thresher.focus", "thresher.type", "keyDown", "keyUp")
    ]
    response = {"status": 200, "content": {"mimeType": "text/html"}}
    requests = [{"method": method, "url": "http://localhost/login"} for method in ("GET", "POST")]
    har.write_text(json.dumps({"log": {"entries": [{"request": each, "response": response} for each in requests]}}))
    before = har.read_bytes()
    assert main(["web", "import", str(har)]) == 0
    assert har.read_bytes() == before
    assert [step["type"] for step in steps_in(tmp_path / "session.recording.json")] == ["navigate"]
    assert "left out 1 request that was sent from pages" in capsys.readouterr().err


@contextmanager
def started(*arguments: str | Path, environment: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        env={**os.environ, **(environment or {})},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def test_what_is_done_in_the_browser_is_recorded(shop: Shop, tmp_path: Path) -> None:
    shop.store.reset(frozenset())
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    path = tmp_path / "recorded.json"
    options = ("--headless", "--remote-port", str(port), "-o", path, "--title", "mine")
    with started("web", "record", home_of(shop), *options) as process, sync_playwright() as playwright:
        assert process.stderr is not None
        assert "recording" in process.stderr.readline()
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        page = next(page for context in browser.contexts for page in context.pages)
        page.click("#add-2")
        page.wait_for_selector("#count:has-text('1')")
        page.close()
        assert process.wait() == 0
    assert [step["type"] for step in steps_in(path)] == ["setViewport", "navigate", "click"]


@pytest.mark.parametrize("given", ["reset.sh", "=reset.sh", "reset=", "reset='", "a=b"])
def test_setup_commands_that_users_may_choose_have_names(thresher: Thresher, given: str) -> None:
    more = ("--allow-setup", given) if given == "a=b" else ()
    done = thresher("web", "serve", "--port", "0", "--allow-setup", given, *more)
    assert done.code == 2
    assert "--allow-setup" in done.talk


@pytest.mark.usefixtures("default_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_page_is_served_until_ctrl_c(number: signal.Signals) -> None:
    with started("web", "serve", "--port", "0") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().strip()
        with urllib.request.urlopen(address) as answer:
            assert b"Drop a recording" in answer.read()
        process.send_signal(number)
        assert process.wait() == 0
        assert process.stderr.read() == ""


@contextmanager
def page_that_never_loads() -> Iterator[tuple[str, threading.Event]]:
    """Its address, and what is set once somebody asks for it."""
    asked = threading.Event()

    def hold(listener: socket.socket) -> None:
        with suppress(OSError), ExitStack() as held:
            while True:
                held.enter_context(listener.accept()[0])
                asked.set()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=hold, args=(listener,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/", asked
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


def processes_marked(mark: str) -> dict[int, bytes]:
    """The command lines of all processes that have the mark in their environment, by their numbers."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (place / "environ").read_bytes().split(b"\0"):
                found[int(place.name)] = (place / "cmdline").read_bytes()
    return found


def await_end(number: int) -> None:
    """Until a process has ended, which need not be a child of ours."""
    with suppress(ProcessLookupError):
        ended = os.pidfd_open(number)
        try:
            assert select.select([ended], [], [], 600)[0], number
        finally:
            os.close(ended)


@pytest.mark.usefixtures("default_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_during_a_replay_leaves_no_process_and_no_browser(number: signal.Signals) -> None:
    name, value = "THRESHER_TEST_SERVICE", str(uuid.uuid4())
    with (
        page_that_never_loads() as (page, asked),
        started("web", "serve", "--port", "0", environment={name: value}) as process,
    ):
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().strip()
        recording = json.dumps({"title": "", "steps": [{"type": "navigate", "url": page}]})
        posted = json.dumps({"name": "a.json", "recording": recording, "algorithm": "ddmin"}).encode()
        request = urllib.request.Request(f"{address}jobs", posted, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            job = json.loads(answer.read())["job"]
        with urllib.request.urlopen(f"{address}jobs/{job}/events") as events:
            assert asked.wait(timeout=600)
            running = processes_marked(f"{name}={value}")
            assert any(b"chrom" in line for line in running.values())
            process.send_signal(number)
            assert b"the server was shut down" in events.read()
        assert process.wait() == 0
        assert process.stderr.read() == ""
        for each in running:
            await_end(each)  # the processes of a browser end a moment after it
        assert processes_marked(f"{name}={value}") == {}


def test_the_token_is_in_no_log(tmp_path: Path) -> None:
    with started("web", "serve", "--port", "0", "--host", "0.0.0.0") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = urlsplit(process.stdout.readline().strip())
        token = parse_qs(address.query)["token"][0]
        statuses = []
        for target in (
            f"/?token={token}",
            f"/none?token={token}",
            f"/jobs/none/stop?token={token}",
            f"/?token={token}x",
            "/?token=[",
        ):
            connection = http.client.HTTPConnection("127.0.0.1", address.port or 80, timeout=60)
            connection.request("GET", target)
            answer = connection.getresponse()
            statuses.append(answer.status)
            assert token.encode() not in answer.read()
            connection.close()
        assert statuses == [303, 404, 405, 401, 401]
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
        assert process.stdout.read() == process.stderr.read() == ""


def test_a_port_in_use_and_a_host_that_is_none_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as used:
        for options in (
            ["--port", str(used.getsockname()[1])],
            ["--port", "99999"],
            ["--host", "a..b"],
            ["--host", "["],
        ):
            assert main(["web", "serve", "--port", "0", *options]) == 2
            said = capsys.readouterr().err
            assert said.count("\n") == 1
            assert "cannot listen" in said


@pytest.mark.parametrize("package", ["starlette", "uvicorn", "playwright"])
def test_without_the_extra_one_line_says_how_to_install_it(
    package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["web", "serve", "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert said == f"thresher: this command needs {package}; install the extra with: pip install 'thresher[web]'\n"
