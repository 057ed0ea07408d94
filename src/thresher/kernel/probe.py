"""The protocol between a search and the driver that answers it.

A search yields streams of probes in order of preference, each probe assuming that those before it missed, and is sent
the first probe that got what it wants, or None when the stream ran dry. The stream is pure and lazy: pulling ahead
changes nothing, so a driver may ask several probes at once and still honour the earliest hit.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from thresher.kernel.outcome import Outcome
from thresher.kernel.place import ANYWHERE, Move, Place
from thresher.kernel.scope import Scope

C = TypeVar("C")
D = TypeVar("D")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Probe(Generic[C]):
    """One question to the oracle, and the answer that would be progress.

    `move` and `place` say what is asked about which list. `origin` is for the search that asked: what it needs to know
    when the probe hits. The probe that is sent back may hold a smaller candidate than was asked, when the run showed
    that the failure needed no more (see `Verdict.used`). `scope` lets a driver with idle workers look ahead.
    """

    candidate: C
    wants: Outcome = Outcome.FAIL
    move: Move | None = None
    origin: object = None
    scope: Scope[C] | None = None
    place: Place = ANYWHERE

    @property
    def label(self) -> str:
        """The question in words, to be shown; nothing else depends on it."""
        words = "" if self.move is None else str(self.move)
        return ": ".join(filter(None, (self.place.label, words)))

    def into(self, outer: Callable[[C], D], place: Place = ANYWHERE) -> Probe[D]:
        """The same question in terms of other candidates, about the list at that place, with this one as its origin."""
        scope = None if self.scope is None else self.scope.into(outer, place.which)
        return Probe(outer(self.candidate), self.wants, self.move, self, scope, self.place.within(place))


Search: TypeAlias = Generator[Iterable[Probe[C]], Probe[C] | None, T]
