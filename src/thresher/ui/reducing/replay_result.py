"""The result of replaying a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from thresher.oracle.failures.observation import Observation
from thresher.session.recordings import StuckStep


@dataclass(frozen=True, slots=True)
class InputWaits:
    """The longest waits in seconds: until the program had handled a step, until it had begun, for a window.

    `slow` has the steps after which the program seemed to be done and was not, and for how long. They are learned from
    the first replay, in which the recorded conditions are waited for.
    """

    step: float = 0.0
    start: float = 0.0
    window: float = 0.0
    slow: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UiReplay:
    """`used` counts the executed steps. `observation` is how the program ended or that it hangs; None: it was fine.

    `shown` says which stated condition held, in words; empty if none did.
    """

    used: int
    seconds: float
    observation: Observation | None = None
    shown: str = ""
    stuck: StuckStep | None = None
    waits: InputWaits = field(default_factory=InputWaits)
    notes: tuple[str, ...] = ()
