"""Waiting in a replay: deadlines that grow on a busy machine, and what the first replay teaches about a program."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from thresher.oracle.running.deadline import Deadline, Starvation
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.replay_result import InputWaits

MOST_UNMET = 3  # recorded conditions; after so many in vain no other is waited for

Settle = Callable[[float, Callable[[], bool]], object]
"""Waits until the program has done nothing for some seconds, or until something holds."""


class MeasuredWaits:
    """Measures the waits of one replay. Conditions are only waited for if the recording is `whole`.

    A recording that lacks some of its steps shows something else.
    """

    def __init__(self, limits: UiLimits, *, whole: bool) -> None:
        self._limits, self._whole, self._unmet = limits, whole, 0
        self.longest = InputWaits()

    def step(self, begun: float) -> None:
        self.longest = replace(self.longest, step=max(self.longest.step, time.monotonic() - begun))

    def start(self, begun: float) -> None:
        self.longest = replace(self.longest, start=time.monotonic() - begun)

    def window(self, begun: float) -> None:
        self.longest = replace(self.longest, window=max(self.longest.window, time.monotonic() - begun))

    def await_condition(self, step: str, holds: Callable[[], bool], settle: Settle) -> None:
        """Waits for a recorded condition in the first replay, and measures how long the program seemed to be done."""
        if not self._limits.condition or not self._whole or self._unmet >= MOST_UNMET or holds():
            return
        begun = time.monotonic()
        settle(self._limits.condition, holds)
        if holds():
            slow = max(self.longest.slow.get(step, 0.0), time.monotonic() - begun)
            self.longest = replace(self.longest, slow={**self.longest.slow, step: slow})
        else:
            self._unmet += 1


def deadline(pid: int, seconds: float) -> Callable[[], bool]:
    """Whether so many seconds have passed; time in which a process waited for a processor does not count."""
    starved = Starvation(pid)
    before = starved()
    moment = Deadline(time.monotonic(), seconds, lambda: starved() - before)
    return lambda: moment.passed(time.monotonic())
