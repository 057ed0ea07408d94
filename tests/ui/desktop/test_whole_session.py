"""A user's session in an editor: recorded, replayed, reduced to its known minimum, and run as a script."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import command
from tests.ui.desktop.recordings import BUTTONS, MINIMUM, NOTES, button, desktop_recording, key, run, tk_python
from tests.ui.desktop.user import recording_user


def test_record_replay_and_reduce(tmp_path: Path) -> None:
    shutil.copy(NOTES, tmp_path)
    recording = command("ui", "record", "--desktop", "-o", "session.json", "--", tk_python(), "notes.py")
    with recording_user(recording, tmp_path) as user:
        user.key("Notes", "a", "x", "Left")
        for name in ("Larger", "Find"):
            user.click("Notes", BUTTONS[name], 15)
        user.key("Find", "x", "Return")
        for name in ("Again", "Clear", "Stamp", "Again"):
            user.click("Notes", BUTTONS[name], 15)
    steps = json.loads((tmp_path / "session.json").read_bytes())["steps"]
    assert [step["type"] for step in steps] == ["key"] * 3 + ["click"] * 2 + ["key"] * 2 + ["click"] * 4
    assert [step["window"]["title"] for step in steps[5:7]] == ["Find", "Find"]
    assert steps[4]["state"] == {"windows": ["Find", "Notes"]}
    code, said = run("replay", "session.json", "--screens", "screens", directory=tmp_path)
    assert code == 1, said
    assert (tmp_path / "screens" / "step-011.png").read_bytes().startswith(b"\x89PNG")
    code, said = run("reduce", "session.json", "--jobs", "2", directory=tmp_path)
    assert code == 0, said
    assert "11 -> 6 steps" in said
    found = json.loads((tmp_path / "session.min.json").read_bytes())["steps"]
    assert [{name: step[name] for name in expected} for step, expected in zip(found, MINIMUM, strict=True)] == MINIMUM
    script = [sys.executable, "session.min/replay.py"]
    done = subprocess.run(script, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert (done.returncode, "FAIL: " in done.stdout) == (1, True), done.stdout + done.stderr


def test_what_cannot_be_done_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "fine.json").write_bytes(desktop_recording([key("a"), button("Clear")]).written())
    (tmp_path / "other.json").write_bytes(
        desktop_recording([key("a")]).written().replace(b'"shows": []', b'"shows": ["Calculator"]')
    )
    (tmp_path / "no.png").write_bytes(b"GIF89a")
    for arguments, words in [
        (["replay", "fine.json", "--screen-text", "x"], "--screen-text is for terminal sessions; this is a desktop"),
        (["replay", "fine.json", "--picture", "no.png"], "--picture takes FILE:X,Y,WxH"),
        (["replay", "fine.json", "--picture", "no.png:1,2,3x4"], "no.png cannot be compared: it is not a PNG file"),
        (["reduce", "fine.json"], "nothing fails when fine.json is replayed"),
        (
            ["reduce", "other.json"],
            "there is no window 'Calculator' before the first step; is it a recording of another",
        ),
    ]:
        code, said = run(*arguments, directory=tmp_path)
        assert (code in {2, 3}, said.count("\n")) == (True, 1), said
        assert words in said


def test_recording_needs_a_display(tmp_path: Path) -> None:
    for display, words in (("", "DISPLAY is not set"), (":9999", "the display :9999 cannot be opened")):
        arguments = command("ui", "record", "--desktop", "--", "true")
        environment = {"DISPLAY": display, "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
        done = subprocess.run(arguments, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert words in done.stderr
