"""Recordings of terminal sessions, written by hand, and programs for them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from thresher.formats.events.records import step_of
from thresher.oracle.running.handle import RunHandle
from thresher.session.settings import OracleSettings
from thresher.session.setup.program_session import running_place
from thresher.ui.reducing.failure import AnyUiFailure, UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.program_replay import KeepState
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.reducing.replayers import UiReplayer, replayer_for
from thresher.ui.sessions.keys import key_record
from thresher.ui.sessions.program import UiProgram, program_of
from thresher.ui.sessions.recording import UiKind, UiRecording, new_recording
from thresher.ui.sessions.trust import signed

TODO = Path(__file__).parent.parent.parent / "examples" / "ui" / "todo.py"
ITEMS = TODO.with_name("items.txt")
MINIMUM = "sax\rdu"
"""What makes the to-do list fail, and no part of it does."""


def recording_of(keys: Sequence[bytes] | str, command: Sequence[str], files: Sequence[str] = ()) -> UiRecording:
    """A signed recording of keys; each character of a text is a key."""
    typed = [key.encode() for key in keys] if isinstance(keys, str) else keys
    empty = new_recording(UiKind.TERMINAL, tuple(command), width=80, height=24, files=tuple(files), term="xterm")
    return signed(empty.with_steps(tuple(step_of(dict(key_record(key))) for key in typed)))


def todo_recording(keys: Sequence[bytes] | str) -> UiRecording:
    return recording_of(keys, [sys.executable, str(TODO), "items.txt"])


def names_of(recording: UiRecording) -> list[str]:
    return [str(step.record["key"]) for step in recording.log]


@contextmanager
def replayer_of(recording: UiRecording, beside: Sequence[Path] = (ITEMS,)) -> Iterator[UiReplayer]:
    program: UiProgram = program_of(recording.command, beside)
    with running_place(OracleSettings(command=()), 0) as directories:
        yield replayer_for(recording, program, directories)


def replayed(
    recording: UiRecording,
    criterion: UiCriterion | None = None,
    limits: UiLimits | None = None,
    keep: KeepState | None = None,
) -> UiReplay:
    """One replay."""
    with replayer_of(recording) as replayer:
        result = replayer.replay(
            recording, criterion or AnyUiFailure(), limits or UiLimits(), running=RunHandle(), keep=keep
        )
    assert result is not None
    return result
