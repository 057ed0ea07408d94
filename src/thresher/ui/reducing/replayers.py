"""Which replayer a recording needs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from thresher.errors import UsageError
from thresher.oracle.running.run_directory import RunDirectories
from thresher.ui.reducing.oracle import UiReplayer
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiKind, UiRecording
from thresher.ui.terminal.replayer import TerminalReplayer


@contextmanager
def replayer_for(
    recording: UiRecording, program: UiProgram, directories: RunDirectories, *, step_timeout: float | None
) -> Iterator[UiReplayer]:
    """The replayer for a kind of recording."""
    if recording.kind is UiKind.TERMINAL:
        yield TerminalReplayer(program, directories, step_timeout)
        return
    from thresher.ui.desktop.replayer import DesktopReplayer  # noqa: PLC0415 - needs Xlib, which terminals do not

    if shutil.which("Xvfb") is None:
        raise UsageError("desktop sessions run in Xvfb, which was not found; install it (apt-get install xvfb)")
    yield DesktopReplayer(program, directories, step_timeout)
