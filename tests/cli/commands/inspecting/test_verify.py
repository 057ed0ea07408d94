"""`thresher verify` with real programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

TEST = "sh -c 'grep -q 17 x.txt && grep -q 42 x.txt'"


def test_a_minimal_result_is_proved(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"1742")
    done = thresher("verify", "x.txt", "--format", "characters", "--test", TEST)
    assert done.code == 0, done.talk
    assert "without character '7': pass (exit 1)" in done.out.decode()
    assert "no single character can be removed: none of 4 removals shows the failure" in done.out.decode()


def test_what_can_still_go_is_named(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"17\nand\n42\n")
    done = thresher("verify", "x.txt", "--format", "lines", "--json", "--test", TEST)
    assert done.code == 1
    record = json.loads(done.out)
    assert not record["minimal"]
    assert [removal["outcome"] for removal in record["removals"]] == ["pass", "fail", "pass"]


def test_of_many_removals_that_show_the_failure_only_some_are_listed(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"17 and 42\n" * 30)
    done = thresher("verify", "x.txt", "-o", "all.txt", "--format", "lines", "--test", TEST)
    assert done.code == 1
    assert done.out.count(b"without line") == 20
    assert b"... and 10 more; --json and -o FILE list all" in done.out
    assert b"not minimal: 30 of 30 removals show the failure" in done.out
    assert (tmp_path / "all.txt").read_bytes().count(b"without line") == 30


def test_every_removal_is_tried_on_any_number_of_jobs(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"".join(b"%d\n" % number for number in range(10, 50)))
    options = ("--fresh", "--format", "lines", "--json", "--test", TEST)
    outputs = {thresher("verify", "x.txt", "-j", jobs, *options).out for jobs in "13"}
    assert len(outputs) == 1
    assert len(json.loads(outputs.pop())["removals"]) == 40


def test_a_file_that_does_not_fail(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"hay\n")
    expect_line(thresher("verify", "x.txt", "--test", TEST), 3, "not interesting")


def test_a_script_knows_a_result_by_the_name_of_the_input(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text("a\nneedle\nb\n")
    script = tmp_path / "test.sh"
    script.write_text("#!/bin/sh\ngrep -q needle input.txt\n")
    script.chmod(0o755)
    assert thresher("reduce", "input.txt", "--test", "./test.sh").code == 0
    done = thresher("verify", "input.min.txt", "--test", "./test.sh")
    assert done.code == 0, done.talk
    script.write_text("#!/bin/sh\ngrep -q needle input*.txt && test -e input.min.txt\n")
    assert thresher("verify", "input.min.txt", "--test", "./test.sh").code == 0


@pytest.mark.parametrize("words", [["a.txt", "./has-bug.sh"], ["./has-bug.sh", "a.txt"]])
def test_a_script_is_taken_as_by_reduce(thresher: Thresher, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "a.txt").write_text("bug")
    script = tmp_path / "has-bug.sh"
    script.write_text("#!/bin/sh\ngrep -q bug a.txt\n")
    script.chmod(0o755)
    done = thresher("verify", *words)
    assert (done.code, b"can be removed" in done.out) == (0, True), done.talk
