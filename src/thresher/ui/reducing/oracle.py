"""The oracle for sessions: replays each one with its program and judges it."""

from __future__ import annotations

import time
from collections.abc import Callable

from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle
from thresher.session.recordings import CANCELLED
from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.replayers import UiReplayer
from thresher.ui.sessions.recording import UiRecording, parse_recording


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
