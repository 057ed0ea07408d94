"""Asks about blocks of a list side by side, ahead of the search, so that its answers are foreseen.

A search like HGT asks so that either answer is as likely, and running ahead on one of them wins little. But blocks that
do not overlap mostly go or stay whatever becomes of the others: with many workers each of them is tried alone, halved
where it cannot go, and the search then runs ahead on what that tells. A wrong guess costs tests, never the result.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from thresher.kernel.scope import Scope
from thresher.kernel.selection import Selection

LIKELY = 0.69  # needed units per block, so that half of the blocks can go
BENEFIT = 4  # of the doubt: so many guesses may be wrong at first


class LookAhead:
    """What scouts, and the search itself, have found out about the units of one list."""

    def __init__(self, scope: Scope[Any]) -> None:
        self._first = len(scope.dropped)
        self._gone = Selection()
        self._suspects: list[Selection] = []  # each with a needed unit
        self._right = self._wrong = 0

    @property
    def trusted(self) -> bool:
        """Whether what they foresee mostly comes true; where units depend on each other it may not."""
        return 2 * self._wrong <= self._right + BENEFIT

    def foresee(self, dropped: Selection) -> bool | None:
        """Whether all of these can go; None if nothing is known."""
        left = dropped - self._gone
        if not left:
            return True
        return False if any(_inside(suspect, left) for suspect in self._suspects) else None

    def learn(self, dropped: Selection, *, hit: bool) -> None:
        """An answer."""
        if hit:
            self._gone |= dropped
            touched = [suspect for suspect in self._suspects if _overlaps(suspect, dropped)]
            self._suspects = [suspect for suspect in self._suspects if suspect not in touched]
            for suspect in touched:
                self._suspect(suspect - dropped)
        else:
            self._suspect(dropped - self._gone)

    def _suspect(self, units: Selection) -> None:
        """One of these is needed, which is worth to know unless it is known of fewer of them."""
        if units and not any(_inside(suspect, units) for suspect in self._suspects):
            self._suspects = [suspect for suspect in self._suspects if not _inside(units, suspect)] + [units]

    def judge(self, *, foreseen: bool, hit: bool) -> None:
        """How a question was answered that they had foreseen."""
        self._right += foreseen == hit
        self._wrong += foreseen != hit

    def block(self, scope: Scope[Any], asked: Selection, workers: int) -> Selection | None:
        """What to ask about next, near to where the search is, with so many workers free; units `asked` are not."""
        rest = scope.undecided - self._gone - asked
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
        """How large a block may be so that half of them can go."""
        seen = len(self._gone) + sum(len(suspect) for suspect in self._suspects)
        return max(1, round(LIKELY * (seen + self._first) / (len(self._suspects) + LIKELY)))


def _inside(units: Selection, others: Selection) -> bool:
    ours, theirs = units.bounds, others.bounds
    return bool(theirs) and theirs[0] <= ours[0] and ours[-1] <= theirs[-1] and units <= others


def _overlaps(units: Selection, others: Selection) -> bool:
    ours, theirs = units.bounds, others.bounds
    return bool(theirs) and theirs[0] < ours[-1] and ours[0] < theirs[-1] and bool(units & others)


def _near(units: Selection, count: int, scope: Scope[Any]) -> Selection:
    return units[-count:] if scope.backward else units[:count]
