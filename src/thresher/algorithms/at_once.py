"""Everything at once before anything else: for lists of which most, or all, can go."""

from __future__ import annotations

from collections.abc import Callable

from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


def at_once(
    kept: Selection, minimizer: Callable[[Selection], Search[Selection, Selection]]
) -> Search[Selection, Selection]:
    """The empty selection if that fails, else what the minimizer finds; one run more than that."""
    hit = yield [Probe(Selection(), move=Move(Action.DROP_ALL))]
    return hit.candidate if hit is not None else (yield from minimizer(kept))
