"""What must also hold for every candidate: commands that succeed on it, text that stays, a layout for people."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

PROGRAM = """\
#include <stdio.h>
static int twice(int x) { return 2 * x; }
int unused;
int main(void) {
    int bug = twice(21);
    printf("%d\\n", bug);
    return 0;
}
"""
TEST = ("--test", "grep -q bug program.c")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    return path


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
def test_results_stay_valid_programs(thresher: Thresher, program: Path) -> None:
    compiles = "gcc -fsyntax-only -Wall -Werror {}"
    done = thresher("reduce", program, "-q", "--require", compiles, *TEST)
    assert done.code == 0, done.talk
    assert b"bug" in done.out
    assert 3 < len(done.out) < 60
    check = ["gcc", "-fsyntax-only", "-Wall", "-Werror", "program.min.c"]
    assert subprocess.run(check, cwd=program.parent, check=False).returncode == 0
    assert thresher("reduce", program, "-q", *TEST).out.strip() == b"bug"


def test_what_does_not_count_is_not_tested_and_not_asked_again(
    thresher: Thresher, lines: Path, script: Callable[[str], Path], runs: Callable[[], int]
) -> None:
    script("grep -q 17 input.txt")
    checked = lines.parent / "checked"
    require = f"sh -c 'echo >> {checked}; grep -q 42 input.txt'"
    words = ("reduce", lines, "./test.sh", "-j1", "--json", "--require", require)
    record = json.loads(thresher(*words).out)
    assert (lines.parent / "input.min.txt").read_text() == "1742"
    assert record["tests"] == record["runs"] == runs()
    assert record["unmet"] > 0
    before = len(checked.read_text())
    again = json.loads(thresher(*words).out)
    assert (again["tests"], again["unmet"], len(checked.read_text())) == (record["tests"], record["unmet"], before)


def test_several_requirements_and_a_shell_line(thresher: Thresher, lines: Path) -> None:
    words = ("--require", "grep -q 42 {}", "--require", "test $(wc -c < {}) -gt 9", "--test", "grep -q 17 input.txt")
    done = thresher("reduce", lines, "-q", *words)
    assert done.code == 0, done.talk
    assert b"17" in done.out
    assert b"42" in done.out
    assert len(done.out) == 10


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_text_that_stays(thresher: Thresher, lines: Path, jobs: str) -> None:
    done = thresher(
        "reduce", lines, "-j", jobs, "--keep", r"^line 4\d", "--keep", "words", "--test", "grep -q 17 input.txt"
    )
    assert done.code == 0, done.talk
    assert sorted(done.out.replace(b"\n", b" ").split()) != []
    assert b"line 4" in done.out
    assert b"words" in done.out
    assert b"17" in done.out
    assert len(done.out) < 30
    assert "not tested: --require or --keep does not hold" in done.talk


def test_directories(thresher: Thresher, tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.txt").write_text(f"{name}\nneedle {name}\n")
    words = ("--require", "test -e c.txt", "--test", "grep -q needle a.txt")
    done = thresher("reduce", folder, "-q", *words)
    assert done.code == 0, done.talk
    assert sorted(path.name for path in (tmp_path / "project.min").iterdir()) == ["a.txt", "c.txt"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--require", "false"], "the input itself does not meet --require false (exit 1)"),
        (["--keep", "nowhere"], "the input itself does not have the text 'nowhere'"),
        (["--require", "nothing-like-it {}"], "'nothing-like-it' was not found"),
        (["--require", ""], "--require needs a command"),
        (["--keep", "("], "is not a regular expression"),
    ],
)
def test_what_goes_wrong(thresher: Thresher, lines: Path, words: list[str], said: str) -> None:
    expect_line(thresher("reduce", lines, *words, "--test", "grep -q 17 input.txt"), 2, said)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
def test_a_readable_result(thresher: Thresher, program: Path) -> None:
    """Names stay, and each statement has a line; without clang-format by a rule of our own."""
    how = ("--prefer", "readable", "--require", "gcc -fsyntax-only -Werror {}", "--keep", "twice")
    done = thresher("reduce", program, "-q", *how, *TEST, PATH="/usr/bin:/bin")
    assert done.code == 0, done.talk
    assert done.out == program.with_name("program.min.c").read_bytes()
    assert b"twice" in done.out
    assert all(line.count(b";") <= 1 for line in done.out.splitlines())
    assert thresher("reduce", program, "-q", *how, *TEST, PATH="/usr/bin:/bin").out == done.out


def test_a_formatter_is_used_if_the_failure_shows_in_its_layout(thresher: Thresher, program: Path) -> None:
    tools = program.parent / "tools"
    tools.mkdir()
    formatter = tools / "clang-format"
    formatter.write_text("#!/bin/sh\necho '/* formatted */'; cat\n")
    formatter.chmod(0o755)
    path = f"{tools}:/usr/bin:/bin"
    done = thresher("reduce", program, "-q", "--prefer", "readable", *TEST, PATH=path)
    assert done.out == b"/* formatted */\nbug;"
    formatter.write_text("#!/bin/sh\necho nothing\n")
    assert b"nothing" not in thresher("reduce", program, "-q", "--fresh", "--prefer", "readable", *TEST, PATH=path).out


def test_json_is_indented(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": [1, 2, {"bug": [3, 4]}], "b": 5}')
    test = 'python3 -c \'import json; assert "bug" in str(json.load(open("a.json")))\''
    done = thresher("reduce", "a.json", "-q", "--prefer", "readable", "--keep", "^.$", "--test", test)
    plain = thresher("reduce", "a.json", "-q", "--prefer", "readable", "--test", test)
    assert done.code == 2
    assert plain.out in (b'"bug"\n', b'{\n  "bug": 0\n}\n'), plain.out


def test_a_readable_result_keeps_its_names_and_its_format(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def first(items):\n    for each in items:\n        each.missing_name\nfirst([3])\n")
    words = ("a.py", "--prefer", "readable", "--stderr", "AttributeError", "--", sys.executable, "{}")
    done = thresher(*words, PATH=str(tmp_path))
    assert done.code == 0, done.talk
    assert b"missing_name" in done.out
    assert "black would be needed" in done.talk
    assert "without regard to the format" not in done.talk
