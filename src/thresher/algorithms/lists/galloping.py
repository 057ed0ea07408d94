"""Single deletions that speed up: after every second hit in a row, the next block is twice as large.

Where nearly everything is needed it costs what single deletions cost, and where much can go it gets away quickly: for
lists of which an earlier search has left little to find.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.registry import minimizes_lists
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

HITS_TO_DOUBLE = 2  # hits in a row that double the next block
PAYS = 0.1  # of the units: what a pass must take for another one, where there is a choice


@dataclass(frozen=True, slots=True)
class DroppedBlock:
    """Units that were dropped together, from a position on."""

    start: int
    size: int
    first: bool


@minimizes_lists(Guarantee.ONE_MINIMAL)
def galloping(kept: Selection) -> Search[Selection, Selection]:
    """1-minimal, the empty selection included; n runs where all is needed, n*(n+1)/2 at worst."""
    return (yield from _from_the_end(kept, around=True))


def quick_galloping(kept: Selection) -> Search[Selection, Selection]:
    """Each unit has been tried once, and again after a pass that took a tenth; for a search that is not the last."""
    enough = float(len(kept))
    while kept and len(kept) <= enough:
        enough = (1 - PAYS) * len(kept)
        kept = yield from _from_the_end(kept, around=False)
    return kept


def _from_the_end(kept: Selection, *, around: bool) -> Search[Selection, Selection]:
    """To the start, and then around and around until nothing more can go."""
    stop, size, hits = len(kept), 1, 0
    while kept and (stop or around):
        hit = yield _ever_smaller(kept, stop or len(kept), size, around=around)
        if hit is None:
            return kept
        block = hit.origin
        assert isinstance(block, DroppedBlock)
        hits = hits + 1 if block.first else 1
        size = 2 * block.size if hits % HITS_TO_DOUBLE == 0 else block.size
        kept, stop = hit.candidate, min(block.start, len(hit.candidate))
    return kept


def _ever_smaller(kept: Selection, stop: int, size: int, *, around: bool) -> Iterator[Probe[Selection]]:
    """A block that ends at position `stop`, smaller ones, then each unit alone, wrapping around at the start if so."""
    first = True
    while size > 1:
        yield _drop(kept, DroppedBlock(max(0, stop - size), min(size, stop), first))
        first, size = False, size // 4
    for step in range(1, (len(kept) if around else stop) + 1):
        yield _drop(kept, DroppedBlock((stop - step) % len(kept), 1, first))
        first = False


def _drop(kept: Selection, block: DroppedBlock) -> Probe[Selection]:
    candidate = kept.without(block.start, block.start + block.size)
    return Probe(candidate, move=Move(Action.DROP, (block.size, len(kept))), origin=block)
