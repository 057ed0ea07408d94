"""`thresher history`, and the candidates that `thresher reduce --keep-candidates` keeps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

TEST = ("--test", "grep -q 17 input.txt")


@pytest.fixture
def reduced(thresher: Thresher, lines: Path) -> Path:
    assert thresher("reduce", lines, "-q", "--jobs", "1", "--keep-candidates", *TEST).code == 0
    return next(lines.parent.glob(".thresher/*/candidates"))


def test_every_test_is_listed_and_its_candidate_shown(thresher: Thresher, lines: Path, reduced: Path) -> None:
    listed = [json.loads(line) for line in thresher("history", lines, "--json").out.splitlines()]
    assert [each["number"] for each in listed] == list(range(1, len(listed) + 1))
    assert all(each["kept"] for each in listed)
    smallest = min((each for each in listed if each["outcome"] == "fail"), key=lambda each: each["size"])
    shown = thresher("history", lines, "-n", str(smallest["number"]))
    assert shown.out == lines.with_name("input.min.txt").read_bytes()
    assert "FAIL" in shown.talk
    failing = thresher("history", "--outcome", "fail").out.decode().splitlines()
    assert len(failing) == sum(each["outcome"] == "fail" for each in listed)
    assert (reduced / "000001-fail.txt").read_bytes() == lines.read_bytes()


def test_two_tests_are_compared(thresher: Thresher, lines: Path, reduced: Path) -> None:
    listed = [json.loads(line) for line in thresher("history", "--json").out.splitlines()]
    last = max(each["number"] for each in listed if each["outcome"] == "fail")
    difference = thresher("history", "-n", "1", "-n", str(last)).out.decode()
    assert difference.startswith("--- test 1\n+++ test ")
    assert "-line 16 has words" in difference


def test_a_test_is_repeated_and_nothing_is_overwritten(thresher: Thresher, lines: Path, reduced: Path) -> None:
    result = lines.with_name("input.min.txt")
    before, tests = result.read_bytes(), len(list(reduced.iterdir()))
    assert thresher("history", "--repeat", "1").out.startswith(b"FAIL: ")
    assert result.read_bytes() == before
    assert len(list(reduced.iterdir())) == tests


def test_a_session_of_somebody_else_is_not_run_unasked(
    thresher: Thresher, lines: Path, reduced: Path, tmp_path: Path
) -> None:
    done = thresher("history", "--repeat", "1", XDG_STATE_HOME=str(tmp_path / "other"))
    expect_line(done, 2, "add --trust to run it")


def test_candidates_in_a_folder_of_the_users(thresher: Thresher, lines: Path, tmp_path: Path) -> None:
    thresher("reduce", lines, "-q", "--max-tests", "9", "--keep-candidates=kept", *TEST)
    assert (tmp_path / "kept" / "index.jsonl").is_file()
    assert thresher("history", lines, "--candidates", "kept", "-n", "5").code == 0
    expect_line(thresher("reduce", "--keep-candidates", lines, lines, *TEST), 2, "write --keep-candidates=FOLDER")


def test_what_was_not_kept(thresher: Thresher, lines: Path) -> None:
    thresher("reduce", lines, "-q", *TEST)
    listed = [json.loads(line) for line in thresher("history", "--json").out.splitlines()]
    missing = next(each["number"] for each in listed if not each["kept"])
    expect_line(thresher("history", "-n", str(missing)), 2, "--keep-candidates")
    expect_line(thresher("history", "-n", "99999"), 2, "there is no test 99999")
    expect_line(thresher("history", "-n", "1", "-n", "2", "-n", "3"), 2, "twice at most")
    assert not list(lines.parent.glob(".thresher/*/candidates"))


def test_a_fresh_start_keeps_only_its_own(thresher: Thresher, lines: Path, reduced: Path) -> None:
    kept = len(list(reduced.iterdir()))
    thresher("reduce", lines, "-q", "--jobs", "1", "--fresh", "--keep-candidates", *TEST)
    assert len(list(reduced.iterdir())) == kept
