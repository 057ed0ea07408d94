"""Some windows of a list first, wherever they are, then a list algorithm on what is left.

A list algorithm works inward from an end. Where it is to be ended after a few misses, a look at places all over the
list says more about whether anything can go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


def spread(
    kept: Selection,
    windows: Sequence[Selection],
    minimizer: Callable[[Selection], Search[Selection, Selection]],
) -> Search[Selection, Selection]:
    """What the minimizer guarantees; one run more for each window."""
    tried = 0
    while tried < len(windows):
        hit = yield _without(kept, windows, tried)
        if hit is None:
            break
        match hit.origin:
            case int(position):
                tried = position + 1
        kept = hit.candidate
    return (yield from minimizer(kept))


def _without(kept: Selection, windows: Sequence[Selection], first: int) -> Iterator[Probe[Selection]]:
    for position in range(first, len(windows)):
        candidate = kept - windows[position]
        if len(candidate) < len(kept):
            move = Move(Action.DROP, (len(kept) - len(candidate), len(kept)))
            yield Probe(candidate, move=move, origin=position)
