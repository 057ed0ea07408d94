"""Replays recordings of desktop programs, each on an X server and in a directory of its own."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.run_directory import RunDirectories
from thresher.ui.desktop.replay import replay_desktop
from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.oracle import KeepState
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.standalone.pictures import Picture, as_png


@dataclass(frozen=True, slots=True)
class DesktopReplayer:
    """Thread-safe: nothing is shared between replays."""

    program: UiProgram
    directories: RunDirectories
    step_timeout: float | None = None

    @property
    def hide(self) -> tuple[str, ...]:
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
        """The result; None if the replay was cancelled. `keep` gets a picture of the screen after each step, as PNG."""

        def after(number: int, picture: Picture) -> None:
            if keep is not None:
                keep(number, as_png(picture))

        return replay_desktop(
            recording,
            self.program,
            self.directories,
            criterion=criterion,
            limits=limits,
            running=running,
            after=after if keep is not None else None,
        )
