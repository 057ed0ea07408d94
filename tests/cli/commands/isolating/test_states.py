"""`thresher states`, run on real programs as a user does."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

EXAMPLE = Path(__file__).parents[4] / "examples" / "states"
SORT = ("--stdout", "^0", "--", sys.executable, "shell_sort.py", "{}")

LEDGER = """\
import sys


class Account:
    def __init__(self, name):
        self.name = name
        self.entries = []


def total(account):
    return sum(account.entries)


def share(account):
    amount = total(account)
    return 100 // amount


def main():
    file = open(sys.argv[1])
    account = Account("A")
    for line in file:
        account.entries.append(int(line))
    print(share(account))


if __name__ == "__main__":
    main()
"""


@pytest.fixture
def sort(tmp_path: Path) -> Path:
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    (tmp_path / "ledger.py").write_text(LEDGER)
    (tmp_path / "good.txt").write_text("5\n3\n")
    (tmp_path / "bad.txt").write_text("5\n-5\n")
    return tmp_path


def test_the_cause_moves_through_the_sample_of_the_book(thresher: Thresher, sort: Path) -> None:
    """Zeller's sample program: that a[2] is 0 makes it fail, since one number too many is sorted."""
    lines = [word for line in (26, 9, 20, 30) for word in ("--at", f"shell_sort.py:{line}")]
    done = thresher("states", "good.txt", "bad.txt", *lines, *SORT)
    assert done.code == 0, done.talk
    assert done.out.decode().splitlines() == [
        "shell_sort.py:26: 1 of 3 differences, with 2 of the others put in",
        "    words[2:]: ['-8'] -> []",
        "shell_sort.py:9: 1 of 4 differences, with 2 of the others put in",
        "    a[2]: -8 -> 0",
        "shell_sort.py:20: 1 of 6 differences, with 4 of the others put in",
        "    v: -9 -> 14",
        "shell_sort.py:30: 1 of 8 differences, with 6 of the others put in",
        "    a[2]: -8 -> 0",
        "the cause moves from words[2:] to a[2] between shell_sort.py:26 and shell_sort.py:9",
        "the cause moves from a[2] to v between shell_sort.py:9 and shell_sort.py:20",
        "the cause moves from v to a[2] between shell_sort.py:20 and shell_sort.py:30",
    ]
    assert not any(path.name.startswith("thresher") for path in sort.iterdir())


def test_the_lines_of_the_traceback_by_default(thresher: Thresher, ledger: Path) -> None:
    done = thresher("states", "good.txt", "bad.txt", "--json", "--", sys.executable, "ledger.py", "{}")
    assert done.code == 0, done.talk
    found = json.loads(done.out)["lines"]
    assert [each["line"] for each in found] == [28, 24, 16]
    assert [[change["shown"] for change in each["cause"]] for each in found] == [
        [],
        ["account.entries[1]: 3 -> -5"],
        ["amount: 8 -> 0"],
    ]
    assert found[1]["not_copied"] == ["file"]


def test_the_result_is_a_program(thresher: Thresher, ledger: Path) -> None:
    done = thresher("states", "good.txt", "bad.txt", "-o", "cause.py", "--", sys.executable, "ledger.py", "{}")
    assert done.code == 0, done.talk
    command = [sys.executable, "../cause.py", "../ledger.py", "bad.txt"]
    elsewhere = ledger / "elsewhere"
    elsewhere.mkdir()
    run = subprocess.run(command, cwd=elsewhere, capture_output=True, check=False)
    assert run.returncode == 1
    assert b"ZeroDivisionError" in run.stderr
    assert b"cause.py" not in run.stderr  # as the program alone would print it
    assert (elsewhere / "bad.txt").read_text() == "5\n3\n"  # the passing input
    here = subprocess.run(
        [sys.executable, "cause.py", "ledger.py", "bad.txt"], cwd=ledger, capture_output=True, check=False
    )
    assert b"bad.txt is there already" in here.stderr
    assert (ledger / "bad.txt").read_text() == "5\n-5\n"


def test_standard_input_and_modules(thresher: Thresher, ledger: Path) -> None:
    (ledger / "ledger.py").write_text(LEDGER.replace("open(sys.argv[1])", "sys.stdin"))
    at = ("--at", "ledger.py:16")
    done = thresher("states", "good.txt", "bad.txt", "--stdin", *at, "--", sys.executable, "-B", "ledger.py")
    assert done.code == 0, done.talk
    assert b"    amount: 8 -> 0\n" in done.out


def test_a_search_is_resumed(thresher: Thresher, ledger: Path) -> None:
    stopped = thresher("states", "good.txt", "bad.txt", "--max-tests", "2", "--", sys.executable, "ledger.py", "{}")
    assert (stopped.code, "stopped early" in stopped.talk) == (1, True), stopped.talk
    resumed = thresher("states", "good.txt", "bad.txt", "--", sys.executable, "ledger.py", "{}")
    again = thresher("resume")
    assert b"    amount: 8 -> 0\n" in resumed.out
    assert (again.code, again.talk.count("stopped early")) == (0, 0), again.talk
    assert again.out == resumed.out


def test_a_line_that_one_run_does_not_reach(thresher: Thresher, ledger: Path) -> None:
    done = thresher("states", "good.txt", "bad.txt", "--at", "ledger.py:16:3", "--", sys.executable, "ledger.py", "{}")
    assert done.code == 0, done.talk
    assert done.out == b"ledger.py:16 (3rd time): the passing run reaches it only 1 time\n"


