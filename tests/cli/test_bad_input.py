"""Errors are one line with the next step, and nothing is lost."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Done, Thresher, started
from tests.waiting import until


def expect_line(done: Done, code: int, *words: str) -> None:
    """The exit code, and one line of talk that holds these words."""
    assert done.code == code, done.talk
    talk = [line for line in done.talk.splitlines() if line.startswith("thresher:")]
    assert len(talk) == 1, done.talk
    assert "Traceback" not in done.talk
    for word in words:
        assert word in talk[0]


def test_a_missing_file(thresher: Thresher) -> None:
    expect_line(thresher("reduce", "no.c", "--", "cat", "{}"), 2, "no file no.c", "check the name")


def test_an_empty_file(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "empty.c").touch()
    expect_line(thresher("reduce", "empty.c", "--", "cat", "{}"), 2, "is empty")


def test_a_directory(thresher: Thresher, tmp_path: Path) -> None:
    expect_line(thresher("isolate", ".", ".", "--", "cat", "{}"), 2, "is a directory", "thresher changes")
    (tmp_path / "empty").mkdir()
    expect_line(thresher("reduce", "empty", "--", "cat", "{}"), 2, "no file in empty")


@pytest.mark.parametrize("kind", ["device", "fifo", "socket"])
def test_an_input_that_is_not_a_regular_file(thresher: Thresher, lines: Path, tmp_path: Path, kind: str) -> None:
    """It is not read at all: it may have no end."""
    path = tmp_path / "odd"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
    else:
        path.symlink_to("/dev/zero")
    run = ("--", "cat", "{}")
    for arguments in (("reduce", path, *run), ("verify", path, *run), ("isolate", lines, path, *run)):
        expect_line(thresher(*arguments), 2, "not a regular file")
    expect_line(thresher("events", "rewrite", path, "--rules", lines), 2, "not a regular file")


def test_no_command(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("reduce", lines), 2, "no command", "-- ./program {}")


def test_a_command_that_does_not_exist(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("reduce", lines, "--", "./nothing", "{}"), 2, "'./nothing' was not found", "check its name")


def test_a_script_that_is_not_executable(thresher: Thresher, lines: Path) -> None:
    (lines.parent / "test.sh").write_text("#!/bin/sh\n")
    expect_line(thresher("reduce", lines, "--test", "./test.sh"), 2, "chmod +x")


def test_a_script_without_interpreter(thresher: Thresher, lines: Path) -> None:
    path = lines.parent / "test.sh"
    path.write_text("#!/no/such/shell\n")
    path.chmod(0o755)
    expect_line(thresher("reduce", lines, "--test", "./test.sh"), 2, "cannot run", "check the command")


def test_a_test_that_never_fails(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("reduce", lines, "--test", "/bin/false"), 3, "not interesting", "fresh directory")
    expect_line(thresher("reduce", lines, "--", "true", "{}"), 3, "succeeds on input.txt", "--stdout REGEX")


def test_a_stated_failure_that_does_not_show(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--signal", "SEGV", "--", "sh", "-c", "echo oh no; exit 1")
    expect_line(done, 3, "does not show the stated failure", "exit 1", "oh no")


def test_a_test_that_always_fails(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--allow-trivial", "--test", "/bin/true")
    assert done.code == 0
    assert "the empty input fails too" in done.talk
    assert len(done.out) >= 1
    assert len(done.out.split()) <= 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_an_unwritable_output_directory(thresher: Thresher, lines: Path) -> None:
    locked = lines.parent / "locked"
    locked.mkdir(mode=0o500)
    expect_line(thresher("reduce", lines, "-o", locked / "x", "--test", "/bin/true"), 2, "cannot write", "-o")


def test_an_output_directory_that_is_not_there(thresher: Thresher, lines: Path) -> None:
    expect_line(
        thresher("reduce", lines, "-o", "no/x.txt", "--test", "/bin/true"),
        2,
        "there is no directory",
        "no to write to",
        "-o",
    )


def test_an_output_that_is_the_input(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("reduce", lines, "-o", lines, "--test", "/bin/true"), 2, "--in-place")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--format", "pictures"], ["unknown format", "lines"]),
        (["--algorithm", "magic"], ["unknown algorithm", "ddmin", "hdd"]),
        (["--stderr", "("], ["not a regular expression"]),
        (["--signal", "SIGNONE"], ["SIGNONE"]),
        (["--stall", "soon"], ["--stall", "1/100"]),
        (["--min-granularity", "atoms"], ["--min-granularity", "lines"]),
        (["--with", "missing.h"], ["missing.h"]),
        (["--stdin"], ["--stdin"]),
    ],
)
def test_bad_options(thresher: Thresher, lines: Path, options: list[str], words: list[str]) -> None:
    expect_line(thresher("reduce", lines, *options, "--", "grep", "17", "{}"), 2, *words)


def test_numbers_that_make_no_sense(thresher: Thresher, lines: Path) -> None:
    for option, value in (("--jobs", "0"), ("--confidence", "1.5"), ("--memory", "lots")):
        done = thresher("reduce", lines, option, value, "--test", "/bin/true")
        assert done.code == 2
        assert "is needed" in done.talk


def test_a_flaky_test_beyond_help(thresher: Thresher, lines: Path) -> None:
    """Fails the first time, then never again."""
    test = lines.parent / "test.sh"
    test.write_text(f"#!/bin/sh\nmkdir {lines.parent}/once 2>/dev/null\n")
    test.chmod(0o755)
    expect_line(thresher("reduce", lines, "--test", "./test.sh"), 4, "1 of 20 runs", "more frequent")


def test_a_program_that_writes_without_end(thresher: Thresher, lines: Path) -> None:
    """It is stopped in time; that is not an outcome of its own, and the reduction continues."""
    program = "grep -q 3 {} && cat /dev/zero > big; grep -q 17 {} && exit 9; exit 0"
    done = thresher("reduce", lines, "--memory", "100M", "--exit-code", "9", "--", "sh", "-c", program)
    expect_line(done, 3, "does not show the stated failure", "memory limit")


def test_an_error_without_an_output_does_not_refer_to_one(thresher: Thresher) -> None:
    done = thresher("plan", "a" * 300)
    expect_line(done, 1, "File name too long", "fix this and rerun the same command to continue")
    assert "output file" not in done.talk


def test_resume_without_a_session(thresher: Thresher) -> None:
    expect_line(thresher("resume"), 2, "no session to resume")


def test_two_at_a_time(thresher: Thresher, lines: Path) -> None:
    until_ended = f"sh -c 'touch {lines.parent}/started; sleep 300; grep -q 17 input.txt'"
    slow = ["reduce", str(lines), "--test", until_ended]
    with started(*slow, directory=lines.parent) as first:
        until((lines.parent / "started").exists, first)
        expect_line(thresher(*slow), 2, "already working", str(first.pid))


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small file system needs root")
def test_the_disk_is_full(thresher: Thresher, tmp_path: Path) -> None:
    """The output fits, the journal soon does not; what was found stays, and with more room it can be resumed."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        path = disk / "input.txt"
        path.write_bytes(b"".join(b"line %d\n" % number for number in range(2000)))
        options = ["reduce", "input.txt", "--jobs", "1", "--test", "grep -q -x 'line 1234' input.txt"]
        done = thresher(*options, directory=disk)
        expect_line(
            done,
            1,
            "No space left",
            "the best result so far is in the output file; fix this and rerun the same command to continue",
        )
        assert b"line 1234\n" in (disk / "input.min.txt").read_bytes()
        subprocess.run(["mount", "-o", "remount,size=10M", disk], check=True)
        assert thresher(*options, directory=disk).out.strip() == b"line 1234"
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def test_a_forgotten_side_file_fails_on_any_input(thresher: Thresher, lines: Path) -> None:
    """The program fails before it looks at its input; the empty input shows that, and nothing is written."""
    (lines.parent / "rules.cfg").write_text("17\n")
    program = "import sys; rule = open('rules.cfg').read().strip(); assert rule not in open(sys.argv[1]).read()"
    command = ["--", "python3", "-c", program, "{}"]
    done = thresher("reduce", lines, "-q", *command)
    expect_line(done, 2, "the empty input shows the same failure", "FileNotFoundError", "--with FILE", "--stderr")
    assert not (lines.parent / "input.min.txt").exists()
    right = thresher("reduce", lines, "-q", "--with", "rules.cfg", *command)
    assert right.code == 0, right.talk
    assert right.out.strip() == b"17"


