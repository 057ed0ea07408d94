"""QuickXplain: Junker, Preferred Explanations and Relaxations for Over-Constrained Problems (AAAI 2004).

Divide and conquer: a part that cannot go as a whole is halved, and each half is explained given what was found needed
in the other. Written here as removals from the kept units, which asks the same questions as the paper's growing
background and makes every intermediate result, and so the final one, a selection that was seen to fail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.registry import minimizes_lists
from thresher.kernel.decision import Ask, Decision, Done, follow
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection

Next: TypeAlias = Decision[Selection, Selection]


@dataclass(frozen=True, slots=True)
class UnitRange:
    """The kept units with a number from start to stop-1, whatever else happens to the selection meanwhile."""

    start: int
    stop: int

    def of(self, kept: Selection) -> tuple[int, int]:
        """The positions from where to where."""
        return kept.position(self.start), kept.position(self.stop)


@dataclass(frozen=True, slots=True)
class Explained:
    """What is kept now, and whether any unit of the part in question is."""

    kept: Selection
    needed: bool


@minimizes_lists(Guarantee.MONOTONE)
def quickxplain(kept: Selection) -> Search[Selection, Selection]:
    """1-minimal if the test is monotone and the empty selection does not fail; about 2*k*log2(n/k) + 2*k runs.

    The result fails on any test. The last units are tried first.
    """
    if not kept:
        return kept
    whole = UnitRange(kept.unit(0), kept.unit(len(kept) - 1) + 1)
    return (yield from follow(_halved(kept, whole, lambda end: Done(end.kept))))


def _explained(kept: Selection, part: UnitRange, then: Callable[[Explained], Next]) -> Next:
    """Drops the part if that fails, else halves it."""
    start, stop = part.of(kept)
    if start == stop:
        return then(Explained(kept, needed=False))
    return Ask(
        kept.without(start, stop),
        hit=lambda found: then(Explained(found, needed=False)),
        miss=lambda: _halved(kept, part, then),
        move=Move(Action.DROP, (stop - start, len(kept))),
    )


def _halved(kept: Selection, part: UnitRange, then: Callable[[Explained], Next]) -> Next:
    """Explains a part that cannot go as a whole: the second half, then the first given the second.

    If all of the second half went, the first cannot go as a whole, for that would leave what was asked already.
    The nesting is as deep as there are halvings: log2(n).
    """
    start, stop = part.of(kept)
    if stop - start <= 1:
        return then(Explained(kept, needed=stop > start))
    middle = kept.unit((start + stop) // 2)
    left, right = UnitRange(part.start, middle), UnitRange(middle, part.stop)

    def first_half(second: Explained) -> Next:
        explain = _explained if second.needed else _halved
        return explain(second.kept, left, lambda first: then(Explained(first.kept, first.needed or second.needed)))

    return _explained(kept, right, first_half)
