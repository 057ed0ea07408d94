"""Single deletions from the end to the start, repeated until every one has missed on the same selection.

The plain greedy search is the best one where nearly everything is needed, as in the rounds after a search.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.registry import minimizes_lists
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


@minimizes_lists(Guarantee.ONE_MINIMAL)
def one_by_one(kept: Selection) -> Search[Selection, Selection]:
    """1-minimal, the empty selection included; n runs where all is needed, n*(n+1)/2 at worst."""
    start = len(kept)
    while kept:
        hit = yield single_deletions(kept, start)
        if hit is None:
            return kept
        match hit.origin:
            case int(position):
                start = position
        kept = hit.candidate
    return kept


def single_deletions(kept: Selection, start: int) -> Iterator[Probe[Selection]]:
    """Each unit alone, beginning just before position `start` and wrapping around."""
    for step in range(1, len(kept) + 1):
        position = (start - step) % len(kept)
        yield Probe(kept.without(position, position + 1), move=Move(Action.DROP_UNIT, (position + 1,)), origin=position)
