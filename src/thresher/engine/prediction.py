"""Which answers to expect: those that were given in the like places before.

Inputs repeat themselves. Of ten records that are kept, each is asked about in the same way, and answered alike; a
processor guesses the way a program will branch from no more than that. A wrong guess costs tests, never the result.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from thresher.kernel.place import Move, Place
from thresher.kernel.probe import Probe

LONGEST = 24  # questions back that are compared

Answered: TypeAlias = tuple[Move | None, bool]


@dataclass(frozen=True, slots=True)
class ProbeHistory:
    """What was asked about a list so far, and whether it hit; None before the first question."""

    place: Place | None = None
    answered: tuple[Answered, ...] = ()

    def about(self, place: Place) -> tuple[Answered, ...]:
        """What is past of that list; nothing, if another one was asked about last."""
        return self.answered if self.place == place else ()


NOTHING = ProbeHistory()


class Prediction:
    """How the last question was answered that made the same move, after the same answers, in a list of its kind."""

    def __init__(self) -> None:
        self._last: dict[Hashable, bool] = {}

    def expects_hit(self, past: ProbeHistory, probe: Probe[Any]) -> bool:
        """Whether it hit the last time that all was as it is now; lists of a kind often come in a row."""
        return self._last.get(_key(past, probe), False)

    def learn(self, past: ProbeHistory, probe: Probe[Any], *, hit: bool) -> None:
        """An answer that is certain."""
        self._last[_key(past, probe)] = hit


def then(past: ProbeHistory, probe: Probe[Any], *, hit: bool) -> ProbeHistory:
    """What is past after one more question."""
    return ProbeHistory(probe.place, (*past.about(probe.place)[-LONGEST:], (probe.move, hit)))


def _key(past: ProbeHistory, probe: Probe[Any]) -> Hashable:
    return probe.place.kind, past.about(probe.place), probe.move
