"""n-minimality: no n or fewer of the remaining units can be removed together.

Naik's lecture on delta debugging defines it between 1-minimality and the local minimum. It runs after another minimizer
and needs n, so it is not registered as a list algorithm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from thresher.algorithms.lists.hgt.search import hgt
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


def n_minimal(
    kept: Selection, *, n: int = 2, minimizer: Callable[[Selection], Search[Selection, Selection]] = hgt
) -> Search[Selection, Selection]:
    """n-minimal if the minimizer's results are 1-minimal.

    Behind the minimizer this costs up to C(k, 2) + ... + C(k, n) runs for k units, and as many again after a hit.
    """
    if n < 1:
        raise ValueError(f"n is the number of units to remove at once, at least 1, not {n}")
    while True:
        kept = yield from minimizer(kept)
        hit = yield _without_some(kept, n)
        if hit is None:
            return kept
        kept = hit.candidate


def _without_some(kept: Selection, most: int) -> Iterator[Probe[Selection]]:
    """All but two units, in every way, then all but three, ..."""
    for count in range(2, min(most, len(kept)) + 1):
        for units in combinations(kept, count):
            yield Probe(kept - Selection.of(units), move=Move(Action.DROP_UNITS, tuple(units)))
