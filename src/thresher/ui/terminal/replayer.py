"""Replays recordings of terminal programs, each in a pseudo-terminal and a directory of its own."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.run_directory import RunDirectories
from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.oracle import KeepState
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.terminal.replay import replay_terminal
from thresher.ui.terminal.screen import TerminalScreen


@dataclass(frozen=True, slots=True)
class TerminalReplayer:
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
        """The result; None if the replay was cancelled. `keep` gets the text of the screen after each step."""

        def after(number: int, screen: TerminalScreen) -> None:
            if keep is not None:
                keep(number, screen.text().encode() + b"\n")

        return replay_terminal(
            recording,
            self.program,
            self.directories,
            criterion=criterion,
            limits=limits,
            running=running,
            after=after,
        )
