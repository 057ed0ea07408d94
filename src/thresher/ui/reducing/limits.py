"""How long to wait in a replay, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from thresher.ui.reducing.replay_result import InputWaits

QUIET = 0.005  # seconds without output after which a program that sleeps has handled a key
QUIET_FACTOR, TIMEOUT_FACTOR = 3.0, 10.0  # times the longest of the first replay
LONGEST_QUIET = 3.0


@dataclass(frozen=True, slots=True)
class UiLimits:
    """Seconds: for a step before the program hangs, for the start, for a window, and for a recorded condition.

    `slow` has the steps after which a program that does nothing is waited for longer. Only the first replay waits for
    conditions; it shows which these are.
    """

    step: float = 10.0
    start: float = 30.0
    window: float = 5.0
    condition: float = 1.0
    slow: Mapping[str, float] = field(default_factory=dict)

    def quiet(self, step: str) -> float:
        """Seconds in which the program must do nothing after a step, by its text."""
        return max(QUIET, self.slow.get(step, 0.0))

    @classmethod
    def first(cls, step: float | None) -> UiLimits:
        """Before anything is known; `step` is the user's own setting."""
        return cls() if step is None else cls(step=step)

    @classmethod
    def learned(cls, waits: InputWaits, *, step: float | None) -> UiLimits:
        """From the longest waits of the first replay."""
        return cls(
            step=step if step is not None else min(10.0, max(1.0, TIMEOUT_FACTOR * waits.step)),
            start=max(5.0, TIMEOUT_FACTOR * waits.start),
            window=max(0.1, TIMEOUT_FACTOR * waits.window),
            condition=0.0,
            slow={text: min(LONGEST_QUIET, QUIET_FACTOR * seconds) for text, seconds in waits.slow.items()},
        )
