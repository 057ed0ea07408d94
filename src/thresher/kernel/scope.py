"""The units that a probe is about, so that a driver with idle workers can look ahead in the same list."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from thresher.kernel.selection import Selection

C = TypeVar("C")
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Scope(Generic[C]):
    """A probe drops the `dropped` units of those that are still `undecided`; the search continues at their end if
    `backward`, else at their beginning.

    `without(units)` is the candidate that lacks these units only, or None if it is known to miss.
    `which` is equal for probes about the same list, and for no others of the same search.
    """

    which: Hashable
    dropped: Selection
    undecided: Selection
    backward: bool
    without: Callable[[Selection], C | None]

    def into(self, outer: Callable[[C], D | None], place: Hashable = None) -> Scope[D]:
        """The same in terms of other candidates; `place` distinguishes the lists of a search."""
        which = self.which if place is None else (place, self.which)

        def without(units: Selection) -> D | None:
            candidate = self.without(units)
            return None if candidate is None else outer(candidate)

        return Scope(which, self.dropped, self.undecided, self.backward, without)
