"""Look-ahead tests: blocks of a list are tested in parallel, ahead of the search, to predict its answers.

A search like HGT asks questions for which either answer is equally likely, so running ahead on one of them gains
little. But whether a block can be removed mostly does not depend on the blocks that it does not overlap: with many
workers each block is tested alone, halved where it is needed, and the search then runs ahead on these results. A wrong
prediction costs tests, never the result.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from thresher.kernel.scope import Scope
from thresher.kernel.selection import Selection

NEEDED_PER_BLOCK = 0.69  # units, so that half of the blocks can be removed
WRONG_AT_FIRST = 4  # predictions that may be wrong before it is distrusted


class LookAhead:
    """What look-ahead tests, and the search itself, have shown about the units of one list."""

    def __init__(self, scope: Scope[Any]) -> None:
        self._first = len(scope.dropped)
        self._removable = Selection()
        self._suspects: list[Selection] = []  # each contains a needed unit
        self._right = self._wrong = 0

    @property
    def trusted(self) -> bool:
        """Whether its predictions mostly hold; where units depend on each other they may not."""
        return 2 * self._wrong <= self._right + WRONG_AT_FIRST

    def predict(self, dropped: Selection) -> bool | None:
        """Whether all of these units can be removed together; None if nothing is known."""
        left = dropped - self._removable
        if not left:
            return True
        return False if any(_inside(suspect, left) for suspect in self._suspects) else None

    def learn(self, dropped: Selection, *, hit: bool) -> None:
        """Stores an answer."""
        if hit:
            self._removable |= dropped
            touched = [suspect for suspect in self._suspects if _overlaps(suspect, dropped)]
            self._suspects = [suspect for suspect in self._suspects if suspect not in touched]
            for suspect in touched:
                self._suspect(suspect - dropped)
        else:
            self._suspect(dropped - self._removable)

    def _suspect(self, units: Selection) -> None:
        """Notes that one of these units is needed, unless that is known of a subset of them."""
        if units and not any(_inside(suspect, units) for suspect in self._suspects):
            self._suspects = [suspect for suspect in self._suspects if not _inside(units, suspect)] + [units]

    def judge(self, *, predicted: bool, hit: bool) -> None:
        """Compares a prediction with the answer."""
        self._right += predicted == hit
        self._wrong += predicted != hit

    def block(self, scope: Scope[Any], asked: Selection, workers: int) -> Selection | None:
        """The next block to test, near the search's position, given the number of idle workers; without the units
        `asked`.
        """
        rest = scope.undecided - self._removable - asked
        for suspect in self._suspects:
            if len(suspect) == 1 or _overlaps(suspect, asked):
                rest -= suspect
        if not rest:
            return None
        nearest = rest.unit(len(rest) - 1 if scope.backward else 0)
        for suspect in self._suspects:
            if nearest in suspect:
                return _near(suspect, len(suspect) // 2, scope)
            rest -= suspect
        return _near(rest, min(self._size(), ceil(len(rest) / workers)), scope)

    def _size(self) -> int:
        """The size at which about half of the blocks can be removed."""
        seen = len(self._removable) + sum(len(suspect) for suspect in self._suspects)
        return max(1, round(NEEDED_PER_BLOCK * (seen + self._first) / (len(self._suspects) + NEEDED_PER_BLOCK)))


def _inside(units: Selection, others: Selection) -> bool:
    ours, theirs = units.bounds, others.bounds
    return bool(theirs) and theirs[0] <= ours[0] and ours[-1] <= theirs[-1] and units <= others


def _overlaps(units: Selection, others: Selection) -> bool:
    ours, theirs = units.bounds, others.bounds
    return bool(theirs) and theirs[0] < ours[-1] and ours[0] < theirs[-1] and bool(units & others)


def _near(units: Selection, count: int, scope: Scope[Any]) -> Selection:
    return units[-count:] if scope.backward else units[:count]
