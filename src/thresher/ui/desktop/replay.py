"""Replays a recording of a desktop program on an X server of its own, and reports what happened."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from thresher.errors import OracleBroken
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import learn
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.process import STARTED
from thresher.oracle.running.run_directory import RunDirectories, RunDirectory
from thresher.structures.events import LogStep
from thresher.ui.desktop.shown import DesktopConditions
from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.measuring import MeasuredWaits, deadline
from thresher.ui.reducing.replay_result import StuckInput, UiReplay
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.standalone.pictures import Picture, screenshot
from thresher.ui.standalone.x_program import XProgram
from thresher.ui.standalone.x_server import NoServer, PrivateServer

QUIET = 0.01  # seconds in which neither the program nor the server does anything
START_QUIET = 0.05
MOST_KEPT = 1 << 16  # bytes of output in which a failure is looked for

TakePicture = Callable[[int, Picture], None]
"""Gets a picture of the screen after each step, with its index."""


def replay_desktop(
    recording: UiRecording,
    program: UiProgram,
    directories: RunDirectories,
    *,
    criterion: UiCriterion,
    limits: UiLimits,
    running: RunHandle,
    after: TakePicture | None = None,
) -> UiReplay | None:
    """One replay; None if it was cancelled. Ends as soon as the failure shows or a step is not possible."""
    with program.prepared(directories) as place:
        if running.cancelled:
            return None
        try:
            server = PrivateServer(recording.width, recording.height, program.environment(place))
        except NoServer as why:
            raise OracleBroken(str(why)) from None
        STARTED.add(server.process.pid)
        with closing(server):
            session = _DesktopSession(recording, program, place, server, criterion=criterion, limits=limits)
            STARTED.add(session.program.process.pid)
            try:
                running.started(session.program.process)
                result = session.replay(after)
            finally:
                running.ended()
                session.close()
                STARTED.difference_update([session.program.process.pid, server.process.pid])
        return None if running.cancelled else result


class _DesktopSession:
    """A program while a recording is replayed."""

    def __init__(
        self,
        recording: UiRecording,
        program: UiProgram,
        place: RunDirectory,
        server: PrivateServer,
        *,
        criterion: UiCriterion,
        limits: UiLimits,
    ) -> None:
        self._recording, self._limits = recording, limits
        self._conditions = DesktopConditions(criterion.conditions)
        self._begun = time.monotonic()
        self._waits = MeasuredWaits(limits, whole=recording.whole)
        self._output = Path(place.top, "output")
        self._printed = 0  # bytes that were looked at
        self._file = os.open(self._output, os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC, 0o600)
        environment = {**program.environment(place), "PYTHONUNBUFFERED": "1"}
        self.program = XProgram(
            program.command, server, directory=place.work, environment=environment, output=self._file
        )

    def close(self) -> None:
        self.program.close()
        os.close(self._file)

    def replay(self, after: TakePicture | None) -> UiReplay:
        stuck = self._start()
        if stuck is not None:
            return self._result(0, stuck=stuck)
        return self._over(0) or self._replay_steps(after)

    def _replay_steps(self, after: TakePicture | None) -> UiReplay:
        for number, step in enumerate(self._recording.log.steps):
            handled = self._do(number, step)
            if isinstance(handled, StuckInput):
                return self._over(number) or self._result(number, stuck=handled)
            if after is not None and not self.program.ended:
                after(number, screenshot(self.program.display))
            over = self._result(number + 1, hangs=True) if not handled else self._over(number + 1)
            if over is not None:
                return over
        return self._result(len(self._recording.log))

    def _start(self) -> StuckInput | None:
        """Waits for the first window; none of the recorded titles, where these are waited for: another program."""
        expired = deadline(self.program.process.pid, self._limits.start)
        while not self.program.ended and not self.program.windows() and not expired():
            time.sleep(QUIET)
        self.program.settle(START_QUIET, expired)
        wanted = self._recording.shows
        if self._limits.condition and wanted and not self.program.ended:
            self._await("", wanted[:1], expired)
            titles = self.program.titles()
            if not any(title in titles for title in wanted):
                first = f"there is no window {wanted[0]!r} before the first step"
                return StuckInput(0, "start", f"{first}; is it a recording of another program?")
        self._waits.start(self._begun)
        return None

    def _do(self, number: int, step: LogStep) -> bool | StuckInput:
        """Does one step and waits for its effects: False if the program hangs."""
        record: Any = step.record
        wanted = record.get("window")
        if not isinstance(wanted, dict):
            return StuckInput(number, described(step), "it has no window")
        begun = time.monotonic()
        found = self.program.find(wanted, deadline(self.program.process.pid, self._limits.window))
        if found is None:
            gone = "the program has ended" if self.program.ended else f"there is no window {wanted.get('title')!r}"
            return StuckInput(number, described(step), gone)
        self._waits.window(begun)
        expired = deadline(self.program.process.pid, self._limits.step)
        begun = time.monotonic()
        self.program.before_step()
        self.program.activate(found)
        try:
            known = self.program.do(record, found)
        except (TypeError, ValueError, IndexError):
            known = False
        if not known:
            return StuckInput(number, described(step), "this step is not known")
        if not self.program.settle(max(QUIET, self._limits.slow.get(step.text, 0.0)), expired):
            return False
        self._waits.step(begun)
        self._await(step.text, _condition(step), expired)
        return True

    def _await(self, step: str, titles: list[str] | tuple[str, ...], expired: Callable[[], bool]) -> None:
        def holds() -> bool:
            return self.program.ended or set(titles) <= set(self.program.titles())

        def settle(seconds: float, shown: Callable[[], bool]) -> None:
            end = time.monotonic() + seconds
            while not shown() and time.monotonic() < end and not expired():
                time.sleep(QUIET)

        if titles:
            self._waits.await_condition(step, holds, settle)

    def _over(self, used: int) -> UiReplay | None:
        """The result, if nothing that follows could change it."""
        if self._conditions and not self.program.ended and self._conditions.hold(self.program):
            return self._result(used, shown=self._conditions.describe())
        ended_early = self.program.ended and used < len(self._recording.log)
        if self.program.ended and (self.program.process.poll() != 0 or not ended_early):
            return self._result(used)
        if self._conditions:
            return None
        size = self._output.stat().st_size
        if size > self._printed:  # an exception in a handler is printed, and the program continues
            self._printed = size
            if learn(self._observed()).failing:
                return self._result(used)
        return None

    def _observed(self) -> Observation:
        with self._output.open("rb") as file:
            file.seek(max(0, self._output.stat().st_size - MOST_KEPT))
            printed = file.read()
        status = self.program.process.poll()
        code, killed = (status or 0, None) if status is None or status >= 0 else (None, -status)
        return Observation(code, killed, b"", printed, seconds=time.monotonic() - self._begun)

    def _result(self, used: int, *, hangs: bool = False, shown: str = "", stuck: StuckInput | None = None) -> UiReplay:
        seconds = time.monotonic() - self._begun
        hung = Observation(None, None, b"", b"", timed_out=True, seconds=seconds)
        return UiReplay(used, seconds, hung if hangs else self._observed(), shown, stuck, self._waits.longest)


def _condition(step: LogStep) -> list[str]:
    """The titles of the windows that were there after the step when it was recorded."""
    state: Any = step.state
    titles = state.get("windows") if isinstance(state, dict) else None
    return [title for title in titles if isinstance(title, str)] if isinstance(titles, list) else []


def described(step: LogStep) -> str:
    """A short description of a step."""
    record: Any = step.record
    words = [str(record[name])[:40] for name in ("type", "key", "x", "y") if name in record]
    window = record.get("window")
    return " ".join(words) + (f" in {str(window.get('title'))[:40]!r}" if isinstance(window, dict) else "")
