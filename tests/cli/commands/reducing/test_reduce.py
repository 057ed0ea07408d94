"""`thresher reduce` with real programs."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher, command, started
from tests.waiting import until

Script = Callable[[str], Path]
CRASH = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int level;
static void check(const char *line) { if (strstr(line, "boom") && level == 2) abort(); }
int main(int count, char **names) {
    FILE *file = fopen(names[1], "r");
    char line[256];
    if (!file) return 2;
    while (fgets(line, sizeof line, file)) {
        if (!strncmp(line, "level", 5)) level++;
        if (strstr(line, "bad")) { fprintf(stderr, "error: bad line %s", line); return 3; }
        check(line);
    }
    return 0;
}
"""


@pytest.fixture(scope="session")
def crasher(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A C program that aborts on a line with boom after two lines with level."""
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    folder = tmp_path_factory.mktemp("crasher")
    (folder / "crasher.c").write_text(CRASH)
    subprocess.run(["gcc", "-g", "-o", "crasher", "crasher.c"], cwd=folder, check=True)
    return folder / "crasher"


@pytest.fixture
def crash_input(tmp_path: Path) -> Path:
    path = tmp_path / "crash.in"
    words = [f"word {number}" for number in range(300)]
    words[20], words[130], words[250] = "level one", "level two", "then boom comes"
    path.write_text("\n".join(words) + "\n")
    return path


def test_the_failure_is_learned_from_the_first_run(thresher: Thresher, crasher: Path, crash_input: Path) -> None:
    done = thresher("reduce", crash_input, "--", crasher, "{}")
    assert done.code == 0, done.talk
    assert "SIGABRT" in done.talk
    assert b"".join(done.out.split()) == b"levellevelboom"
    assert (crash_input.parent / "crash.min.in").read_bytes() == done.out
    assert crash_input.read_text().count("word") == 297  # the input is untouched


OTHERS = """
import os, sys
text = open(sys.argv[1]).read()
if "crash" in text and "setup" in text: os.abort()
if "crash" in text: assert False, "crash without setup"
if "setup" in text: sys.exit("error: setup without a crash")
"""


def test_another_failure_is_saved_separately(thresher: Thresher, tmp_path: Path) -> None:
    """Both single removals are tried: without setup the program shows another bug, without crash it rejects."""
    (tmp_path / "case.txt").write_text("setup\ncrash\n")
    (tmp_path / "program.py").write_text(OTHERS)
    command = ["reduce", "case.txt", "--format", "lines", "--", "python3", tmp_path / "program.py", "{}"]
    done = thresher(*command)
    assert done.code == 0, done.talk
    assert done.out == b"setup\ncrash\n"
    (saved,) = tmp_path.glob(".thresher/*/other-failures/*")
    assert "assertionerror" in saved.name
    assert (saved / "case.txt").read_bytes() == b"crash\n"
    assert b"crash without setup" in (saved / "message.txt").read_bytes()
    assert "1 other failure; the smallest" in done.talk
    assert "1 candidate was rejected by the program with an ordinary error" in done.talk
    again = thresher("reduce", "--json", *command[1:])
    assert json.loads(again.out)["rejected"] == 1


def test_diagnostics_of_a_compiler_are_rejections_and_not_saved(thresher: Thresher, tmp_path: Path) -> None:
    """A compiler that fails with an internal error on one function, and with gcc's own diagnostics on the rest."""
    functions = "".join(f"struct s{n} {{ int a; }};\nint f{n}(struct s{n} p) {{ return p.a; }}\n" for n in range(6))
    (tmp_path / "case.c").write_text(functions)
    compiler = tmp_path / "compiler"
    compiler.write_text(
        "#!/bin/sh\ngcc -fsyntax-only $1 || exit 1\n"
        'grep -q f3 $1 && echo "$1:1:1: internal compiler error: in fold, at fold.c:12" >&2 && exit 4\nexit 0\n'
    )
    compiler.chmod(0o755)
    done = thresher("reduce", "case.c", "--json", "--format", "lines", "-j1", "--", compiler, "{}")
    assert done.code == 0, done.talk
    record = json.loads(done.out)
    assert record["rejected"] > 0
    assert record["other_failures"] == {}
    assert not list(tmp_path.glob(".thresher/*/other-failures/*"))


def test_an_interestingness_test(thresher: Thresher, lines: Path, script: Script, runs: Callable[[], int]) -> None:
    test = script("grep -q 17 input.txt && grep -q 42 input.txt")
    done = thresher("reduce", lines, "--jobs", "1", "--test", "./test.sh")
    assert done.code == 0, done.talk
    assert done.out == b"1742"
    statistics = thresher("reduce", lines, "--json", "--quiet", "--jobs", "1", "--test", test)
    assert json.loads(statistics.out)["tests"] == runs()
    assert statistics.talk == ""


def test_statistics_as_json(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--json", "--test", "grep -q 17 input.txt")
    record = json.loads(done.out)
    assert record["complete"] is True
    assert record["before"] == {"bytes": lines.stat().st_size, "lines": 60, "tokens": 240}
    assert record["after"]["tokens"] == 1
    assert record["tests"] == sum(record["outcomes"].values()) == sum(record["reasons"].values())
    assert record["oracle_seconds"] > 0
    sizes = [size for _, _, size in record["curve"]]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == record["after"]["bytes"]


def test_standard_input(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--stdin", "--exit-code", "0", "--", "grep", "-q", "line 17")
    assert done.code == 0, done.talk
    assert done.out.strip() == b"line 17"


def test_the_placeholder_of_the_thesis_inside_an_argument(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--exit-code", "3", "--", "sh", "-c", "! grep -q 17 %s || exit 3")
    assert done.code == 0, done.talk
    assert done.out.strip() == b"17"


@pytest.mark.parametrize(
    ("options", "program"),
    [
        (["--stdout", "^found$"], "grep -q 17 $0 && echo found; exit 1"),
        (["--stderr", "found"], "grep -q 17 $0 && echo found >&2; exit 1"),
        (["--signal", "SEGV"], "grep -q 17 $0 && kill -SEGV $$"),
        (["--exit-code", "7"], "grep -q 17 $0 && exit 7; exit 1"),
        (["--stdout", "ok", "--not-stderr", "fine"], "echo ok; grep -q 17 $0 || echo fine >&2"),
        (["--hang", "0.4"], "grep -q 17 $0 && sleep 100; exit 0"),
    ],
)
def test_the_failure_is_stated(thresher: Thresher, lines: Path, options: list[str], program: str) -> None:
    done = thresher("reduce", lines, *options, "--min-granularity", "lines", "--", "sh", "-c", program, "{}")
    assert done.code == 0, done.talk
    assert done.out == b"line 17 has words\n"


@pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")
def test_the_same_backtrace(thresher: Thresher, crasher: Path, crash_input: Path) -> None:
    done = thresher(
        "reduce", crash_input, "--same-backtrace", "--min-granularity", "lines", "--", crasher, "{}", DEBUGINFOD_URLS=""
    )
    assert done.code == 0, done.talk
    assert "check" in done.talk
    assert len(done.out.splitlines()) == 3


def test_a_file_the_program_needs_beside_it(thresher: Thresher, lines: Path, script: Script) -> None:
    (lines.parent / "words.txt").write_text("17\n")
    test = script("grep -q -f words.txt input.txt")
    done = thresher("reduce", lines, "--test", test)
    assert done.code == 3
    assert "name them with --with FILE" in done.talk
    done = thresher("reduce", lines, "--with", "words.txt", "--test", test)
    assert done.out.strip() == b"17"


def test_in_place_keeps_a_backup(thresher: Thresher, lines: Path) -> None:
    before = lines.read_bytes()
    done = thresher("reduce", lines, "--in-place", "--test", "grep -q 17 input.txt")
    assert done.code == 0, done.talk
    assert lines.read_bytes().strip() == b"17"
    assert lines.with_name("input.txt.orig").read_bytes() == before


def test_in_place_again_never_loses_the_original(thresher: Thresher, lines: Path) -> None:
    before = lines.read_bytes()
    options = ["reduce", lines, "--in-place", "--test", "grep -q 17 input.txt"]
    stopped = thresher(*options, "--max-tests", "8")
    assert (stopped.code, lines.read_bytes()) == (1, before)
    for _ in range(3):
        assert thresher(*options).code == 0
    assert lines.with_name("input.txt.orig").read_bytes() == before


def test_crlf_nul_and_no_final_newline_survive(thresher: Thresher, tmp_path: Path) -> None:
    path = tmp_path / "odd.bin"
    path.write_bytes(b"\xef\xbb\xbffirst\r\n" + b"a\0b\r\n" * 20 + b"\xff\xfe last 17")
    done = thresher("reduce", path, "--format", "lines", "--test", "grep -q -a 17 odd.bin")
    assert done.out == b"\xff\xfe last 17"
    done = thresher("reduce", path, "--format", "lines", "--test", "grep -q -a first odd.bin")
    assert done.out == b"\xef\xbb\xbffirst\r\n"


def test_the_same_bytes_for_any_number_of_jobs(thresher: Thresher, lines: Path) -> None:
    test = "grep -q 3.h input.txt"
    results = {jobs: thresher("reduce", lines, "--fresh", "--jobs", jobs, "--test", test).out for jobs in "124"}
    assert results["1"] == results["2"] == results["4"]


def test_stopped_early_and_resumed(thresher: Thresher, lines: Path, script: Script, runs: Callable[[], int]) -> None:
    test = script("grep -q 17 input.txt && grep -q 42 input.txt")
    thresher("reduce", lines, "--jobs", "1", "-o", "whole.txt", "--test", test)
    total = runs()
    shutil.rmtree(lines.parent / ".thresher")
    (lines.parent / "runs").unlink()
    first = thresher("reduce", lines, "--jobs", "1", "--max-tests", "12", "--test", test)
    assert first.code == 1
    assert "stopped early: --max-tests 12 reached" in first.talk
    assert b"17" in first.out
    assert b"42" in first.out
    again = thresher("reduce", lines, "--jobs", "1", "--test", test)
    assert (again.code, again.out) == (0, (lines.parent / "whole.txt").read_bytes())
    assert "resuming with the results of" in again.talk
    assert runs() == total


def test_resume_runs_the_last_command_again(thresher: Thresher, lines: Path, script: Script) -> None:
    test = script("grep -q 17 input.txt")
    thresher("reduce", lines, "--fresh", "--max-tests", "8", "--test", test)
    elsewhere = lines.parent / "elsewhere"
    elsewhere.mkdir()
    done = thresher("resume", lines.parent, directory=elsewhere)
    assert done.code in (0, 1)
    assert "resuming with the results of" in done.talk


def test_an_edited_script_does_not_find_old_verdicts(thresher: Thresher, lines: Path, script: Script) -> None:
    assert thresher("reduce", lines, "--test", script("grep -q 17 input.txt")).out.strip() == b"17"
    assert thresher("reduce", lines, "--test", script("grep -q 42 input.txt")).out.strip() == b"42"


def test_a_rebuilt_program_behind_a_script_is_noticed(thresher: Thresher, lines: Path, script: Script) -> None:
    program = lines.parent / "program"
    for needed in ("17", "42"):
        program.write_text(f"#!/bin/sh\ngrep -q {needed} $1\n")
        program.chmod(0o755)
        test = script(f"{program} input.txt")
        assert thresher("reduce", lines, "--test", test).out.strip() == needed.encode()


def test_a_longer_timeout_asks_again(thresher: Thresher, lines: Path, script: Script) -> None:
    test = script("grep -q 20 input.txt || sleep 0.7; grep -q 33 input.txt")
    short = thresher("reduce", lines, "--min-granularity", "lines", "--timeout", "0.4", "--test", test)
    assert len(short.out.splitlines()) == 2
    long = thresher("reduce", lines, "--min-granularity", "lines", "--timeout", "30", "--test", test)
    assert long.out == b"line 33 has words\n"


def test_a_flaky_failure_that_does_not_show_at_once(thresher: Thresher, lines: Path, script: Script) -> None:
    """Every other run passes, the first one included."""
    test = script(f"[ $(( $(wc -l < {lines.parent}/runs) % 2 )) = 0 ] && grep -q 17 input.txt")
    done = thresher("reduce", lines, "--jobs", "1", "--min-granularity", "lines", "--test", test)
    assert done.code == 0, done.talk
    assert "flaky" in done.talk


def test_a_closed_stderr_does_not_stop_a_reduction(lines: Path) -> None:
    process = subprocess.Popen(
        command("reduce", lines, "--test", "grep -q 17 input.txt"),
        cwd=lines.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    process.stderr.close()
    assert process.wait() == 0


@pytest.mark.usefixtures("default_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_loses_nothing(
    thresher: Thresher, lines: Path, script: Script, runs: Callable[[], int], number: signal.Signals
) -> None:
    """The fifteenth run waits to be killed."""
    hold, held = lines.parent / "hold", lines.parent / "held"
    holds = f"[ -e {hold} ] && [ $(wc -l < {lines.parent}/runs) = 15 ] && {{ touch {held}; sleep 1000; }}"
    test = script(f"{holds}\ngrep -q 17 input.txt && grep -q 42 input.txt")
    options = ("--jobs", "1", "--timeout", "900", "--test", test)
    thresher("reduce", lines, "-o", "whole.txt", *options)
    total = runs()
    shutil.rmtree(lines.parent / ".thresher")
    (lines.parent / "runs").unlink()
    hold.touch()
    with started("reduce", lines, *options, directory=lines.parent) as process:
        until(held.exists, process)
        process.send_signal(number)
        assert process.wait() == (1 if number is not signal.SIGKILL else -signal.SIGKILL)
    hold.unlink()
    best = (lines.parent / "input.min.txt").read_bytes()
    assert b"17" in best
    assert b"42" in best
    again = thresher("reduce", lines, *options)
    assert (again.code, again.out) == (0, (lines.parent / "whole.txt").read_bytes())
    assert runs() <= total + 1  # the test in flight


@pytest.mark.usefixtures("default_signals")
def test_an_ignored_signal_does_not_stop_it(lines: Path, script: Script) -> None:
    """As under nohup, and in the background jobs of a script."""
    hold, held = lines.parent / "hold", lines.parent / "held"
    hold.touch()
    test = script(f"while [ -e {hold} ]; do touch {held}; sleep 0.01; done; grep -q 17 input.txt")
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with started("reduce", lines, "--timeout", "900", "--test", test, directory=lines.parent) as process:
        until(held.exists, process)
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGINT)
        hold.unlink()
        assert process.wait() == 0


def test_nothing_is_left_behind(thresher: Thresher, lines: Path) -> None:
    name = f"left-{os.getpid()}.txt"
    lines.rename(lines.with_name(name))
    assert thresher("reduce", name, "--test", f"grep -q 17 {name}").code == 0
    places = {Path("/dev/shm"), Path(tempfile.gettempdir())}
    assert not [path for place in places for path in place.glob(f"thresher-*/**/{name}")]


def test_all_minimal_results_each_in_a_file(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("aabb\n")
    (tmp_path / "in.min.1.txt").write_text("mine")
    test = ["--format", "characters", "--exit-code", "0", "--", "grep", "-q", "-e", "a", "-e", "bb", "{}"]
    done = thresher("reduce", "in.txt", "--all-minimal", *test)
    assert done.code == 0, done.talk
    assert "2 minimal results: in.min.2.txt, in.min.3.txt" in done.talk
    assert {(tmp_path / f"in.min.{number}.txt").read_text() for number in (2, 3)} == {"a", "bb"}
    assert (tmp_path / "in.min.1.txt").read_text() == "mine"
    assert (tmp_path / "in.min.txt").read_text() == "a"


def test_all_minimal_is_for_one_input(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("a")
    for option in ("--in-place", "--all"):
        done = thresher("reduce", "in.txt", "--all-minimal", option, "--", "grep", "-q", "b", "{}")
        assert (done.code, done.talk.count("\n")) == (2, 1)
        assert "leave out --all, --in-place" in done.talk
