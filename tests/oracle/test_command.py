"""Commands as oracles: where the candidate is, what the program sees, what counts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.oracle.command import CommandOracle, Program, located, observe
from thresher.oracle.failures.criterion import ExitZeroCriterion
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.run_directory import RunDirectories
from thresher.thesis import HDDTest


@pytest.fixture
def directories() -> Iterator[RunDirectories]:
    made = RunDirectories()
    yield made
    made.close()


def output(directories: RunDirectories, *argv: str, stdin: bool = False) -> str:
    program = Program(argv, "x.txt", from_stdin=stdin)
    return observe(program, directories, lambda: b"content\n").stdout.decode().strip()


def test_placeholders_and_standard_input(directories: RunDirectories) -> None:
    assert output(directories, "cat", "{}") == "content"
    assert output(directories, "cat", "%s") == "content"
    assert output(directories, "cat", "x.txt") == "content"
    assert output(directories, "cat", stdin=True) == "content"
    assert output(directories, "echo", "file://{}").endswith("/work/x.txt")


def test_the_program_runs_beside_the_candidate_with_a_place_for_temporary_files(directories: RunDirectories) -> None:
    assert output(directories, "sh", "-c", "ls; pwd; echo $PWD; test -d $TMPDIR && echo yes").split()[0] == "x.txt"
    assert output(directories, "sh", "-c", "test -d $TMPDIR && touch $TMPDIR/left && echo yes") == "yes"
    assert list(directories.root.iterdir()) == []


def test_a_program_that_changes_its_input_does_not_spoil_the_next_run(directories: RunDirectories) -> None:
    assert output(directories, "sh", "-c", "echo more >> x.txt; cat x.txt") == "content\nmore"
    assert output(directories, "cat", "x.txt") == "content"


def test_paths_are_made_absolute_and_the_input_is_the_candidate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("input.c", "config.ini"):
        Path(name).touch()
    found = located(["cat", "input.c", "config.ini", "--file=config.ini", "-c", "{}", "no.such"], Path("input.c"))
    assert os.path.isabs(found[0])
    config = str(tmp_path / "config.ini")
    assert found[1:] == ("{}", config, f"--file={config}", "-c", "{}", "no.such")


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="was not found"):
        located(["no-such-program"], Path("x"))
    with pytest.raises(UsageError, match="no command"):
        located([], Path("x"))


def test_an_oracle_judges(directories: RunDirectories) -> None:
    program = Program(("grep", "-q", "needle", "{}"), "x")
    oracle = CommandOracle(program, directories, criterion=ExitZeroCriterion())
    assert oracle(lambda: b"a needle", RunHandle()).verdict.outcome is Outcome.FAIL
    assert oracle(lambda: b"hay", RunHandle()).verdict.outcome is Outcome.PASS


def test_the_interface_of_the_thesis(tmp_path: Path) -> None:
    tester = HDDTest(".java", "grep -c DIVIDE %s", "DIVIDE")
    assert tester.test("no such word") is Outcome.PASS
    tester.close()
    tester = HDDTest(".txt", "sh -c '! grep -q zero %s'")
    assert tester.test("zero") is Outcome.FAIL
    assert tester.test("one") is Outcome.PASS
    tester.close()
    tester = HDDTest(".txt", "sleep 100", seconds=0.2)
    assert tester.test("") is Outcome.UNRESOLVED
    tester.close()
