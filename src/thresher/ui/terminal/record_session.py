"""Records a session of a terminal program in the user's own terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from thresher.errors import UsageError
from thresher.oracle.running.run_directory import RunDirectories
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiKind, UiRecording, new_recording
from thresher.ui.terminal.recorder import TerminalRecorder


def record_terminal(
    program: UiProgram, directories: RunDirectories, save: Callable[[UiRecording], None]
) -> tuple[UiRecording, int]:
    """The recording, and the exit status of the program. It runs in a fresh directory with copies of its files."""
    terminal = sys.stdin.fileno()
    if not os.isatty(terminal):
        raise UsageError("thresher ui record needs a terminal to type in; standard input is not one")
    columns, rows = os.get_terminal_size(terminal)
    recording = new_recording(
        UiKind.TERMINAL,
        program.command,
        width=columns or 80,
        height=rows or 24,
        files=program.names,
        term=os.environ.get("TERM", "xterm"),
    )
    recorder = TerminalRecorder(recording, save)
    with program.prepared(directories) as place:
        environment = program.environment(place, TERM=recording.term)
        status = recorder.record(program.command, place.work, environment, terminal)
    return recorder.recording.with_steps(tuple(recorder.steps)), status
