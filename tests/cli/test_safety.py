"""What an input, its name and the program under test cannot do, and what is never written down."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line
from thresher.errors import UsageError
from thresher.oracle.running.sandbox import Sandbox

NAMES = [
    "-rf.txt",
    "--help",
    "a b.txt",
    "$(touch pwned).txt",
    "x;touch pwned",
    "new\nline.txt",
    "'\"`|&.txt",
    "\udcff.txt",
]
SECRET = "hunter2-hunter2"


@pytest.mark.parametrize("name", NAMES)
def test_odd_names(thresher: Thresher, lines: Path, name: str) -> None:
    """No shell sees them, and no program takes them for an option: paths are absolute."""
    lines.rename(lines.with_name(name))
    options = ["--min-granularity", "lines", "-o", "out", "--exit-code", "0", "--", "grep", "-q", "line 17", "{}"]
    done = thresher("reduce", f"./{name}", *options)
    assert done.code == 0, done.talk
    assert (lines.parent / "out").read_bytes() == b"line 17 has words\n"
    assert not list(lines.parent.rglob("pwned"))


def test_a_name_never_becomes_a_part_of_a_shells_program(thresher: Thresher, lines: Path) -> None:
    lines.rename(lines.with_name("x;touch pwned"))
    done = thresher("reduce", "x;touch pwned", "--", "sh", "-ec", "! grep -q 17 {}")
    expect_line(done, 2, "mean something to a shell", '"$0"')
    assert not list(lines.parent.rglob("pwned"))


def test_a_link_as_input_and_as_output_is_followed(thresher: Thresher, lines: Path) -> None:
    before = lines.read_bytes()
    (lines.parent / "link.txt").symlink_to("input.txt")
    done = thresher("reduce", "link.txt", "--test", "grep -q 17 link.txt")
    assert done.code == 0, done.talk
    assert lines.read_bytes() == before


def test_a_limit_is_named_with_the_option_that_raises_it(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--file-size", "1M", "--exit-code", "3", "--", "sh", "-c", "cat /dev/zero > big")
    expect_line(done, 3, "file size limit", "--file-size SIZE, 0 removes the limit")


def test_no_secret_of_the_environment_is_written_down(thresher: Thresher, lines: Path) -> None:
    """Neither if a shell put it into the command nor if the program prints it; resuming works all the same."""
    script = f"echo failed with $THE_PASSWORD >&2; grep -q 17 $0 && echo {SECRET} 1>&2 && exit 3; exit 1"
    options = ["--jobs", "1", "--max-tests", "9", "--", "sh", "-c", script, "{}"]
    done = thresher("reduce", lines, *options, THE_PASSWORD=SECRET)
    assert done.code == 1, done.talk
    assert "<hidden>" in done.talk
    _no_secret_below(lines.parent)
    expect_line(thresher("resume"), 2, "set THE_PASSWORD")
    done = thresher("resume", THE_PASSWORD=SECRET)
    assert done.code in (0, 1), done.talk
    assert "resuming with the results of" in done.talk
    _no_secret_below(lines.parent)


def _no_secret_below(directory: Path) -> None:
    files = [path for path in directory.rglob("*") if path.is_file()]
    assert len(files) > 4
    assert not [path for path in files if SECRET.encode() in path.read_bytes()]


def test_a_reduction_in_a_sandbox(thresher: Thresher, lines: Path) -> None:
    try:
        Sandbox.opened([])
    except UsageError as reason:
        pytest.skip(str(reason))
    test = lines.parent / "test.sh"
    test.write_text(f"#!/bin/sh\necho x >> {lines}\necho x > {Path.home()}/x-{os.getpid()}\ngrep -q 17 input.txt\n")
    test.chmod(0o755)
    before = lines.read_bytes()
    done = thresher("reduce", lines, "--sandbox", "--test", "./test.sh")
    assert (done.code, done.out.strip()) == (0, b"17"), done.talk
    assert lines.read_bytes() == before
    assert not (Path.home() / f"x-{os.getpid()}").exists()
    done = thresher("reduce", lines, "--sandbox", "--exit-code", "1", "--", "sh", "-c", '! grep 17 "$0"', "{}")
    assert (done.code, done.out.strip()) == (0, b"17"), done.talk


def test_sandbox_read_names_what_a_test_needs(thresher: Thresher, lines: Path) -> None:
    try:
        Sandbox.opened([])
    except UsageError as reason:
        pytest.skip(str(reason))
    data = lines.parent / "data"
    data.mkdir()
    (data / "word").write_text("line 17\n")
    test = lines.parent / "test.sh"
    test.write_text(f"#!/bin/sh\ngrep -q -f {data}/word input.txt\n")
    test.chmod(0o755)
    command = ("reduce", lines, "--sandbox", "--test", "./test.sh")
    expect_line(thresher(*command), 3, "in its sandbox", "--sandbox-read")
    done = thresher(*command, "--sandbox-read", "data")
    assert (done.code, done.out.strip()) == (0, b"line 17"), done.talk
    expect_line(thresher("reduce", lines, "--sandbox-read", "x", "--sandbox", "--", "true"), 2, "no file x")
    expect_line(thresher("reduce", lines, "--sandbox-read", "data", "--", "true"), 2, "needs --sandbox")


def test_a_sandbox_is_for_programs(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("reduce", lines, "--sandbox", "--python", "json:loads"), 2, "--sandbox", "--python")
    expect_line(thresher("reduce", lines, "--sandbox", "--all", "--", "false", "{}"), 2, "--all")


def test_no_bubblewrap(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--sandbox", "--", "/bin/false", "{}", PATH="/nowhere")
    expect_line(done, 2, "needs bubblewrap", "leave --sandbox out")
