"""Crashes that print nothing: the result shows the crash of the input, not another one with the same signal."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.oracle.programs import compiled, needs

TWO_CRASHES = r"""
#include <stdio.h>
#include <string.h>
static void too_short(char *p) { *p = 1; }
static void on_boom(char *p) { *p = 2; }
int main(int count, char **names) {
    FILE *file = fopen(names[1], "r");
    char line[256];
    int lines = 0, boom = 0;
    while (fgets(line, sizeof line, file)) { lines++; boom |= strstr(line, "boom") != 0; }
    if (boom && lines >= 4) on_boom(0);
    if (lines == 2) too_short(0);
    return 0;
}
"""

pytestmark = needs("gcc", "gdb")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("silent"), TWO_CRASHES)


@pytest.fixture
def crash_input(tmp_path: Path) -> Path:
    path = tmp_path / "crash.txt"
    path.write_text("".join(f"{'boom' if number == 17 else 'word'} {number}\n" for number in range(40)))
    return path


def test_a_silent_crash_does_not_slide_to_another_function(
    thresher: Thresher, program: Path, crash_input: Path
) -> None:
    done = thresher("reduce", crash_input, "--format", "lines", "--", program, "{}")
    assert done.code == 0, done.talk
    assert b"boom" in done.out
    assert len(done.out.splitlines()) == 4
    assert "at the crash: on_boom (program.c) < main (program.c)" in done.talk
    assert "s for each test that ends with SIGSEGV (gdb); --no-backtrace turns it off" in done.talk


def test_no_backtrace_leaves_a_silent_crash_to_its_signal(thresher: Thresher, program: Path, crash_input: Path) -> None:
    done = thresher("reduce", crash_input, "--format", "lines", "--no-backtrace", "--", program, "{}")
    assert done.code == 0, done.talk
    assert len(done.out.splitlines()) == 2
    assert "gdb" not in done.talk


def test_a_silent_crash_is_located_again_when_continued(thresher: Thresher, program: Path, crash_input: Path) -> None:
    stopped = thresher("reduce", crash_input, "--format", "lines", "--max-tests", "4", "--", program, "{}")
    assert stopped.code == 1, stopped.talk
    done = thresher("reduce", crash_input, "--format", "lines", "--", program, "{}")
    assert done.code == 0, done.talk
    assert b"boom" in done.out
    assert len(done.out.splitlines()) == 4


def test_a_silent_crash_without_gdb_says_what_would_help(
    thresher: Thresher, program: Path, crash_input: Path, tmp_path: Path
) -> None:
    bare = tmp_path / "bin"
    bare.mkdir()
    for name in ("env", "sh"):
        (bare / name).symlink_to(shutil.which(name) or name)
    done = thresher("reduce", crash_input, "--format", "lines", "--", program, "{}", PATH=str(bare))
    assert done.code == 0, done.talk
    assert "only SIGSEGV identifies the failure" in done.talk
    assert "install gdb, or build with -fsanitize=address" in done.talk


def test_a_silent_crash_behind_a_shell_says_what_would_help(
    thresher: Thresher, program: Path, crash_input: Path
) -> None:
    shell = f'{program} "$0"; exit $?'
    done = thresher("reduce", crash_input, "--format", "lines", "--", "sh", "-c", shell, "{}")
    assert done.code == 0, done.talk
    assert "run the program itself instead of a shell or wrapper" in done.talk


def test_a_silent_crash_of_a_stripped_program_says_what_would_help(
    thresher: Thresher, program: Path, crash_input: Path, tmp_path: Path
) -> None:
    stripped = tmp_path / "stripped"
    subprocess.run(["strip", "-o", stripped, program], check=True)
    done = thresher("reduce", crash_input, "--format", "lines", "--", stripped, "{}")
    assert done.code == 0, done.talk
    assert "gdb finds no function names: compile with -g" in done.talk


@needs("bwrap")
def test_a_silent_crash_is_located_in_a_sandbox(thresher: Thresher, program: Path, crash_input: Path) -> None:
    done = thresher("reduce", crash_input, "--format", "lines", "--sandbox", "--", program, "{}")
    assert done.code == 0, done.talk
    assert len(done.out.splitlines()) == 4
