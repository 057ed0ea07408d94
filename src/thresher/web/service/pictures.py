"""Pictures of the steps that are left, each as it was in the whole recording beside what it is in the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from thresher.structures.events import EventLog
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.reducing.results import Screenshots


@dataclass(frozen=True, slots=True)
class StepPictures:
    """The pictures after a step by their file names; either may be missing."""

    label: str
    recording: str | None
    result: str | None

    def shown(self) -> dict[str, str]:
        """As the page gets it."""
        named = {"label": self.label, "recording": self.recording, "result": self.result}
        return {name: value for name, value in named.items() if value is not None}


def pictures_in_recording(log: EventLog, kept: Sequence[int], replayer: Replayer, oracle: ReplayOracle) -> list[bytes]:
    """The page after each of the steps `kept` in a replay of the whole recording, empty where there is none.

    Costs one replay.
    """
    shots = Screenshots(frozenset(kept))
    replayer.replay(log, oracle.criterion, oracle.timeouts, after=shots)
    return [shots.taken.get(number, b"") for number in kept]
