"""Replays a recording in a fresh pseudo-terminal and directory, and reports what happened."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from subprocess import Popen
from typing import Any

from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.run_directory import RunDirectory
from thresher.session.recordings import StuckStep
from thresher.structures.events import LogStep
from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.measuring import deadline
from thresher.ui.reducing.program_replay import ProgramReplay, needed
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.sessions.keys import bytes_of
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.standalone.pty_program import PtyProgram
from thresher.ui.terminal.screen import TerminalScreen, shows_all

ESCAPE = b"\x1b"
ESCAPE_QUIET = 0.15  # seconds in which a key after Escape would be a part of it
START_QUIET = 0.05  # a program that starts may sleep in between


@contextmanager
def terminal_program(
    recording: UiRecording, program: UiProgram, place: RunDirectory, criterion: UiCriterion, limits: UiLimits
) -> Iterator[ProgramReplay]:
    """Starts the program in a pseudo-terminal of its own, and ends it afterwards."""
    replay = _TerminalReplay(recording, program, place, criterion, limits)
    with needed(replay.process), closing(replay.program):
        yield replay


class _TerminalReplay(ProgramReplay):
    """A program in a pseudo-terminal, and its screen."""

    def __init__(
        self, recording: UiRecording, program: UiProgram, place: RunDirectory, criterion: UiCriterion, limits: UiLimits
    ) -> None:
        super().__init__(recording, limits)
        self._criterion = criterion
        self._screen = TerminalScreen(recording.width, recording.height, self._answer)
        self.program = PtyProgram(
            program.command,
            directory=place.work,
            environment=program.environment(place, TERM=recording.term),
            rows=recording.height,
            columns=recording.width,
            output=self._screen.feed,
        )

    @property
    def process(self) -> Popen[bytes]:
        return self.program.process

    def _answer(self, data: bytes) -> None:
        """What the terminal replies to the program."""
        self.program.send(data, lambda: True)

    def _start(self) -> StuckStep | None:
        wanted = self._recording.shows
        expired = deadline(self.process.pid, self._limits.start)
        self.program.settle(START_QUIET, expired, lambda: bool(wanted) and self._shows(wanted))
        if self._limits.condition and wanted and not self.program.ended:
            self._await("", wanted, expired)
            if not any(shows_all(self._screen.lines(), [text]) for text in wanted):
                first = f"the screen does not show {wanted[0]!r} before the first step"
                return StuckStep(0, "start", f"{first}; is it a recording of another program?")
        self._waits.start(self._begun)
        return None

    def _do(self, number: int, step: LogStep) -> bool | StuckStep:
        if self.program.ended:
            return StuckStep(number, described(step), "the program has ended")
        self._screen.mark()
        record: Any = step.record
        expired = deadline(self.process.pid, self._limits.step)
        quiet, begun, keys = key_quiet(step, self._limits), time.monotonic(), b""
        if record.get("type") == "resize" and all(isinstance(record.get(side), int) for side in ("width", "height")):
            self.program.resize(record["height"], record["width"])
            self._screen.resize(record["width"], record["height"])
        else:
            keys = (bytes_of(record) if record.get("type") == "key" else None) or b""
            if not keys:
                return StuckStep(number, described(step), "this step is not known")
            if not self.program.send(keys, expired):
                return False
        wanted = _condition(step)
        if not self.program.settle(quiet, expired, lambda: bool(wanted) and keys != ESCAPE and self._shows(wanted)):
            return False
        self._waits.step(begun)
        if wanted:
            self._await(step.text, wanted, expired)
        return True

    def _await(self, step: str, wanted: Sequence[str], expired: Callable[[], bool]) -> None:
        def settle(quiet: float, shown: Callable[[], bool]) -> None:
            self.program.settle(quiet, expired, shown)

        self._waits.await_condition(step, lambda: self.program.ended or self._shows(wanted), settle)

    def _shows(self, wanted: Sequence[str]) -> bool:
        return shows_all(self._screen.lines(), wanted)

    def _over(self, used: int) -> UiReplay | None:
        if self._criterion.conditions.on_terminal(self._screen.lines()):
            return self._result(used, shown=self._criterion.conditions.describe()[0])
        if self.program.ended and used == len(self._recording.log):
            return self._result(used)
        if self.program.ended and self.process.poll() != 0:
            return self._result(used)
        return None

    def _shown(self) -> bytes:
        return self._screen.text().encode() + b"\n"

    def _observed(self, seconds: float) -> Observation | None:
        if not self.program.ended:
            return None
        status = self.process.wait()
        code, killed = (status, None) if status >= 0 else (None, -status)
        return Observation(code, killed, b"", self._screen.printed(), seconds=seconds)


def key_quiet(step: LogStep, limits: UiLimits) -> float:
    """Seconds in which the program must do nothing after a step."""
    quiet = limits.quiet(step.text)
    return max(quiet, ESCAPE_QUIET) if bytes_of(step.record) == ESCAPE else quiet


def _condition(step: LogStep) -> list[str]:
    """What was on the screen after the step when it was recorded, and not before."""
    state: Any = step.state
    shown = state.get("shows") if isinstance(state, dict) else None
    return [text for text in shown if isinstance(text, str)] if isinstance(shown, list) else []


def described(step: LogStep) -> str:
    """A short description of a step."""
    record: Any = step.record
    return " ".join(str(record[name])[:60] for name in ("type", "key", "width", "height") if name in record)
