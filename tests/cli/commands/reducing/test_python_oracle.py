"""`--python MODULE:FUNCTION` as a user types it."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher, started
from tests.oracle.running.test_process import gone
from tests.waiting import until

Check = Callable[[str], Path]
BOTH = "return b'17' in data and b'42' in data"


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """`check(body)` writes check.py, whose function `test` counts its calls in a file `runs` and has that body."""

    def write(body: str) -> Path:
        path = tmp_path / "check.py"
        path.write_text(
            "import os, sys, time\n"
            f"log = open({str(tmp_path / 'runs')!r}, 'a')\n"
            "def test(data):\n"
            "    print('run', os.getpid(), os.getppid(), file=log, flush=True)\n"
            f"    {body}\n"
        )
        return path

    return write


def test_a_test_by_file_and_by_module(thresher: Thresher, lines: Path, check: Check) -> None:
    check(BOTH)
    by_file = thresher("reduce", lines, "--python", "check.py:test")
    assert (by_file.code, by_file.out) == (0, b"1742"), by_file.talk
    assert "target failure: check.py:test reports the failure" in by_file.talk
    by_module = thresher("reduce", lines, "--python", "check:test")
    assert (by_module.code, by_module.out) == (0, b"1742"), by_module.talk


def test_an_exception_is_learned(thresher: Thresher, lines: Path, check: Check) -> None:
    check("if b'17' in data: raise ValueError('seventeen')\n    assert b'words' in data\n    print('fine')")
    done = thresher("reduce", lines, "--python", "check.py:test")
    assert (done.code, done.out) == (0, b"17"), done.talk
    assert "ValueError: seventeen" in done.talk
    assert "fine" not in done.talk
    stated = thresher("reduce", lines, "--python", "check.py:test", "--stderr", "^ValueError", "--json")
    assert json.loads(stated.out)["after"]["bytes"] == 2


def test_code_of_the_standard_library(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"one": [1, 2, 3], "two": {"three": 4,, "four": 5}}')
    done = thresher("reduce", "a.json", "--format", "characters", "--python", "json:loads")
    assert done.code == 0, done.talk
    assert "JSONDecodeError" in done.talk
    assert len(done.out) < 5


def test_crashes_and_hangs_are_other_failures(thresher: Thresher, lines: Path, check: Check) -> None:
    check("b'20' in data or os._exit(9)\n    b'21' in data or time.sleep(1000)\n    return b'17' in data")
    options = ["--min-granularity", "lines", "--timeout", "1", "--json", "--algorithm", "ddmin"]
    done = thresher("reduce", lines, *options, "--python", "check.py:test")
    assert done.code == 0, done.talk
    record = json.loads(done.out)
    assert record["after"]["lines"] == 3
    assert {"unresolved: exit 9", "unresolved: timed out"} <= {*record["reasons"]}


def test_a_crash_is_the_failure(thresher: Thresher, lines: Path, check: Check) -> None:
    check("if b'17' in data: os.abort()")
    done = thresher("reduce", lines, "--python", "check.py:test")
    assert (done.code, done.out) == (0, b"17"), done.talk
    assert "SIGABRT" in done.talk


def test_a_hang_is_the_failure(thresher: Thresher, lines: Path, check: Check) -> None:
    check("if b'17' in data: time.sleep(1000)")
    done = thresher("reduce", lines, "--min-granularity", "lines", "--hang", "1", "--python", "check.py:test")
    assert (done.code, done.out) == (0, b"line 17 has words\n"), done.talk


def test_the_same_result_for_any_number_of_jobs(thresher: Thresher, lines: Path, check: Check) -> None:
    check("return len({*data.split()} & {b'5', b'17', b'30', b'42', b'words'}) == 5")
    results = [thresher("reduce", lines, "--fresh", "-j", jobs, "--python", "check.py:test").out for jobs in "12"]
    assert results[0] == results[1]
    assert results[0].split().count(b"words") == 1


def test_nothing_is_asked_twice(thresher: Thresher, lines: Path, check: Check, runs: Callable[[], int]) -> None:
    check(BOTH)
    arguments = ["reduce", lines, "--jobs", "1", "--python", "check.py:test"]
    whole = thresher(*arguments)
    assert whole.code == 0, whole.talk
    total = runs()
    assert thresher(*arguments).out == whole.out
    assert runs() == total
    shutil.rmtree(lines.parent / ".thresher")
    (lines.parent / "runs").unlink()
    assert thresher(*arguments, "--max-tests", "12").code == 1
    assert runs() == 12
    assert thresher(*arguments).out == whole.out
    assert runs() == total


def test_an_edited_module_does_not_find_old_verdicts(thresher: Thresher, lines: Path, check: Check) -> None:
    for needed in ("17", "42"):
        check(f"return b'{needed}' in data")
        assert thresher("reduce", lines, "--python", "check:test").out == needed.encode()


def test_isolating_and_verifying(thresher: Thresher, lines: Path, check: Check) -> None:
    check("return b'17' in data")
    (lines.parent / "good.txt").write_bytes(lines.read_bytes().replace(b"17", b"x"))
    isolated = thresher("isolate", "good.txt", lines, "--python", "check.py:test")
    assert isolated.code == 0, isolated.talk
    (lines.parent / "small.txt").write_bytes(b"17")
    verified = thresher("verify", "small.txt", "--python", "check.py:test")
    assert verified.code == 0, verified.talk
    assert b"can be removed: none of" in verified.out


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return False", "check.py:test says pass of input.txt in 3 runs"),
        ("return None", "check.py:test returns None for input.txt in 3 runs"),
        ("sys.exit()", "check.py:test ends the process (exit 0)"),
        ("print('error: no', file=sys.stderr); return False", "says pass of input.txt"),
    ],
)
def test_an_input_that_does_not_fail(thresher: Thresher, lines: Path, check: Check, body: str, message: str) -> None:
    check(body)
    done = thresher("reduce", lines, "--python", "check.py:test")
    assert done.code == 3
    assert message in done.talk


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--python", "broken.py:test"], "cannot import"),
        (["--python", "no_such_module:test"], "cannot import no_such_module: ModuleNotFoundError"),
        (["--python", "check.py:missing"], "there is no function missing"),
        (["--python", "os:getcwd"], "one argument"),
        (["--python", "nothing.py:test"], "there is no file nothing.py"),
        (["--python", "check"], "MODULE:FUNCTION"),
        (["--python", "check.py:test", "--stdin"], "cannot be combined with --python"),
        (["--python", "check.py:test", "--test", "true"], "only one of"),
        (["--python", "check.py:test", "--", "true"], "only one of"),
    ],
)
def test_mistakes_are_one_line(
    thresher: Thresher, lines: Path, check: Check, arguments: list[str], message: str
) -> None:
    check("return True")
    (lines.parent / "broken.py").write_text("import no_such_module\n")
    done = thresher("reduce", lines, *arguments)
    assert done.code == 2
    assert message in done.talk
    assert len(done.talk.splitlines()) == 1


@pytest.mark.usefixtures("default_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_signal_leaves_no_processes(lines: Path, check: Check, number: signal.Signals, jobs: str) -> None:
    """The three checks of the input end, the fourth call hangs."""
    check("if b'line 0' in data and b'line 59' in data: return True\n    time.sleep(1000)")
    log = lines.parent / "runs"
    options = ("--timeout", "900", "--jobs", jobs, "--python", "check.py:test")
    with started("reduce", lines, *options, directory=lines.parent) as process:
        until(lambda: log.exists() and log.read_text().count("run") >= 4, process)
        process.send_signal(number)
        assert process.wait() == (1 if number is not signal.SIGKILL else -signal.SIGKILL)
    processes = {int(word) for word in log.read_text().split() if word != "run"}
    assert all(gone(each) for each in processes)
    best = lines.parent / "input.min.txt"
    assert not best.exists() or b"line 59" in best.read_bytes()
