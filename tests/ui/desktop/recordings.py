"""Recordings of desktop sessions, written by hand, and programs for them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from thresher.formats.events.records import step_of
from thresher.oracle.running.handle import RunHandle
from thresher.session.settings import OracleSettings
from thresher.session.setup.program_session import running_place
from thresher.ui.desktop.replayer import DesktopReplayer
from thresher.ui.reducing.failure import AnyUiFailure, UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.oracle import KeepState
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.sessions.program import program_of
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


def desktop_recording(steps: Sequence[dict[str, Any]], command: Sequence[str] = ()) -> UiRecording:
    """A signed recording, of the editor unless another command is given."""
    named = tuple(command) or (tk_python(), str(NOTES))
    empty = new_recording(UiKind.DESKTOP, named, width=640, height=480, files=())
    return signed(empty.with_steps(tuple(step_of(dict(step)) for step in steps)))


@contextmanager
def desktop_replayer(recording: UiRecording) -> Iterator[DesktopReplayer]:
    with running_place(OracleSettings(command=()), 0) as directories:
        yield DesktopReplayer(program_of(recording.command, []), directories)


def replayed(
    recording: UiRecording,
    criterion: UiCriterion | None = None,
    limits: UiLimits | None = None,
    keep: KeepState | None = None,
) -> UiReplay:
    """One replay."""
    with desktop_replayer(recording) as replayer:
        result = replayer.replay(
            recording, criterion or AnyUiFailure(), limits or UiLimits(), running=RunHandle(), keep=keep
        )
    assert result is not None
    return result
