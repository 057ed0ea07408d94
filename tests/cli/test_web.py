"""`thresher web` as a user runs it: a process, a real browser, a real shop."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
    assert "going on with what" in again.talk
    assert json.loads(again.out)["outcomes"]["fail"] >= 1


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


def test_a_replay_tells_what_it_saw_by_its_exit_code(
    shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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


def test_bad_input_is_told_in_one_line(shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
    assert (code, "the condition is no JavaScript expression" in said) == (2, True)
    assert talk(down, "--browser", "/none")[0] == 2
    assert talk(down, "--logs", str(tmp_path / "none"), "--algorithm", "ddmin")[0] == 2


@contextmanager
def started(*arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
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
        assert process.wait(timeout=60) == 0
    assert [step["type"] for step in steps_in(path)] == ["setViewport", "navigate", "click"]


def test_the_page_is_served_until_ctrl_c() -> None:
    with started("web", "serve", "--port", "0") as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with urllib.request.urlopen(address) as answer:
            assert b"Drop a recording" in answer.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
