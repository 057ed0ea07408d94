"""`thresher bisect` as a user of git bisect runs it, on a real repository."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.changes.histories import Files, git, make_repository
from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

TEXT = 0o100644
NO_BUG = ("sh", "-c", "! grep -q BUG a.txt")


@pytest.fixture(autouse=True)
def _own_state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Twelve commits; the eighth brings BUG, and the seventh and ninth do not build."""
    history: list[Files] = []
    for number in range(12):
        text = f"version {number}\n" + ("BUG\n" if number >= 8 else "") + ("BROKEN\n" if number in (7, 9) else "")
        history.append({b"a.txt": (TEXT, text.encode())})
    make_repository(tmp_path / "repository", history)
    return tmp_path / "repository"


def commit(repository: Path, name: str) -> str:
    return git(repository, "rev-parse", name).decode().strip()


def first_bad(repository: Path) -> str:
    return commit(repository, "main~3")


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_the_same_commit_as_git_bisect_run(thresher: Thresher, repository: Path, jobs: str) -> None:
    before = git(repository, "status", "--porcelain")
    done = thresher("bisect", "main~11", "main", "-j", jobs, "--", *NO_BUG, directory=repository)
    assert done.code == 0, done.talk
    lines = done.out.decode().splitlines()
    assert lines[0] == f"{first_bad(repository)} is the first bad commit"
    assert lines[1] == f"commit {first_bad(repository)}"
    assert any(line.startswith("Date: ") for line in lines)
    git(repository, "bisect", "start", "main", "main~11")
    theirs = git(repository, "bisect", "run", *NO_BUG).decode()
    git(repository, "bisect", "reset")
    assert lines[0] in theirs
    assert git(repository, "status", "--porcelain") == before


def test_exit_code_125_skips_a_commit(thresher: Thresher, repository: Path) -> None:
    script = "grep -q BROKEN a.txt && exit 125; ! grep -q BUG a.txt"
    done = thresher("bisect", "main~11", "main", "--", "sh", "-c", script, directory=repository)
    assert done.code == 1
    assert b"could be any of" in done.out
    assert {line.decode() for line in done.out.splitlines()[1:]} == {
        commit(repository, f"main~{number}") for number in (3, 4)
    }


def test_a_failing_build_skips_a_commit(thresher: Thresher, repository: Path) -> None:
    words = ("bisect", "main~11", "main~2", "--build", "! grep -q BROKEN a.txt", "--json", "--", *NO_BUG)
    expect_line(thresher(*words, directory=repository), 3, "the bad version does not fail", "does not build")


def test_a_flaky_failure(thresher: Thresher, repository: Path, tmp_path: Path) -> None:
    """The bad versions fail in two runs of three."""
    count = f"echo >> {tmp_path}/count; test $(($(wc -l < {tmp_path}/count) % 3)) = 0"
    script = f"grep -q BUG a.txt || exit 0; {count}"
    done = thresher("bisect", "main~11", "main", "-j1", "--checks", "6", "--", "sh", "-c", script, directory=repository)
    assert done.code == 0, done.talk
    assert "flaky: the bad version fails in" in done.talk
    assert first_bad(repository) in done.out.decode()


def test_a_stopped_search_is_resumed(thresher: Thresher, repository: Path) -> None:
    words = ("bisect", "main~11", "main", "-j1", "--json")
    first = thresher(*words, "--max-tests", "5", "--", *NO_BUG, directory=repository)
    assert first.code == 1
    again = json.loads(thresher(*words, "--", *NO_BUG, directory=repository).out)
    assert again["first_bad"] == first_bad(repository)
    assert again["tests"] <= 9


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["main", "main~11", "--", *NO_BUG], 2, "swap the two"),
        (["main", "main", "--", *NO_BUG], 2, "the same commit"),
        (["nothing", "main", "--", *NO_BUG], 2, "no commit nothing"),
        (["main~11", "main", "--", "true"], 3, "the bad version does not fail"),
        (["main~11", "main", "--", "false"], 3, "the good version does not pass"),
        (["main~11", "main"], 2, "no test to run"),
    ],
)
def test_what_goes_wrong(thresher: Thresher, repository: Path, words: list[str], code: int, said: str) -> None:
    expect_line(thresher("bisect", *words, directory=repository), code, said)


def test_changes_begins_with_the_first_bad_commit(thresher: Thresher, repository: Path) -> None:
    done = thresher("changes", "--good", "main~11", "--bad", "main", "-q", "--", *NO_BUG, directory=repository)
    assert done.out.decode().splitlines()[0] == f"{first_bad(repository)} is the first bad commit"
    git(repository, "checkout", "-q", "main~11")
    subprocess.run(["git", "apply", "-"], cwd=repository, input=done.out, check=True)
    assert "BUG" in (repository / "a.txt").read_text()
