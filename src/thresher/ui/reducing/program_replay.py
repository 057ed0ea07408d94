"""A recording that is replayed with its program, step by step: what all kinds of programs share."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from subprocess import Popen

from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.process import STARTED
from thresher.session.recordings import StuckStep
from thresher.structures.events import LogStep
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.measuring import MeasuredWaits
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.sessions.recording import UiRecording

KeepState = Callable[[int, bytes], None]
"""Gets the index of a step, and a text or picture of what is shown after it."""


class ProgramReplay(ABC):
    """A program while a recording is replayed. Ends as soon as the failure shows or a step is not possible."""

    def __init__(self, recording: UiRecording, limits: UiLimits, notes: tuple[str, ...] = ()) -> None:
        self._recording, self._limits, self._notes = recording, limits, notes
        self._begun = time.monotonic()
        self._waits = MeasuredWaits(limits, whole=recording.whole)

    @property
    @abstractmethod
    def process(self) -> Popen[bytes]:
        """The program."""

    @abstractmethod
    def _start(self) -> StuckStep | None:
        """Waits until the program shows what the recording begins with; stuck if it shows something else."""

    @abstractmethod
    def _do(self, number: int, step: LogStep) -> bool | StuckStep:
        """Does one step and waits for its effects: False if the program hangs."""

    @abstractmethod
    def _over(self, used: int) -> UiReplay | None:
        """The result, if nothing that follows could change it."""

    @abstractmethod
    def _shown(self) -> bytes | None:
        """A text or picture of what the program shows; None if there is nothing."""

    @abstractmethod
    def _observed(self, seconds: float) -> Observation | None:
        """How the program ended, or what it printed; None if it is fine."""

    def replay(self, keep: KeepState | None) -> UiReplay:
        """The result. `keep` gets what is shown after each step."""
        stuck = self._start()
        if stuck is not None:
            return self._result(0, stuck=stuck)
        return self._over(0) or self._replay_steps(keep)

    def _replay_steps(self, keep: KeepState | None) -> UiReplay:
        for number, step in enumerate(self._recording.log.steps):
            handled = self._do(number, step)
            if isinstance(handled, StuckStep):
                return self._over(number) or self._result(number, stuck=handled)
            if keep is not None and (shown := self._shown()) is not None:
                keep(number, shown)
            over = self._over(number + 1) if handled else self._result(number + 1, hangs=True)
            if over is not None:
                return over
        return self._result(len(self._recording.log))

    def _result(self, used: int, *, hangs: bool = False, shown: str = "", stuck: StuckStep | None = None) -> UiReplay:
        seconds = time.monotonic() - self._begun
        hung = Observation(None, None, b"", b"", timed_out=True, seconds=seconds)
        observation = hung if hangs else self._observed(seconds)
        return UiReplay(used, seconds, observation, shown, stuck, self._waits.longest, self._notes)


@contextmanager
def needed(process: Popen[bytes]) -> Iterator[None]:
    """The process is not taken for one that was left behind."""
    STARTED.add(process.pid)
    try:
        yield
    finally:
        STARTED.discard(process.pid)