def test_a_command_that_fails_on_anything_is_refused_once_and_can_be_allowed(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("reduce", lines, "-q", "--", "false", "{}"), 2, "any input would do", "--allow-trivial")
    journal = next(lines.parent.glob(".thresher/*/journal.jsonl"))
    before = journal.read_text().count('"kind":"Tested"')
    expect_line(thresher("reduce", lines, "-q", "--", "false", "{}"), 2, "any input would do")
    assert journal.read_text().count('"kind":"Tested"') == before  # the answer is cached
    allowed = thresher("reduce", lines, "--allow-trivial", "--", "false", "{}")
    assert allowed.code == 0, allowed.talk
    assert len(allowed.out) == 1
    assert allowed.talk.count("the empty input fails too") == 1


def test_a_script_that_accepts_anything_is_refused(thresher: Thresher, lines: Path) -> None:
    words = ["the empty input shows the same failure", "make the test script stricter"]
    expect_line(thresher("reduce", lines, "-q", "--test", "/bin/true"), 2, *words)
    expect_line(thresher("check", lines, "-q", "--test", "/bin/true"), 2, *words)


def test_a_command_without_the_input_is_refused_with_what_to_write(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("reduce", lines, "-q", "--", "false"), 2, "put {} where the command reads the input")


def test_two_missing_arguments_are_missing(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("changes", "--", "true"), 2, "GOOD and BAD are missing; usage: thresher changes")
    expect_line(thresher("changes", "--bad", "b", "--", "true"), 2, "GOOD is missing; usage: thresher changes")
    expect_line(thresher("changes", "a", "b", "--bad", "c", "--", "true"), 2, "two versions are compared, not 3")
    expect_line(thresher("isolate", lines, "--", "true"), 2, "BAD is missing; usage: thresher isolate")


