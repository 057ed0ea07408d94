"""What a probe is about, for whoever wants to know more of a list than one question at a time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from thresher.kernel.selection import Selection

C = TypeVar("C")
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Scope(Generic[C]):
    """Some units of a list are `dropped`, of those about which nothing is decided; the search goes on at their end if
    `backward`, else at their beginning.

    `without(units)` is the candidate that lacks these units only, or None if it need not be asked since it misses.
    `which` is equal for probes about the same list, and for no others of the same search.
    """

    which: Hashable
    dropped: Selection
    undecided: Selection
    backward: bool
    without: Callable[[Selection], C | None]

    def into(self, outer: Callable[[C], D | None], place: Hashable = None) -> Scope[D]:
        """The same in terms of other candidates; `place` tells the lists of a search apart."""
        which = self.which if place is None else (place, self.which)

        def without(units: Selection) -> D | None:
            candidate = self.without(units)
            return None if candidate is None else outer(candidate)

        return Scope(which, self.dropped, self.undecided, self.backward, without)
