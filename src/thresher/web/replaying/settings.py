"""Settings of a replay, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto

from thresher.web.replaying.replay_result import Waits

TIMEOUT_FACTOR = 10.0  # a wait may take this many times as long as the longest of the first replay
WEB = ("http", "https", "data", "about")


class RecordingAlgorithm(StrEnum):
    """How a recording is reduced; rddmin is ddmin with a hint, hierarchical reduces tasks first, then steps."""

    DDMIN = auto()
    RDDMIN = auto()
    HIERARCHICAL = auto()


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds to wait for an element while no request is pending, for a page to load, and for a failure at the end.

    `respond` bounds one call into the page: a page in an endless loop never answers. Longer timeouts in the recording
    apply only until the first replay has shown how long the waits really take.
    """

    step: float = 5.0
    load: float = 30.0
    end: float = 1.0
    respond: float = 20.0
    use_recorded_timeouts: bool = True

    @property
    def act(self) -> float:
        """Milliseconds for an existing element to become actionable: a few frames, unless the machine is busy."""
        return 1000 * max(1.0, self.step)

    @classmethod
    def learned(cls, waits: Waits, *, step: float | None) -> Timeouts:
        """From the longest waits of the first replay; `step` is the user's own setting."""
        return cls(
            step=step if step is not None else min(max(5.0, 2 * waits.step), max(0.4, TIMEOUT_FACTOR * waits.step)),
            load=max(3.0, TIMEOUT_FACTOR * waits.load),
            end=min(5.0, max(0.4, TIMEOUT_FACTOR * waits.end)),
            respond=max(5.0, TIMEOUT_FACTOR * waits.step),
            use_recorded_timeouts=False,
        )


@dataclass(frozen=True, slots=True)
class StateAbstraction:
    """What is recorded as the state after a step: a JavaScript expression, or URL, form values and marked elements.

    `marks` are CSS selectors; the number and the texts of the matching elements are part of the state.
    """

    expression: str | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplaySettings:
    """`setup` runs before each replay, to reset a server. `strict` rejects selectors that match several elements.

    `schemes` are the URL schemes that steps may navigate to.
    """

    browser: str | None = None
    headed: bool = False
    setup: tuple[str, ...] = ()
    setup_timeout: float = 60.0
    dismiss_dialogs: bool = False
    strict: bool = False
    schemes: tuple[str, ...] = (*WEB, "file")
    step_timeout: float | None = None
