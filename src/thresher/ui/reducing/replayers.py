"""Which replayer a recording needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from thresher.oracle.running.run_directory import RunDirectories
from thresher.ui.reducing.oracle import UiReplayer
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.terminal.replayer import TerminalReplayer


@contextmanager
def replayer_for(
    recording: UiRecording, program: UiProgram, directories: RunDirectories, *, step_timeout: float | None
) -> Iterator[UiReplayer]:
    """The replayer for a kind of recording."""
    yield TerminalReplayer(program, directories, step_timeout)