def test_other_failures_are_not_the_cause(thresher: Thresher, tmp_path: Path) -> None:
    """A negative count alone is another failure; the zero is what was asked for."""
    (tmp_path / "p.py").write_text(
        "import sys\n"
        "count, size = map(int, open(sys.argv[1]).read().split())\n"
        "if count < 0:\n    raise ValueError('negative')\n"
        "print(100 // size)\n"
    )
    (tmp_path / "good.txt").write_text("1 1")
    (tmp_path / "bad.txt").write_text("2 0")
    done = thresher("states", "good.txt", "bad.txt", "--at", "p.py:3", "--", sys.executable, "p.py", "{}")
    assert b"    size: 1 -> 0\n" in done.out


@pytest.mark.parametrize(("arguments", "words"), [
    (["good.txt", "bad.txt", "--", "cat", "{}"], "is not Python; write: -- python3 program.py {}"),
    (["good.txt", "bad.txt", "--", sys.executable, "-c", "1 / 0"], "the program has no file"),
    (["good.txt", "good.txt", "--", sys.executable, "ledger.py", "{}"], "are equal"),
    (["good.txt", "bad.txt", "--at", "ledger.py:3", "--", sys.executable, "ledger.py", "{}"], "no code in line 3"),
    (["good.txt", "bad.txt", "--at", "ledger.py", "--", sys.executable, "ledger.py", "{}"], "--at takes FILE:LINE"),
    (["good.txt", "bad.txt", "--exit-code", "1", "--", sys.executable, "exits.py", "{}"], "name lines with --at"),
])  # fmt: skip
def test_bad_input(thresher: Thresher, ledger: Path, arguments: list[str], words: str) -> None:
    (ledger / "exits.py").write_text("import sys\nsys.exit('-' in open(sys.argv[1]).read())\n")
    expect_line(thresher("states", *arguments), 2, words)


LOCKED = """\
import sys


class Locked:
    def __init__(self, value):
        object.__setattr__(self, "value", value)

    def __setattr__(self, name, value):
        raise RuntimeError("locked")


box = Locked(open(sys.argv[1]).read())
{ends}
print("ok")
"""


@pytest.mark.parametrize("failure", [("--not-stdout", "ok"), ("--exit-code", "70"), ()])
def test_a_run_in_which_a_change_does_not_fit_shows_nothing(
    thresher: Thresher, tmp_path: Path, failure: tuple[str, ...]
) -> None:
    ends = "box.value == 'good' or sys.exit(70)" if "70" in failure else "assert box.value == 'good'"
    (tmp_path / "locked.py").write_text(LOCKED.format(ends=ends))
    (tmp_path / "good.txt").write_text("good")
    (tmp_path / "bad.txt").write_text("bad")
    command = ("--", sys.executable, "locked.py", "{}")
    done = thresher("states", "good.txt", "bad.txt", "--at", "locked.py:13", *failure, *command)
    assert done.code == 0, done.talk
    assert b"the run is unresolved (box.value cannot be changed)" in done.out, done.out


def test_good_and_bad_exchanged(thresher: Thresher, ledger: Path) -> None:
    expect_line(
        thresher("states", "bad.txt", "good.txt", "--", sys.executable, "ledger.py", "{}"),
        3,
        "good.txt does not fail, and bad.txt does: GOOD and BAD may be swapped; run thresher states good.txt bad.txt",
    )


def test_neither_fails(thresher: Thresher, ledger: Path) -> None:
    (ledger / "other.txt").write_text("1\n")
    done = thresher("states", "good.txt", "other.txt", "--", sys.executable, "ledger.py", "{}")
    expect_line(done, 3, "other.txt")
    assert "swapped" not in done.talk


LOOP = "import sys\nfor word in open(sys.argv[1]):\n    size = int(word)\n    1 / size\n"


def test_a_line_of_a_loop_is_compared_when_the_variables_first_differ(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text(LOOP)
    (tmp_path / "good.txt").write_text("1\n2\n3\n")
    (tmp_path / "bad.txt").write_text("1\n0\n3\n")
    command = ["--", sys.executable, "p.py", "{}"]
    by_itself = thresher("states", "good.txt", "bad.txt", *command)
    assert by_itself.out.splitlines()[0].startswith(b"p.py:4 (2nd time): 1 of 2 differences")
    assert b"    size: 2 -> 0\n" in by_itself.out
    named = thresher("states", "good.txt", "bad.txt", "--at", "p.py:4", *command)
    assert b"no variable that can be copied differs; if the line runs more than once: --at p.py:4:2" in named.out


def test_a_difference_that_does_not_matter_is_passed_over(thresher: Thresher, tmp_path: Path) -> None:
    """The first word differs, too, but does not matter: the line is compared when it fails."""
    (tmp_path / "p.py").write_text(LOOP)
    (tmp_path / "good.txt").write_text("1\n2\n3\n")
    (tmp_path / "bad.txt").write_text("7\n2\n0\n")
    done = thresher("states", "good.txt", "bad.txt", "--", sys.executable, "p.py", "{}")
    assert done.out.splitlines()[0].startswith(b"p.py:4 (3rd time): 1 of ")
    assert b"    size: 3 -> 0\n" in done.out
