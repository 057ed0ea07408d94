"""Replays recordings with their programs, each from a clean state."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TypeAlias

from thresher.errors import UsageError
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.run_directory import RunDirectories, RunDirectory
from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.program_replay import KeepState, ProgramReplay
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiKind, UiRecording
from thresher.ui.terminal.replay import terminal_program

StartProgram: TypeAlias = Callable[
    [UiRecording, UiProgram, RunDirectory, UiCriterion, UiLimits], AbstractContextManager[ProgramReplay]
]
"""Starts a program for one replay, in a directory that was prepared for it, and ends it afterwards."""


@dataclass(frozen=True, slots=True)
class UiReplayer:
    """Thread-safe: nothing is shared between replays. `step_timeout` is the user's own limit for a step."""

    start: StartProgram
    program: UiProgram
    directories: RunDirectories
    step_timeout: float | None = None

    @property
    def hide(self) -> tuple[str, ...]:
        """Texts that differ from run to run: the directory."""
        return (str(self.directories.root),)

    def replay(
        self,
        recording: UiRecording,
        criterion: UiCriterion,
        limits: UiLimits,
        *,
        running: RunHandle,
        keep: KeepState | None = None,
    ) -> UiReplay | None:
        """The result; None if the replay was cancelled. `keep` gets what is shown after each step."""
        with self.program.prepared(self.directories) as place:
            if running.cancelled:
                return None
            with self.start(recording, self.program, place, criterion, limits) as program:
                try:
                    running.started(program.process)
                    result = program.replay(keep)
                finally:
                    running.ended()
            return None if running.cancelled else result


def replayer_for(
    recording: UiRecording, program: UiProgram, directories: RunDirectories, *, step_timeout: float | None = None
) -> UiReplayer:
    """The replayer for a kind of recording."""
    if recording.kind is UiKind.TERMINAL:
        return UiReplayer(terminal_program, program, directories, step_timeout)
    from thresher.ui.desktop.replay import desktop_program  # noqa: PLC0415 - needs Xlib, which terminals do not

    if shutil.which("Xvfb") is None:
        raise UsageError("desktop sessions run in Xvfb, which was not found; install it (apt-get install xvfb)")
    return UiReplayer(desktop_program, program, directories, step_timeout)
