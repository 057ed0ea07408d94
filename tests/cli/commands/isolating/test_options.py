"""`thresher options` and `thresher environment` with real programs."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

OPTIONS = """\
-ffloat-store -fno-default-inline -fno-defer-pop -fforce-addr -fomit-frame-pointer -fno-inline -finline-functions
-fkeep-inline-functions -fkeep-static-consts -fno-function-cse -ffast-math -fstrength-reduce -fthread-jumps
-fcse-follow-jumps -fcse-skip-blocks -frerun-cse-after-loop -frerun-loop-opt -fgcse -fexpensive-optimizations
-fschedule-insns -fschedule-insns2 -ffunction-sections -fdata-sections -fcaller-saves -funroll-loops
-funroll-all-loops -fno-peephole -fstrict-aliasing -fgcse-sm -ftracer -fipa-pta
"""
NAN = """\
#include <stdio.h>
int main(int argc, char **argv) {
    double zero = argc - 1.0, x = zero / zero;
    if (x == x) { fprintf(stderr, "error: not a number equals itself\\n"); return 1; }
    return 0;
}
"""
WRAP = """\
#include <limits.h>
#include <stdio.h>
__attribute__((noinline)) static int grows(int x) { return x + 1 > x; }
int main(int argc, char **argv) {
    if (grows(INT_MAX - argc + 1)) { fprintf(stderr, "error: the largest number grows\\n"); return 1; }
    return 0;
}
"""


@pytest.fixture
def options(tmp_path: Path) -> str:
    """31 options of gcc in a file."""
    assert len(OPTIONS.split()) == 31
    (tmp_path / "options.txt").write_text(OPTIONS)
    (tmp_path / "nan.c").write_text(NAN)
    return "options.txt"


def gcc(level: str, name: str) -> list[str]:
    return ["sh", "-c", f'gcc {level} "$@" {name} -o program && ./program', "sh", "{options}"]


def test_one_of_31_options_of_gcc(thresher: Thresher, options: str) -> None:
    done = thresher("options", "--from", options, "--with", "nan.c", "-j1", "--json", "--", *gcc("-O", "nan.c"))
    record = json.loads(done.out)
    assert record["found"] == [["-ffast-math"]]
    assert record["tests"] <= 2 * math.log2(31) + 2


def test_dd_takes_seven_tests_as_in_the_lecture(thresher: Thresher, options: str) -> None:
    how = ["--algorithm", "dd", "--from", options, "--with", "nan.c", "-j1", "--json"]
    record = json.loads(thresher("options", *how, "--", *gcc("-O", "nan.c")).out)
    assert record["found"] == [["-ffast-math"]]
    assert record["tests"] == 7


@pytest.mark.parametrize("algorithm", ["hgt", "dd"])
def test_options_that_prevent_a_failure_of_gcc(thresher: Thresher, tmp_path: Path, algorithm: str) -> None:
    listed = OPTIONS.replace("-fgcse-sm", "-fwrapv").replace("-fforce-addr", "-fno-strict-overflow")
    (tmp_path / "options.txt").write_text(listed)
    (tmp_path / "wrap.c").write_text(WRAP)
    how = ["--preventing", "--from", "options.txt", "--with", "wrap.c", "-j1", "--json", "--algorithm", algorithm]
    record = json.loads(thresher("options", *how, "--", *gcc("-O2", "wrap.c")).out)
    assert sorted(record["found"]) == [["-fno-strict-overflow"], ["-fwrapv"]]
    assert record["tests"] <= 4 * math.log2(31)


def test_a_value_goes_with_its_option_and_alone_if_that_will_do(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "bug.c").write_text("int main(void) { return LIMIT; }\n")
    words = ["gcc", "{options:", "-O2", "-Wall", "-DLIMIT", "-include", "bug.c", "-DLIMIT=1", "-o", "x}", "bug.c"]
    done = thresher("options", "--stderr", "redefinition of .main.", "-o", "needed", "--", *words)
    assert done.out == b"-include bug.c\n" == (tmp_path / "needed").read_bytes()
    done = thresher("options", "--exit-code", "0", "--", "grep", "-q", "{options:", "-s", "LIMIT", "-i}", "bug.c")
    assert done.out == b"LIMIT\n"


def test_two_options_together(thresher: Thresher, script: Callable[[str], Path], runs: Callable[[], int]) -> None:
    script('case " $* " in *" -c "*"-f "*) exit 0;; esac; exit 1')
    words = ["{options:", "-a", "-b", "-c", "-d", "-e", "-f", "-g", "-h", "}"]
    done = thresher("options", "--test", "./test.sh", "--", *words)
    assert done.out == b"-c\n-f\n"
    before = runs()
    again = thresher("options", "--test", "./test.sh", "--", *words)
    assert (again.out, runs()) == (done.out, before)


def test_a_failure_that_does_not_depend_on_options(thresher: Thresher) -> None:
    done = thresher("options", "--", "false", "{options:", "-a", "}")
    assert (done.code, done.out) == (0, b"")
    assert "does not depend on them" in done.talk


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--", "gcc", "-O2"], 2, "no options given"),
        (["--", "gcc", "{options:", "-O2"], 2, "is not closed"),
        ([], 2, "no command to run"),
        (["--from", "nowhere", "--", "gcc"], 2, "there is no file nowhere"),
        (["--", "nothing-like-it", "{options:", "-a}"], 2, "was not found"),
        (["--", "true", "{options:", "-a}"], 3, "succeeds with all options"),
        (["--exit-code", "3", "--", "false", "{options:", "-a}"], 3, "does not show the stated failure"),
        (["--preventing", "--", "true", "{options:", "-a}"], 3, "succeeds with none of the options"),
        (["--preventing", "-q", "--", "false", "{options:", "-a}"], 3, "do not prevent it"),
        (["--algorithm", "hdd", "--", "false", "{options:", "-a}"], 2, "unknown algorithm for options"),
        (["--stdin", "--", "false", "{options:", "-a}"], 2, "are for input files"),
        (["--test", "true", "--", "-a"], 2, "with --test only options follow --"),
    ],
)
def test_bad_input(thresher: Thresher, words: list[str], code: int, message: str) -> None:
    expect_line(thresher("options", *words), code, message)


NEEDS = 'test "$MODE" = fast && test -n "$CACHE" && { echo "error: $API_TOKEN is stale" >&2; exit 7; }; exit 0'


def test_variables_that_a_failure_needs(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "test.env").write_text("A=1\nMODE=fast\nB=2\nCACHE=/x\nC=3\nAPI_TOKEN=hunter22\n")
    done = thresher("environment", "--from", "test.env", "--exit-code", "7", "--", "sh", "-c", NEEDS)
    assert done.out == b"CACHE\nMODE\n"


def test_the_current_environment_and_no_value_of_it_on_disk(thresher: Thresher, tmp_path: Path) -> None:
    secrets = {"MODE": "fast", "CACHE": "somewhere-else", "API_TOKEN": "hunter22hunter22"}
    done = thresher("environment", "-o", "names", "--", "sh", "-c", NEEDS, **secrets)
    assert done.out == b"API_TOKEN\nCACHE\nMODE\n"
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"<hidden>" in written
    assert b"hunter22" not in written + done.out + done.talk.encode()
    assert b"somewhere-else" not in written


def test_a_variable_that_prevents(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "test.env").write_text("A=1\nB=2\nC=3\n")
    words = ["environment", "--preventing", "--from", "test.env", "--", "sh", "-c", 'test -n "$B" || exit 3']
    assert thresher(*words).out == b"B\n"


def test_bad_environments(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "odd").write_text("no equals sign\n")
    expect_line(thresher("environment", "--from", "odd", "--", "false"), 2, "is not NAME=VALUE")
    expect_line(thresher("environment"), 2, "no command to run")
    expect_line(thresher("environment", "--", "true"), 3, "succeeds with all variables")


def test_options_and_variables_keep_to_the_failure_of_all_of_them(thresher: Thresher, tmp_path: Path) -> None:
    """With one of two options or variables alone the program fails otherwise."""
    (tmp_path / "program.py").write_text(
        "import os, sys\nfound = {'-a', '-b'} & set(sys.argv) or {'A', 'B'} & set(os.environ)\n"
        "if len(found) == 2: raise ValueError('both')\n"
        "if len(found) == 1: raise KeyError('one')\n"
    )
    program = ["--", "python3", str(tmp_path / "program.py")]
    given = ["{options:", "-a", "-b", "-c", "}"]
    assert thresher("options", *program, *given).out.split() == [b"-a", b"-b"]
    assert len(thresher("options", "--any-failure", *program, *given).out.split()) == 1
    (tmp_path / "env").write_text("A=1\nB=2\nC=3\n")
    assert thresher("environment", "--from", "env", *program).out.split() == [b"A", b"B"]
    assert len(thresher("environment", "--from", "env", "--any-failure", *program).out.split()) == 1
