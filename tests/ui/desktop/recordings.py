"""Recordings of desktop sessions, written by hand, and programs for them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import command
from thresher.formats.events.records import step_of
from thresher.ui.sessions.recording import UiKind, UiRecording, new_recording
from thresher.ui.sessions.trust import signed

NOTES = Path(__file__).parents[3] / "examples" / "ui" / "notes.py"
MAIN = {"title": "Notes", "class": "Tk"}
FIND = {"title": "Find", "class": "Toplevel"}
BUTTONS = {name: 45 + 85 * at for at, name in enumerate(["Stamp", "Larger", "Smaller", "Clear", "Find", "Again"])}


@cache
def tk_python() -> str:
    """A Python that has tkinter: the one of the tests, or the system's."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import tkinter"], check=False, capture_output=True).returncode == 0:
            return python
    pytest.skip("not installed: python3-tk")


def key(name: str, window: dict[str, str] = MAIN) -> dict[str, Any]:
    return {"type": "key", "key": name, "window": window}


def button(name: str) -> dict[str, Any]:
    return {"type": "click", "x": BUTTONS[name], "y": 15, "window": MAIN}


MINIMUM = [key("x"), button("Find"), key("x", FIND), key("Return", FIND), button("Clear"), button("Again")]
"""What makes the editor fail, and no part of it does."""


def desktop_recording(steps: Sequence[dict[str, Any]], program: Sequence[str] = ()) -> UiRecording:
    """A signed recording, of the editor unless another command is given."""
    named = tuple(program) or (tk_python(), str(NOTES))
    empty = new_recording(UiKind.DESKTOP, named, width=640, height=480, files=())
    return signed(empty.with_steps(tuple(step_of(dict(step)) for step in steps)))


def run(*arguments: str, directory: Path) -> tuple[int, str]:
    """The exit code of a `thresher ui` command, and all that it prints."""
    done = subprocess.run(command("ui", *arguments), cwd=directory, check=False, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr
