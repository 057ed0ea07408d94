"""Replays a recording of a desktop program on an X server of its own, and reports what happened."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import Popen
from typing import Any

from thresher.errors import OracleBroken
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import learn
from thresher.oracle.running.run_directory import RunDirectory
from thresher.session.recordings import StuckStep
from thresher.structures.events import LogStep
from thresher.ui.desktop.shown import DesktopConditions
from thresher.ui.desktop.widgets import WidgetSource, widget_source
from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.measuring import deadline
from thresher.ui.reducing.program_replay import ProgramReplay, needed
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.standalone.pictures import as_png, screenshot
from thresher.ui.standalone.x_program import XProgram
from thresher.ui.standalone.x_server import NoServer, PrivateServer
from thresher.ui.standalone.x_windows import SeenWindow

QUIET = 0.01  # seconds in which neither the program nor the server does anything
FRAME_QUIET = 0.025  # for toolkits that describe widgets: they also draw at most every 17 ms
START_QUIET = 0.05
MOST_KEPT = 1 << 16  # bytes of output in which a failure is looked for


@contextmanager
def desktop_program(
    recording: UiRecording, program: UiProgram, place: RunDirectory, criterion: UiCriterion, limits: UiLimits
) -> Iterator[ProgramReplay]:
    """Starts the program on an X server of its own, and ends both afterwards."""
    try:
        server = PrivateServer(recording.width, recording.height, program.environment(place))
    except NoServer as why:
        raise OracleBroken(str(why)) from None
    environment = {**program.environment(place), "DISPLAY": server.name, "PYTHONUNBUFFERED": "1"}
    with (
        needed(server.process),
        closing(server),
        widget_source(environment, wanted=recording.widgets) as widgets,
        closing(
            _DesktopReplay(recording, program, place, server, widgets, criterion=criterion, limits=limits)
        ) as replay,
        needed(replay.process),
    ):
        yield replay


class _DesktopReplay(ProgramReplay):
    """A program on an X server, its windows, and the file with its output."""

    def __init__(
        self,
        recording: UiRecording,
        program: UiProgram,
        place: RunDirectory,
        server: PrivateServer,
        widgets: WidgetSource,
        *,
        criterion: UiCriterion,
        limits: UiLimits,
    ) -> None:
        super().__init__(recording, limits, (widgets.note,) if widgets.note else ())
        self._conditions = DesktopConditions(criterion.conditions)
        self._output = Path(place.top, "output")
        self._printed = 0  # bytes that were looked at
        self._quiet = QUIET if widgets.tree is None else FRAME_QUIET
        self._file = os.open(self._output, os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self.program = XProgram(
            program.command,
            server,
            directory=place.work,
            environment=widgets.environment,
            output=self._file,
            widgets=widgets.tree,
        )

    @property
    def process(self) -> Popen[bytes]:
        return self.program.process

    def close(self) -> None:
        self.program.close()
        os.close(self._file)

    def _start(self) -> StuckStep | None:
        expired = deadline(self.process.pid, self._limits.start)
        while not self.program.ended and not self.program.windows() and not expired():
            time.sleep(QUIET)
        self.program.settle(START_QUIET, expired)
        wanted = self._recording.shows
        if self._limits.condition and wanted and not self.program.ended:
            self._await("", wanted[:1], expired)
            titles = self.program.titles()
            if not any(title in titles for title in wanted):
                first = f"there is no window {wanted[0]!r} before the first step"
                return StuckStep(0, "start", f"{first}; is it a recording of another program?")
        self._waits.start(self._begun)
        return None

    def _do(self, number: int, step: LogStep) -> bool | StuckStep:
        record: Any = step.record
        try:
            found = self._found(record)
            if isinstance(found, str):
                return StuckStep(number, described(step), found)
            expired = deadline(self.process.pid, self._limits.step)
            begun = time.monotonic()
            self.program.before_step()
            self.program.activate(found[0])
            known = self.program.do(record, *found)
        except (TypeError, ValueError, IndexError):
            known = False
        if not known:
            return StuckStep(number, described(step), "this step is not known")
        if not self.program.settle(max(self._quiet, self._limits.slow.get(step.text, 0.0)), expired):
            return False
        self._waits.step(begun)
        self._await(step.text, _condition(step), expired)
        return True

    def _found(self, record: Any) -> tuple[SeenWindow, tuple[int, int]] | str:
        """The window of a step and the place where it is done, waited for; or why there is none."""
        wanted, begun = record.get("window"), time.monotonic()
        if not isinstance(wanted, dict):
            return "it has no window"
        window = self.program.find(wanted, deadline(self.process.pid, self._limits.window))
        place = None
        if window is not None:
            place = self.program.place(record, window, deadline(self.process.pid, self._limits.window))
        if window is not None and place is not None:
            self._waits.window(begun)
            return window, place
        if self.program.ended:
            return "the program has ended"
        if window is None:
            return f"there is no window {wanted.get('title')!r}"
        widget = record["widget"]
        return f"there is no {widget.get('role')} {str(widget.get('name'))[:40]!r}"

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
        if self._conditions and not self.program.ended and self._conditions.hold(self.program):
            return self._result(used, shown=self._conditions.describe())
        ended_early = self.program.ended and used < len(self._recording.log)
        if self.program.ended and (self.process.poll() != 0 or not ended_early):
            return self._result(used)
        if self._conditions:
            return None
        size = self._output.stat().st_size
        if size > self._printed:  # an exception in a handler is printed, and the program continues
            self._printed = size
            if learn(self._observed(time.monotonic() - self._begun)).failing:
                return self._result(used)
        return None

    def _shown(self) -> bytes | None:
        return None if self.program.ended else as_png(screenshot(self.program.display))

    def _observed(self, seconds: float) -> Observation:
        with self._output.open("rb") as file:
            file.seek(max(0, self._output.stat().st_size - MOST_KEPT))
            printed = file.read()
        status = self.process.poll()
        code, killed = (status or 0, None) if status is None or status >= 0 else (None, -status)
        return Observation(code, killed, b"", printed, seconds=seconds)


def _condition(step: LogStep) -> list[str]:
    """The titles of the windows that were there after the step when it was recorded."""
    state: Any = step.state
    titles = state.get("windows") if isinstance(state, dict) else None
    return [title for title in titles if isinstance(title, str)] if isinstance(titles, list) else []


def described(step: LogStep) -> str:
    """A short description of a step."""
    record: Any = step.record
    widget = record.get("widget")
    names = ("type", "key") if isinstance(widget, dict) else ("type", "key", "x", "y", "width", "height")
    words = [str(record[name])[:40] for name in names if name in record]
    if isinstance(widget, dict):
        words.append(f"{widget.get('role')} {str(widget.get('name'))[:40]!r}")
    window = record.get("window")
    return " ".join(words) + (f" in {str(window.get('title'))[:40]!r}" if isinstance(window, dict) else "")
