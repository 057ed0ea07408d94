"""ddmin: Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input (2002).

Cut the input into parts; keep one part if it still fails, else drop one part if the rest still fails, else cut finer.
The form in Zeller's book (Why Programs Fail, List 5.2) only drops parts; Elyasov et al. (2014) drop before they keep.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.lists.splitting import Split, even
from thresher.algorithms.registry import minimizes_lists
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


@dataclass(frozen=True, slots=True)
class Subset:
    """One part alone."""


@dataclass(frozen=True, slots=True)
class Complement:
    """All but one part, of so many."""

    parts: int


@minimizes_lists(Guarantee.ONE_MINIMAL)
def ddmin(
    kept: Selection, *, subsets: bool = True, complements_first: bool = False, split: Split = even
) -> Search[Selection, Selection]:
    """1-minimal if the empty selection does not fail; at most n**2 + 3*n runs, about 2*log2(n) for one cause."""
    parts = 2
    while len(kept) >= 2:
        hit = yield _ever_finer(kept, parts, split, subsets=subsets, complements_first=complements_first)
        if hit is None:
            return kept
        kept = hit.candidate
        match hit.origin:
            case Complement(asked):
                parts = min(max(asked - 1, 2), len(kept))
            case _:
                parts = 2
    return kept


def _ever_finer(
    kept: Selection, parts: int, split: Split, *, subsets: bool, complements_first: bool
) -> Iterator[Probe[Selection]]:
    """What is asked as long as nothing fails: this granularity, then twice as fine, down to single units."""
    while True:
        cut = split(kept, parts)
        keep = _subsets(cut) if subsets else iter(())
        drop = _complements(kept, cut)
        for stream in (drop, keep) if complements_first else (keep, drop):
            yield from stream
        if parts >= len(kept):
            return
        parts = min(2 * parts, len(kept))


def _subsets(parts: list[Selection]) -> Iterator[Probe[Selection]]:
    for index, part in enumerate(parts):
        yield Probe(part, move=Move(Action.KEEP_PART, (index + 1, len(parts))), origin=Subset())


def _complements(kept: Selection, parts: list[Selection]) -> Iterator[Probe[Selection]]:
    start, count = 0, len(parts)
    for index, part in enumerate(parts):
        stop = start + len(part)
        yield Probe(
            kept.without(start, stop), move=Move(Action.DROP_PART, (index + 1, count)), origin=Complement(count)
        )
        start = stop
