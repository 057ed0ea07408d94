"""`thresher check`: what is learned before a reduction, and what stands in its way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

Script = Callable[[str], Path]


def test_what_is_learned(thresher: Thresher, lines: Path, script: Script, runs: Callable[[], int]) -> None:
    script("grep -q 17 input.txt")
    done = thresher("check", lines, "./test.sh")
    assert (done.code, done.talk) == (0, "")
    text = done.out.decode()
    assert "occurs in 5 of 5 runs: stable" in text
    assert "the empty input: pass" in text
    assert "60 lines" in text
    assert "tests," in text
    assert f"thresher reduce {lines} ./test.sh" in text
    assert runs() == 8
    assert not (lines.parent / "input.min.txt").exists()


def test_a_reduction_repeats_none_of_the_runs(
    thresher: Thresher, lines: Path, script: Script, runs: Callable[[], int]
) -> None:
    script("grep -q 17 input.txt")
    thresher("check", lines, "./test.sh", "-j1")
    done = thresher("reduce", lines, "./test.sh", "--json", "-j1")
    assert runs() == json.loads(done.out)["runs"]
    assert thresher("resume").code == 0


def test_a_trivial_test(thresher: Thresher, lines: Path) -> None:
    done = thresher("check", lines, "--test", "/bin/true")
    expect_line(done, 2, "the empty input shows the same failure", "--with FILE")
    assert b"the empty input: shows the failure too" in done.out


def test_a_flaky_test(thresher: Thresher, lines: Path, script: Script) -> None:
    script(f"echo >> {lines.parent}/count; test $(($(wc -l < {lines.parent}/count) % 2)) = 1 && grep -q 17 input.txt")
    done = thresher("check", lines, "./test.sh", "--checks", "6")
    assert b"occurs in 3 of 6 runs: flaky" in done.out


def test_a_script_that_needs_files_from_here(thresher: Thresher, lines: Path, script: Script) -> None:
    (lines.parent / "words.txt").write_text("17\n")
    script("echo comparing; grep -q -f words.txt input.txt")
    done = thresher("check", lines, "./test.sh")
    expect_line(done, 3, "not interesting", "--with words.txt")
    assert "the program printed:\n  comparing\n" in done.talk


def test_numbers_for_programs(thresher: Thresher, lines: Path) -> None:
    record = json.loads(thresher("check", lines, "--json", "--test", "grep -q 17 input.txt").out)
    assert (record["failures"], record["runs"], record["format"]) == (5, 5, "text")
    assert record["trivial"]["the empty input"] == "pass"
    assert record["expected_tests"][0] < record["expected_tests"][1]
