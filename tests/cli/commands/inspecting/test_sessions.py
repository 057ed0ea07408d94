"""`thresher sessions`: the list, what is removed, and what is not."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher, started
from tests.cli.test_bad_input import expect_line
from tests.waiting import until

TEST = ("--test", "grep -q 17 input.txt")


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_what_was_reduced_and_how_far(thresher: Thresher, lines: Path) -> None:
    assert b"no sessions" in thresher("sessions").out
    thresher("reduce", lines, "-q", *TEST)
    thresher("reduce", lines, "-q", "--format", "lines", "--max-tests", "5", *TEST)
    listed = json.loads(thresher("sessions", "--json").out)
    assert [each["state"] for each in listed] == ["stopped", "complete"]
    assert [each["input"] for each in listed] == ["input.txt"] * 2
    assert (listed[1]["before"], listed[1]["after"]) == (lines.stat().st_size, 2)
    assert listed[1]["disk"] > 1000
    table = thresher("sessions").out.decode()
    assert "complete" in table.splitlines()[1]
    assert "bytes" in table.splitlines()[1]


def test_old_ones_are_removed_and_results_stay(thresher: Thresher, lines: Path) -> None:
    thresher("reduce", lines, "-q", *TEST)
    assert b"no session is old enough" in thresher("sessions", "--clean").out
    expect_line(thresher("sessions", "--clean", "--older-than", "0"), 2, "1 session (", "--yes")
    assert len(json.loads(thresher("sessions", "--json").out)) == 1
    assert b"removed 1 session (" in thresher("sessions", "--clean", "--older-than", "0", "--yes").out
    assert json.loads(thresher("sessions", "--json").out) == []
    assert (lines.parent / "input.min.txt").read_text().strip() == "17"


def test_a_running_session_is_never_removed(thresher: Thresher, lines: Path) -> None:
    waits = f"sh -c 'touch {lines.parent}/started; sleep 300; grep -q 17 input.txt'"
    with started("reduce", lines, "--test", waits, directory=lines.parent) as process:
        until((lines.parent / "started").exists, process)
        assert [each["state"] for each in json.loads(thresher("sessions", "--json").out)] == ["running"]
        assert b"no session" in thresher("sessions", "--clean", "--older-than", "0", "--yes").out
        assert process.poll() is None


def test_a_report_is_opened(thresher: Thresher, lines: Path) -> None:
    thresher("reduce", lines, "-q", "--no-report", *TEST)
    browser = lines.parent / "browser"
    browser.write_text('#!/bin/sh\necho "$1" > opened\n')
    browser.chmod(0o755)
    done = thresher("sessions", "--open", "1", BROWSER=f"{browser} %s")
    assert done.code == 0, done.talk
    assert (lines.parent / "opened").read_text().strip() == Path(os.fsdecode(done.out.strip())).as_uri()
    expect_line(thresher("sessions", "--open", "9"), 2, "there are 1 sessions")


def test_a_damaged_session_is_listed(thresher: Thresher, lines: Path) -> None:
    thresher("reduce", lines, "-q", *TEST)
    (command,) = lines.parent.glob(".thresher/*/command.json")
    command.write_text("{")
    assert [each["state"] for each in json.loads(thresher("sessions", "--json").out)] == ["damaged"]
    expect_line(thresher("sessions", "nowhere"), 2, "is not a directory")


def test_a_session_without_an_input_is_listed_where_it_was_made(thresher: Thresher, tmp_path: Path) -> None:
    for version in ("v1", "v2"):
        (tmp_path / version).mkdir()
        (tmp_path / version / "file").write_text(version)
    (tmp_path / "elsewhere").mkdir()
    assert thresher("changes", "v1", "v2", "-q", "--", "grep", "-q", "1", "file").code == 0
    assert f"made in {tmp_path}\n" in thresher("sessions").out.decode()
    (listed,) = json.loads(thresher("sessions", "--json").out)
    assert listed["directory"] == str(tmp_path)
    there = thresher("sessions", directory=tmp_path / "elsewhere").out.decode()
    assert f"sessions without an input made in {tmp_path}" in there
    removed = thresher("sessions", "--clean", "--older-than", "0", "--yes", directory=tmp_path / "elsewhere").out
    assert b"no session" in removed
