"""Single deletions from the start to the end, once."""

from __future__ import annotations

from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.registry import minimizes_lists
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


@minimizes_lists(Guarantee.MONOTONE)
def once(kept: Selection) -> Search[Selection, Selection]:
    """1-minimal if the test is monotone; n runs."""
    position = 0
    while position < len(kept):
        move = Move(Action.DROP_UNIT, (position + 1,))
        hit = yield [Probe(kept.without(position, position + 1), move=move)]
        kept, position = (hit.candidate, position) if hit else (kept, position + 1)
    return kept
