"""The oracle for sessions: replays each one with its program and judges it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle
from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.sessions.recording import UiRecording, parse_recording

CANCELLED = Verdict(Outcome.UNRESOLVED, "cancelled")


class UiReplayer(Protocol):
    """Replays recordings, each from a clean state. Thread-safe."""

    @property
    def step_timeout(self) -> float | None:
        """The user's own limit for a step."""

    @property
    def hide(self) -> tuple[str, ...]:
        """Texts that differ from run to run: the directory."""

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


KeepState = Callable[[int, bytes], None]
"""Gets the index of a step, and a text or picture of what is shown after it."""


class UiOracle:
    """An oracle for recordings as bytes: parts of the `whole` recording, which the empty content is one of."""

    def __init__(self, replayer: UiReplayer, whole: UiRecording, *, criterion: UiCriterion, limits: UiLimits) -> None:
        self._replayer, self._whole = replayer, whole
        self.criterion, self.limits = criterion, limits

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Answer:
        """One replay, judged."""
        data = content()
        recording = parse_recording(data, "the candidate") if data else self._whole.with_steps(())
        running.prepared.set()
        started = time.monotonic()
        replayed = self._replayer.replay(recording, self.criterion, self.limits, running=running)
        if replayed is None:
            return Answer(CANCELLED, time.monotonic() - started)
        printed = replayed.observation.stderr if replayed.observation is not None else b""
        return Answer(self.criterion.judge(replayed), time.monotonic() - started, message=printed)
