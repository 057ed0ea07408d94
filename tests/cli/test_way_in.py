"""What people type first: inputs and scripts in any order, help in any spelling, and what was probably meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line
from thresher.cli.commands import COMMANDS
from thresher.cli.main import with_command
from thresher.cli.usage import SHOWN


@pytest.fixture
def crash(tmp_path: Path) -> Path:
    """A C file, and a script that finds one word in it."""
    (tmp_path / "crash.c").write_text("int a;\nint b;\nint bug(void) { return a; }\nint c;\n")
    script = tmp_path / "interesting.sh"
    script.write_text("#!/bin/sh\ngrep -q bug crash.c\n")
    script.chmod(0o755)
    return tmp_path / "crash.c"


@pytest.mark.parametrize(
    "words",
    [
        ["./interesting.sh", "crash.c"],
        ["crash.c", "./interesting.sh"],
        ["reduce", "interesting.sh", "crash.c"],
        ["crash.c", "-j1", "interesting.sh"],
        ["--timeout", "10", "crash.c", "--test", "./interesting.sh"],
        ["crash.c", "--stdout", "bug", "--", "cat", "{}"],
        ["crash.c", "--stdout", "bug", "--", "cat", "crash.c"],
    ],
)
def test_a_script_or_a_command_and_an_input(thresher: Thresher, crash: Path, words: list[str]) -> None:
    done = thresher(*words, "--quiet") if "--" not in words else thresher("-q", *words)
    assert (done.code, done.out.strip(), done.talk) == (0, b"bug", "")
    assert (crash.parent / "crash.min.c").read_bytes().strip() == b"bug"


def test_what_was_typed_can_be_resumed(thresher: Thresher, crash: Path) -> None:
    assert thresher("./interesting.sh", "crash.c", "--max-tests", "4").code == 1
    assert thresher("resume").code in (0, 1)


@pytest.fixture
def two(tmp_path: Path) -> Path:
    (tmp_path / "main.c").write_text('#include "part.h"\nint x;\nint main(void) { return part; }\n')
    (tmp_path / "part.h").write_text("int y;\nint part;\nint z;\n")
    (tmp_path / "rest.h").write_text("int rest;\n")
    return tmp_path


@pytest.mark.parametrize("command", [["grep", "-w", "part", "{}"], ["grep", "-w", "part", "main.c", "part.h"]])
def test_several_inputs_are_reduced_together(thresher: Thresher, two: Path, command: list[str]) -> None:
    how = ("--stdout", "main.c:.*part", "--stdout", "part.h:.*part")
    done = thresher("-q", "main.c", "part.h", "rest.h", *how[2:], "--", *command)
    assert done.code == 0, done.talk
    assert (two / "main.min" / "part.h").read_bytes().strip() == b"part"
    assert not (two / "main.min" / "rest.h").exists()
    assert (two / "part.h").read_text() == "int y;\nint part;\nint z;\n"


def test_several_inputs_in_place(thresher: Thresher, two: Path) -> None:
    script = two / "test.sh"
    script.write_text("#!/bin/sh\ngrep -q part main.c && grep -q part part.h\n")
    script.chmod(0o755)
    assert thresher("-q", "test.sh", "main.c", "part.h", "rest.h", "--in-place").code == 0
    assert all("part" in (two / name).read_text() for name in ("main.c", "part.h"))
    assert sum((two / name).stat().st_size for name in ("main.c", "part.h")) < 20
    assert (two / "rest.h.orig").exists()
    assert not (two / "rest.h").exists()
    assert not (two / "main.min").exists()


def test_the_first_screen(thresher: Thresher) -> None:
    done = thresher()
    assert (done.code, done.talk) == (0, "")
    text = done.out.decode()
    assert len(text.splitlines()) <= 24
    assert text.count("  thresher ") == 3
    assert all(f"  {name} " in text for name in SHOWN if name in COMMANDS)


@pytest.mark.parametrize(("words", "same"), [(["help"], ["--help"]), (["help", "plan"], ["plan", "--help"])])
def test_help_is_a_command_too(thresher: Thresher, words: list[str], same: list[str]) -> None:
    assert thresher(*words) == thresher(*same)


def test_version(thresher: Thresher) -> None:
    assert thresher("version") == thresher("-V") == thresher("--version")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["redcue", "crash.c"], ["no command or file 'redcue'", "did you mean reduce?"]),
        (["help", "isolat"], ["did you mean isolate?"]),
        (["web", "recrod"], ["did you mean record?"]),
        (["nothing-like-it"], ["see thresher help"]),
        (["crash.c", "--time-out", "5", "--", "cat", "{}"], ["--time-out", "did you mean --timeout?"]),
        (["crash.c", "--n", "4", "--", "cat", "{}"], ["--n;", "did you mean --jobs?"]),
        (["plan", "crash.c", "more"], ["unexpected argument 'more'"]),
        (["-q", "reduce", "crash.c"], ["the command comes first: thresher reduce -q"]),
        (["reduce"], ["INPUT is missing", "usage: thresher reduce"]),
        (["crash.c", "--timeout"], ["--timeout needs a value"]),
        (["reduce", "crash.c", "cat", "{}"], ["put -- before the command: thresher reduce crash.c -- cat {}"]),
        (["crash.c", "cat", "-A", "{}"], ["put -- before the command: thresher reduce crash.c -- cat -A {}"]),
        (["crash.c", "cat", "crash.c"], ["thresher reduce crash.c -- cat crash.c"]),
        (["crash.c", "--", "cat {} | grep x"], ["write: -- sh -c 'cat {} | grep x'"]),
        (["crash.c", "--", "cat {}"], ["write: -- cat {}"]),
        (["crash.c", "--format", "c", "--", "cat"], ["c is a language", "--language c"]),
        (["crash.c", "--format", "line", "--", "cat"], ["did you mean lines?"]),
        (["crash.c", "--language", "lines", "--", "cat"], ["lines is a format", "--format lines"]),
        (["crash.c", "--language", "pyton", "--", "cat"], ["did you mean python?"]),
        (["crash.c", "--algorithm", "ddmni", "--", "cat"], ["did you mean ddmin?"]),
        (["crash.c", "--without", "name", "--", "cat"], ["did you mean names?"]),
        (["crahs.c", "--", "cat"], ["no file crahs.c", "did you mean crash.c?"]),
        (["interesting.sh"], ["name the input that it tests"]),
        (["crash.c", "crash.c", "./interesting.sh"], ["named twice"]),
        (["crash.c", "/etc/passwd", "./interesting.sh"], ["not below this directory"]),
        (["crash.c", "interesting.sh", "--", "cat", "--in={}"], ["stands for one path", "2 inputs"]),
    ],
)
def test_what_was_probably_meant(thresher: Thresher, crash: Path, words: list[str], said: list[str]) -> None:
    expect_line(thresher(*words), 2, *said)


def test_a_script_that_is_not_executable(thresher: Thresher, crash: Path, script: Callable[[str], Path]) -> None:
    (crash.parent / "interesting.sh").chmod(0o644)
    expect_line(thresher("interesting.sh", "crash.c"), 2, "chmod +x interesting.sh")


def test_a_command_is_not_taken_for_a_file(crash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(crash.parent)
    (crash.parent / "plan").touch()
    assert with_command(["plan"], has_program=False) == ["plan"]
    assert with_command(["./plan"], has_program=False) == ["reduce", "./plan"]
    assert with_command([], has_program=True) == ["reduce"]


@pytest.mark.parametrize("words", [["./interesting.sh", "crash.c"], ["./interesting.sh", "crash.c", "rest.h"]])
def test_commands_about_an_earlier_reduction_know_its_inputs(thresher: Thresher, crash: Path, words: list[str]) -> None:
    (crash.parent / "rest.h").write_text("int rest;\n")
    assert thresher(*words, "-q").code == 0
    done = thresher("explain")
    assert done.code == 0, done.talk
    assert b"bug" in done.out


@pytest.mark.parametrize("words", [["--hlep"], ["verify", "--hlep"], ["check", "--hlep=x"]])
def test_a_mistyped_option_is_named_although_the_input_is_missing_too(thresher: Thresher, words: list[str]) -> None:
    expect_line(thresher(*words), 2, "unknown option --hlep; did you mean --help?")
