"""CDD: counter-based delta debugging, from Deep Dive into Probabilistic Delta Debugging (2024, arXiv 2408.04735).

ProbDD without its probabilities: these only decide how large the chunks are in which round, so count the rounds and
compute the size. Every chunk is tried once a round; the next round has smaller ones, down to single units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import e, log

from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.registry import minimizes_lists
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

GROWTH = 1 / (1 - 1 / e)  # by how much a probability rises with each round of misses


@dataclass(frozen=True, slots=True)
class Round:
    """How far the search has come: the round, the first unit of the next chunk, whether nothing at all was tested."""

    round: int = 0
    unit: int = 0
    empty_asked: bool = False


@minimizes_lists(Guarantee.MONOTONE)
def cdd(kept: Selection, *, p0: float = 0.1) -> Search[Selection, Selection]:
    """1-minimal if the test is monotone; the result fails on any test. At most n runs a round, n*p0 in the first.

    `p0` is the share of units expected to be needed; it fixes the first chunk size, about 1/p0.
    """
    if not 0 < p0 < 1:
        raise ValueError(f"p0 is a probability between 0 and 1, not {p0}")
    place = Round()
    while kept:
        hit = yield _from(kept, place, p0)
        if hit is None:
            break
        kept, place = hit.candidate, _place(hit)
    return kept


def chunk_size(p0: float, completed: int) -> int:
    """The chunk that is expected to remove most, s*(1-p)**s, after so many rounds.

    >>> [chunk_size(0.1, completed) for completed in range(5)]
    [9, 6, 3, 2, 1]
    """
    probability = min(p0 * GROWTH**completed, 0.999)
    return max(1, round(-1 / log(1 - probability)))


def _from(kept: Selection, place: Round, p0: float) -> Iterator[Probe[Selection]]:
    """What is asked as long as nothing fails: the rest of this round, then the next rounds."""
    completed, start, empty_asked = place.round, kept.position(place.unit), place.empty_asked
    while True:
        size = chunk_size(p0, completed)
        while start < len(kept):
            stop = min(start + size, len(kept))
            if stop - start < len(kept) or not empty_asked:
                empty_asked = empty_asked or stop - start == len(kept)
                yield Probe(
                    kept.without(start, stop),
                    move=Move(Action.DROP, (stop - start, len(kept))),
                    origin=Round(completed, kept.unit(start), empty_asked),
                )
            start = stop
        if size == 1:
            return
        completed, start = completed + 1, 0


def _place(hit: Probe[Selection]) -> Round:
    assert isinstance(hit.origin, Round)
    return hit.origin
