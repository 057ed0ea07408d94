"""No command of a session that somebody else made is run unasked."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher, command
from tests.cli.test_bad_input import expect_line
from thresher.cli.main import main

Plant = Callable[..., Path]
AGAIN = ("resume", "explain")


@pytest.fixture
def plant(thresher: Thresher, lines: Path) -> Plant:
    """`plant(arguments)` is the folder of a finished session whose command was replaced by somebody else."""

    def planted(*arguments: object, directory: object = lines.parent) -> Path:
        done = thresher("reduce", lines, "-q", "--jobs", "1", "--max-tests", "9", "--test", "grep -q 17 input.txt")
        assert done.code == 1, done.talk
        (folder,) = (path.parent for path in lines.parent.glob(".thresher/*/command.json"))
        record = json.loads((folder / "command.json").read_text())
        record |= {"arguments": arguments, "directory": directory}
        (folder / "command.json").write_text(json.dumps(record, default=str))
        return folder

    return planted


def evil(lines: Path, *more: str) -> tuple[object, ...]:
    return ("reduce", lines, "-q", *more, "--", "sh", "-c", f"touch {lines.parent}/pwned; grep -q 17 $0", "{}")


@pytest.mark.parametrize("verb", AGAIN)
def test_a_command_of_somebody_else_is_shown_and_not_run(
    thresher: Thresher, lines: Path, plant: Plant, verb: str
) -> None:
    plant(*evil(lines, "-o", "\x1b]0;owned\x07\x1b[2J.txt"))
    done = thresher(verb)
    expect_line(done, 2, "was not created by you on this machine", "pwned", "--trust", r"\x1b]0;owned\x07\x1b[2J")
    assert "\x1b" not in done.talk
    assert not (lines.parent / "pwned").exists()


@pytest.mark.parametrize("verb", AGAIN)
def test_a_command_of_somebody_else_is_run_if_it_is_trusted(
    thresher: Thresher, lines: Path, plant: Plant, verb: str
) -> None:
    plant(*evil(lines, "--exit-code", "0"))
    done = thresher(verb, "--trust")
    assert done.code in (0, 1), done.talk
    assert (lines.parent / "pwned").exists()


@pytest.mark.parametrize(("answer", "runs"), [(b"y\n", True), (b"n\n", False), (b"\n", False), (b"\x04", False)])
def test_a_yes_on_a_terminal_will_do(lines: Path, plant: Plant, answer: bytes, *, runs: bool) -> None:
    plant(*evil(lines, "--exit-code", "0"))
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            command("resume"), cwd=lines.parent, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE
        )
        os.write(ours, answer)
        process.communicate()
        talk = os.read(ours, 1 << 16)
    finally:
        os.close(ours)
        os.close(theirs)
    assert b"run it? [y/N]" in talk
    assert (lines.parent / "pwned").exists() is runs
    assert (process.returncode != 2) is runs


def test_secrets_are_not_filled_in_for_somebody_elses_session(thresher: Thresher, lines: Path, plant: Plant) -> None:
    plant("reduce", lines, "--", "sh", "-c", f"echo $0 > {lines.parent}/stolen; exit 3", "<value of THE_PASSWORD>")
    for verb in AGAIN:
        expect_line(thresher(verb, "--trust", THE_PASSWORD="hunter2-hunter2"), 2, "secret", "not filled in")
    assert not (lines.parent / "stolen").exists()


def test_a_session_that_was_moved_is_asked_about(thresher: Thresher, lines: Path) -> None:
    work = lines.parent / "work"
    work.mkdir()
    lines.rename(work / "input.txt")
    done = thresher("reduce", "input.txt", "-q", "--max-tests", "9", "--test", "grep -q 17 input.txt", directory=work)
    assert done.code == 1, done.talk
    assert "input.txt" in thresher("resume", directory=work).talk
    moved = work.rename(lines.parent / "moved")
    expect_line(thresher("resume", directory=moved), 2, "was not created by you on this machine")


def test_a_session_that_cannot_be_signed_is_made_all_the_same(thresher: Thresher, lines: Path) -> None:
    (lines.parent / "file").touch()
    state = {"XDG_STATE_HOME": str(lines.parent / "file")}
    done = thresher("reduce", lines, "--max-tests", "9", "--test", "grep -q 17 input.txt", **state)
    assert done.code == 1, done.talk
    assert done.talk.count("the session is not signed") == 1
    expect_line(thresher("resume", **state), 2, "was not created by you on this machine")
    assert thresher("resume", "--trust", **state).code in (0, 1)


CANNOT_BE_RUN = [
    *[["resume"], [], ["man"], ["reduce"], ["reduce", "--help"], ["reduce", "x", "--no-such-option"]],
    *[["no-such-command"], ["\x1b[2J"], ["reduce", "\x1b[2J", "--\x1b"], [1], [["reduce"]], [None]],
]


@pytest.mark.parametrize("arguments", CANNOT_BE_RUN)
def test_a_command_that_cannot_be_run_again_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[object]
) -> None:
    record = {"arguments": arguments, "directory": str(tmp_path)}
    (tmp_path / "command.json").write_text(json.dumps(record))
    assert main(["resume", "--trust", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("thresher: ")
    assert "\x1b" not in line


def test_a_directory_that_is_there_no_more_is_one_line(thresher: Thresher, lines: Path, plant: Plant) -> None:
    plant(*evil(lines), directory=lines.parent / "gone")
    for verb in AGAIN:
        expect_line(thresher(verb, "--trust"), 2, "gone", "No such file")
    assert not (lines.parent / "pwned").exists()


def test_resume_from_another_directory_runs_what_was_run(thresher: Thresher, lines: Path) -> None:
    """PWD is not a secret: the command is saved as it was given."""
    program = lines.parent / "p.py"
    program.write_text("import sys\nif '17' in open(sys.argv[1]).read(): sys.exit('error: at ' + __file__)\n")
    words = ["reduce", "input.txt", "-q", "--", "python3", str(program), "{}"]
    first = thresher(*words, PWD=str(lines.parent))
    assert first.code == 0, first.talk
    elsewhere = lines.parent / "elsewhere"
    elsewhere.mkdir()
    (folder,) = (path.parent for path in lines.parent.glob(".thresher/*/command.json"))
    assert "value of" not in (folder / "command.json").read_text() + (folder / "about.json").read_text()
    assert "&lt;hidden&gt;" not in (folder / "report.html").read_text()
    done = thresher("resume", lines.parent, directory=elsewhere, PWD=str(elsewhere))
    assert (done.code, done.out) == (0, first.out), done.talk


def test_a_secret_with_another_value_is_not_filled_in(thresher: Thresher, lines: Path) -> None:
    words = ["sh", "-c", "test $1 = hunter2-hunter2 && grep -q 17 $0", "{}", "hunter2-hunter2"]
    given = ["reduce", lines, "-q", "--exit-code", "0", "--", *words]
    first = thresher(*given, THE_PASSWORD="hunter2-hunter2")
    assert first.code == 0, first.talk
    result = lines.with_name("input.min.txt").read_bytes()
    expect_line(thresher("resume", THE_PASSWORD="another-value-1"), 2, "THE_PASSWORD has another value")
    assert lines.with_name("input.min.txt").read_bytes() == result


def test_resume_does_not_pick_up_a_session_that_never_began(thresher: Thresher, lines: Path) -> None:
    assert thresher("reduce", lines, "-q", "--max-tests", "9", "--test", "grep -q 17 input.txt").code == 1
    assert thresher("reduce", lines, "-q", "--test", "grep -q nothing input.txt").code == 3
    done = thresher("resume")
    assert done.code in (0, 1), done.talk
    assert "grep -q 17 input.txt" in done.talk
