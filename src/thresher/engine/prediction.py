"""Predicts answers: the one that was given the last time in the same situation.

Inputs are repetitive. Of ten records that are kept, each is asked about with the same probes and answered alike; a
processor predicts branches from no more than that. A wrong prediction costs tests, never the result.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from thresher.kernel.place import Move, Place
from thresher.kernel.probe import Probe

LONGEST_HISTORY = 24  # probes that are compared

Answered: TypeAlias = tuple[Move | None, bool]


@dataclass(frozen=True, slots=True)
class ProbeHistory:
    """The probes made on one list so far and whether each hit; `place` is None before the first probe."""

    place: Place | None = None
    answered: tuple[Answered, ...] = ()

    def about(self, place: Place) -> tuple[Answered, ...]:
        """The history of this list; empty if the last probe was on another list."""
        return self.answered if self.place == place else ()


EMPTY_HISTORY = ProbeHistory()


class Prediction:
    """The last answer to the same move after the same answers in a list of the same kind."""

    def __init__(self) -> None:
        self._last: dict[Hashable, bool] = {}

    def expects_hit(self, history: ProbeHistory, probe: Probe[Any]) -> bool:
        """Whether the probe hit the last time in the same situation; lists of a kind often come in a row."""
        return self._last.get(_key(history, probe), False)

    def learn(self, history: ProbeHistory, probe: Probe[Any], *, hit: bool) -> None:
        """Stores a confirmed answer."""
        self._last[_key(history, probe)] = hit


def extended(history: ProbeHistory, probe: Probe[Any], *, hit: bool) -> ProbeHistory:
    """The history after one more probe."""
    return ProbeHistory(probe.place, (*history.about(probe.place)[-LONGEST_HISTORY:], (probe.move, hit)))


def _key(history: ProbeHistory, probe: Probe[Any]) -> Hashable:
    return probe.place.kind, history.about(probe.place), probe.move
