"""Predicts answers: the one that was given the last time in the same situation.

Inputs are repetitive. Of ten records that are kept, each is asked about with the same probes and answered alike; a
processor predicts branches from no more than that. A wrong prediction costs tests, never the result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe

LONGEST_HISTORY = 24  # probes that are compared
USUAL = 0.2  # share of hits
PRIOR = 2.0  # answers for which the usual share counts
FADING = 0.95  # weight of an answer against the next
LIKELY = 0.5  # the chance from which on a hit is expected

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


@dataclass(slots=True)
class Rate:
    """How often something happened, with more weight on the last times."""

    hits: float = 0.0
    asked: float = 0.0

    def add(self, *, hit: bool) -> None:
        self.hits = self.hits * FADING + hit
        self.asked = self.asked * FADING + 1

    def estimate(self, usual: float) -> float:
        """The share of hits; close to what is usual while little is known."""
        return (self.hits + usual * PRIOR) / (self.asked + PRIOR)


class Prediction:
    """The last answer to the same move after the same answers in a list of the same kind.

    Where there is none, how often such moves hit.
    """

    def __init__(self) -> None:
        self._last: dict[Hashable, bool] = {}
        self._rates: defaultdict[Action | None, Rate] = defaultdict(Rate)
        self._all = Rate()
        self._repeated = Rate(hits=3, asked=4)  # how often the last answer was given again

    def chance(self, history: ProbeHistory, probe: Probe[Any]) -> float:
        """How likely the probe hits; lists of a kind often come in a row."""
        last = self._last.get(_key(history, probe))
        if last is None:
            return self._rates[_action(probe)].estimate(self._all.estimate(USUAL))
        again = self._repeated.estimate(1.0)
        return again if last else 1 - again

    def expects_hit(self, history: ProbeHistory, probe: Probe[Any]) -> bool:
        """Whether the probe is likelier to hit than to miss."""
        return self.chance(history, probe) > LIKELY

    def learn(self, history: ProbeHistory, probe: Probe[Any], *, hit: bool) -> None:
        """Stores a confirmed answer."""
        key = _key(history, probe)
        if key in self._last:
            self._repeated.add(hit=self._last[key] == hit)
        self._last[key] = hit
        self._rates[_action(probe)].add(hit=hit)
        self._all.add(hit=hit)


def extended(history: ProbeHistory, probe: Probe[Any], *, hit: bool) -> ProbeHistory:
    """The history after one more probe."""
    return ProbeHistory(probe.place, (*history.about(probe.place)[-LONGEST_HISTORY:], (probe.move, hit)))


def _key(history: ProbeHistory, probe: Probe[Any]) -> Hashable:
    return probe.place.kind, history.about(probe.place), probe.move


def _action(probe: Probe[Any]) -> Action | None:
    return None if probe.move is None else probe.move.action
