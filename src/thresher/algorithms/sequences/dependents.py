"""What cannot be done without a step goes with it: groups of steps that none of which can go alone.

In a 1-minimal log something may still be put into a cart and taken out again. Without the first step the second one
gets stuck, without the second the failure is gone. The step at which a run gets stuck depends on a missing one.
"""

from __future__ import annotations

from thresher.kernel.outcome import Outcome
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


def dependents(kept: Selection) -> Search[Selection, Selection]:
    """No unit can go with all that then gets stuck, one after the other.

    An unresolved probe must be sent back with the units up to the one where the run got stuck (see `Verdict.used`);
    where runs do not report it, nothing is removed. At most k runs for each of k units, and as many again after a hit;
    in a 1-minimal selection the first run for each unit was made before.
    """
    start = 0
    while True:
        for turn in range(len(kept)):
            position = (start + turn) % len(kept)
            less = yield from _without(kept, position)
            if less is not None:
                kept, start = less, position
                break
        else:
            return kept


def _without(kept: Selection, position: int) -> Search[Selection, Selection | None]:
    """What still fails without a unit and its dependents; None if nothing does."""
    less = kept.without(position, position + 1)
    while less:
        hit = yield [Probe(less, move=Move(Action.DROP_WITH_DEPENDENTS, (position + 1, len(kept) - len(less) - 1)))]
        if hit is not None:
            return hit.candidate
        hit = yield [Probe(less, Outcome.UNRESOLVED, move=Move(Action.FIND_DEPENDENTS, (position + 1,)))]
        if hit is None or len(hit.candidate) in (0, len(less)):
            return None
        stuck = len(hit.candidate) - 1
        less = less.without(stuck, stuck + 1)
    return None