def test_verify_says_how_many_removals_show_the_failure(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "three.txt").write_text("a\nboom\nb\n")
    command = ["--format", "lines", "--", "sh", "-c", "! grep boom {} || kill -ABRT $$"]
    done = thresher("verify", tmp_path / "three.txt", "-q", *command)
    assert done.code == 1, done.talk
    assert b"\nnot minimal: 2 of 3 removals show the failure" in done.out


def test_an_empty_line_is_tried_where_the_empty_input_is_refused(thresher: Thresher, lines: Path) -> None:
    test = 'test -s "$0" || { echo "error: empty input" >&2; exit 2; }; echo "error: no rules" >&2; exit 1'
    done = thresher("reduce", lines, "-q", "--", "sh", "-c", test, "{}")
    expect_line(done, 2, "an empty line shows the same failure", "no rules")


def test_the_check_for_trivial_inputs_costs_one_run(
    thresher: Thresher, lines: Path, script: Callable[[str], Path], runs: Callable[[], int]
) -> None:
    test = script("test -s input.txt || exit 1; grep -q 17 input.txt")
    strict = thresher("reduce", lines, "-j1", "-q", "--test", test)
    counted = runs()
    allowed = thresher("reduce", lines, "-j1", "-q", "--fresh", "--allow-trivial", "--test", test)
    assert strict.out == allowed.out
    assert runs() == 2 * counted
