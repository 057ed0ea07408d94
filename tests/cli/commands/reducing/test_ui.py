"""`thresher ui` as a user runs it: keys on a real terminal, real programs."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Thresher, command
from tests.ui.recordings import ITEMS, TODO, recording_of
from tests.waiting import until
from thresher.cli.main import main
from thresher.ui.sessions.recording import UiKind, new_recording
from thresher.ui.sessions.trust import signed


@pytest.fixture(autouse=True)
def _program(tmp_path: Path) -> None:
    shutil.copy(TODO, tmp_path)
    shutil.copy(ITEMS, tmp_path)


def recorded(tmp_path: Path, *keys: tuple[str, str]) -> tuple[subprocess.Popen[bytes], str]:
    """Types keys as a user does: each once the screen shows what is given with the one before."""
    ours, its = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    arguments = command("ui", "record", "-o", "session.json", "--", sys.executable, "todo.py", "items.txt")
    process = subprocess.Popen(
        arguments, cwd=tmp_path, stdin=its, stdout=its, stderr=its, env={**os.environ, "TERM": "xterm"}
    )
    os.close(its)
    os.set_blocking(ours, False)
    seen = b""

    def shows(text: str) -> bool:
        nonlocal seen
        with suppress(OSError):  # nothing to read yet
            seen += os.read(ours, 1 << 16)
        return text.encode() in seen

    for key, then in keys:
        if key:
            os.write(ours, key.encode())
        until(lambda then=then: shows(then), process)  # type: ignore[misc]
        seen = b""
    process.wait()
    while not shows("steps written"):
        pass
    os.close(ours)
    return process, seen.decode()


def steps_of(path: Path) -> list[Any]:
    steps: list[Any] = json.loads(path.read_text())["steps"]
    return steps


def test_record_replay_and_reduce(tmp_path: Path, thresher: Thresher) -> None:
    keys = [
        ("", "w write"),
        ("j", "> "),
        ("s", "sorted"),
        ("a", "new item"),
        ("y", "y"),
        ("\r", "added"),
        ("d", "deleted"),
    ]
    _, talk = recorded(tmp_path, *keys, ("k", ">"), ("u", "KeyError"))
    assert "8 steps written to session.json; the program ended with exit code 1" in talk
    steps = steps_of(tmp_path / "session.json")
    assert [step["key"] for step in steps] == ["j", "s", "a", "y", "Enter", "d", "k", "u"]
    assert (tmp_path / "items.txt").read_bytes() == ITEMS.read_bytes()
    done = thresher("ui", "replay", "session.json", "--screens", "screens")
    assert done.code == 1
    assert done.out.decode().splitlines()[-1].startswith("FAIL (8 of 8 steps in ")
    assert (tmp_path / "screens" / "step-001.txt").read_text().startswith("To do: 3 items")
    done = thresher("ui", "reduce", "session.json")
    assert done.code == 0, done.talk
    assert "8 -> 6 steps" in done.talk
    assert [step["key"] for step in steps_of(tmp_path / "session.min.json")] == ["s", "a", "y", "Enter", "d", "u"]
    assert thresher("ui", "replay", "session.min.json").code == 1
    script = [sys.executable, "-I", "-S", "session.min/replay.py"]
    assert subprocess.run(script, cwd=tmp_path, check=False, capture_output=True).returncode == 1
    report = next((tmp_path / ".thresher").glob("*/report.html")).read_text()
    assert "python3 session.min/replay.py" in report


def script_in(folder: Path) -> bytes:
    """The script of a result without the times in it, which are measured."""
    return re.sub(rb"\d+\.\d+(e-?\d+)?", b"", (folder / "replay.py").read_bytes())


def test_a_stopped_reduction_is_resumed_and_a_finished_one_replays_nothing(tmp_path: Path, thresher: Thresher) -> None:
    runs = tmp_path / "runs"
    program = f"echo run >> {runs}; exec {sys.executable} {TODO} items.txt"
    keys = "jjsaxy\rkjdku"
    (tmp_path / "once.json").write_bytes(recording_of(keys, ["sh", "-c", program], ["items.txt"]).written())
    done = thresher("ui", "reduce", "once.json")
    assert done.code == 0, done.talk
    in_one_go = len(runs.read_text().splitlines())
    runs.unlink()
    shutil.copy(tmp_path / "once.json", tmp_path / "parts.json")
    stopped = thresher("ui", "reduce", "parts.json", "--max-tests", "4")
    assert (stopped.code, "rerun the same command" in stopped.talk) == (1, True), stopped.talk
    assert thresher("resume").code == 1  # it has the same limit
    resumed = thresher("ui", "reduce", "parts.json")
    assert (resumed.code, resumed.out) == (0, done.out), resumed.talk
    pictures_of_the_stopped = 1
    assert len(runs.read_text().splitlines()) == in_one_go + pictures_of_the_stopped
    runs.unlink()
    shutil.rmtree(tmp_path / "parts.min")
    again = thresher("ui", "reduce", "parts.json")
    assert (again.code, again.out) == (0, done.out)
    assert "tests, 0 in this run" in again.talk
    assert not runs.exists()
    assert script_in(tmp_path / "parts.min") == script_in(tmp_path / "once.min")
    assert thresher("resume").code == 0
    assert not runs.exists()


@pytest.mark.parametrize("package", ["pyte", "Xlib", "jeepney"])
@pytest.mark.parametrize("action", [["record", "--", "true"], ["replay", "s.json"], ["reduce", "s.json"]])
def test_without_the_extra_one_line_says_what_to_install(
    tmp_path: Path,
    package: str,
    action: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "s.json").write_bytes(recording_of("j", ["true"]).written())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["ui", *action]) == 2
    said = f"thresher: this command needs {package}; install the extra with: pip install 'thresher[ui]'\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("action", ["replay", "reduce"])
def test_without_xvfb_one_line_says_what_to_install(tmp_path: Path, thresher: Thresher, action: str) -> None:
    recording = new_recording(UiKind.DESKTOP, (sys.executable, "x.py"), width=640, height=480, files=())
    (tmp_path / "s.json").write_bytes(signed(recording).written())
    done = thresher("ui", action, "s.json", PATH=str(tmp_path))
    assert done.talk == (
        "thresher: desktop sessions run in Xvfb, which was not found; install it (apt-get install xvfb)\n"
    )
    assert done.code == 2


def test_text_on_the_screen_of_nano(tmp_path: Path, thresher: Thresher) -> None:
    if shutil.which("nano") is None:
        pytest.skip("not installed: nano")
    keys = [b"t", b"e", b"\r", b"\x1b[A", b"\x14", b"\x13", b"x"]
    (tmp_path / "nano.json").write_bytes(recording_of(keys, ["nano", "note.txt"]).written())
    done = thresher("ui", "reduce", "nano.json", "--screen-text", 'Error invoking "spell"', PATH="/usr/bin:/bin")
    assert done.code == 0, done.talk
    assert [step["key"] for step in steps_of(tmp_path / "nano.min.json")] == ["Ctrl+T", "Ctrl+S"]
    script = subprocess.run(
        [sys.executable, "-I", "-S", "nano.min/replay.py"], cwd=tmp_path, check=False, capture_output=True
    )
    assert script.returncode == 1, script.stdout.decode()


def test_what_cannot_be_done_is_said_in_one_line(tmp_path: Path, thresher: Thresher) -> None:
    other = recording_of("jj", ["nano", "x"]).written().replace(b'"signature": "', b'"signature": "0')
    (tmp_path / "other.json").write_bytes(other)
    (tmp_path / "web.json").write_text('{"title": "t", "steps": [{"type": "navigate", "url": "http://x/"}]}')
    (tmp_path / "cut.json").write_bytes(other[:300])
    (tmp_path / "log.jsonl").write_text('{"event": "a"}\n')
    (tmp_path / "fine.json").write_bytes(recording_of("jj", [sys.executable, str(TODO), "items.txt"]).written())
    for arguments, words in [
        (["replay", "other.json"], "was not recorded by you on this machine; its command is: nano x; add --trust"),
        (["reduce", "web.json"], "web.json is not a recording of a terminal or desktop program"),
        (["replay", "cut.json"], "cut.json is not an event log"),
        (["replay", "log.jsonl"], "log.jsonl is not a recording of a terminal or desktop program"),
        (["replay", "none.json"], "none.json"),
        (["replay", "fine.json", "--", "no-such-program"], "there is no program no-such-program"),
        (["replay", "fine.json", "--with", "none.txt"], "there is no file none.txt (--with)"),
        (["reduce", "fine.json"], "nothing fails when fine.json is replayed in 2 replays: after all 2 steps the pro"),
        (["reduce", "fine.json", "--screen-text", "("], "is not a regular expression"),
        (["record"], "give the program to record after --"),
        (["record", "--", sys.executable], "needs a terminal to type in"),
    ]:  # fmt: skip
        done = thresher("ui", *arguments)
        assert done.code in (2, 3), done
        assert words in done.talk
        assert done.talk.count("\n") == 1, done.talk
