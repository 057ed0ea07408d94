"""Single deletions; what worked once is tried wherever it could be done alike: all such units at once, then a half.

For lists of many equal units, such as the same edit at many places, of which none or nearly all can be made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence

from thresher.algorithms.lists.one_by_one import single_deletions
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

PARTS = (1, 2, 4)  # all units that are alike, a half, a quarter
FEWEST = 3  # units that are worth a test together


def one_by_one_alike(kept: Selection, kind: Callable[[int], Hashable]) -> Search[Selection, Selection]:
    """1-minimal, the empty selection included; `kind` of a unit tells which are alike.

    As many runs as one by one, and three more after the first hit of a kind, the second, the fourth, and so on.
    """
    start = len(kept)
    hits: Counter[Hashable] = Counter()
    while kept:
        hit = yield single_deletions(kept, start)
        if hit is None:
            return kept
        assert isinstance(hit.origin, int)
        made, start, kept = kind(kept.unit(hit.origin)), hit.origin, hit.candidate
        hits[made] += 1
        if hits[made].bit_count() == 1:
            kept = yield from _everywhere(kept, [unit for unit in kept if kind(unit) == made])
            start = min(start, len(kept))
    return kept


def _everywhere(kept: Selection, alike: Sequence[int]) -> Search[Selection, Selection]:
    """Without all of these units, or the last half of them, or quarter; again as long as this works."""
    while len(alike) >= FEWEST:
        hit = yield _groups(kept, alike)
        if hit is None:
            break
        kept = hit.candidate
        alike = [unit for unit in alike if unit in kept]
    return kept


def _groups(kept: Selection, alike: Sequence[int]) -> Iterator[Probe[Selection]]:
    for part in PARTS:
        group = alike[len(alike) - len(alike) // part :]
        if len(group) >= FEWEST:
            without = frozenset(group)
            candidate = Selection.of(unit for unit in kept if unit not in without)
            yield Probe(candidate, move=Move(Action.DROP, (len(group), len(kept))))
