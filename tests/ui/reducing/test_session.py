"""Reductions of sessions: to the known minimum, with the same bytes for any number of jobs, and a script."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.recordings import ITEMS, TODO, names_of, todo_recording
from thresher.errors import NotFailing
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.task import Task
from thresher.ui.reducing.algorithm import UiAlgorithm
from thresher.ui.reducing.results import SCRIPT
from thresher.ui.reducing.session import UiTask, reduce_session
from thresher.ui.sessions.program import program_of
from thresher.ui.sessions.recording import parse_recording
from thresher.ui.sessions.trust import is_own


def session_of(length: int) -> list[bytes]:
    """Keys of which the last six fail, with others before and between them."""
    chance = random.Random(7)
    keys: list[bytes] = []
    while len(keys) < length - 10:
        keys += chance.choice([[b"a", b"t", b"e", b"\r"], [b"j"], [b"k"], [b"x"], [b"/", b"t", b"\r"], [b"\x1b[A"]])
    return [*keys[: length - 10], b"\r", b"s", b"a", b"p", b"x", b"\r", b"x", b"d", b"k", b"u"]


def task_of(path: Path, keys: list[bytes], *, jobs: int = 1) -> UiTask:
    recording = todo_recording(keys)
    path.write_bytes(recording.written())
    output = path.with_name(f"{jobs}.json")
    task = Task(path, output, OracleSettings(command=()), SearchSettings(jobs=jobs), sessions=path.parent / str(jobs))
    (path.parent / str(jobs)).mkdir(exist_ok=True)
    return UiTask(task, program_of(recording.command, [ITEMS]), UiAlgorithm.HIERARCHICAL, None, None)


def test_any_number_of_jobs_gives_the_known_minimum(tmp_path: Path) -> None:
    found = []
    for jobs in (1, 2):
        result, files = reduce_session(task_of(tmp_path / "s.json", session_of(40), jobs=jobs), lambda *_: None)
        found.append(result.after)
    assert found[0] == found[1]
    reduced = parse_recording(found[0], "result")
    names = names_of(reduced)
    assert [names[0], names[1], *names[3:]] == ["s", "a", "Enter", "d", "u"]
    assert is_own(reduced)
    assert sorted(files.states) == [f"step-00{number}.txt" for number in range(1, 7)]
    assert b"To do: 4 items" in files.states["step-004.txt"]
    files.write(tmp_path / "out")
    failing = subprocess.run(
        [sys.executable, "-I", tmp_path / "out" / SCRIPT], check=False, capture_output=True, cwd=ITEMS.parent
    )
    assert failing.returncode == 1, failing.stdout.decode()
    fixed = (tmp_path / "out" / SCRIPT).read_text().replace(str(TODO), str(tmp_path / "todo.py"))
    (tmp_path / "todo.py").write_text(TODO.read_text().replace("self.ranks[place]", "self.ranks.get(place, 0)"))
    assert run_alone(["-c", fixed]) == 0


def run_alone(arguments: list[str]) -> int:
    """The exit code of a script that cannot import thresher."""
    return subprocess.run([sys.executable, "-I", "-S", *arguments], check=False, cwd=ITEMS.parent).returncode


def test_a_session_that_does_not_fail(tmp_path: Path) -> None:
    with pytest.raises(NotFailing, match=r"nothing fails when s\.json is replayed in 3 replays: after all 3 steps the"):
        reduce_session(task_of(tmp_path / "s.json", [b"j", b"j", b"k"]), lambda *_: None)
