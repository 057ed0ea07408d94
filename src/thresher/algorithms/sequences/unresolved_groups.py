"""The end of a search over units that depend on one another: what can only go together goes together.

When the test cannot answer without a unit, that unit is not shown to be needed: others may need it, which may go too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations

from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.kernel.outcome import Outcome
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

MOST_PAIRS = 100  # tried where nothing better is known


def unresolved_groups(
    kept: Selection, *, groups: Callable[[Selection], Iterable[Selection]] = lambda _: ()
) -> Search[Selection, Selection]:
    """1-minimal, and without any proposed group of units that got no answer alone.

    Proposed are all such units at once, what `groups` makes of them, and pairs. For k units k runs if each one is
    answered.
    """
    while True:
        kept = yield from one_by_one(kept)
        open_units = yield from _unanswered(kept)
        if len(open_units) < 2:
            return kept
        hit = yield _together(kept, open_units, groups(open_units))
        if hit is None:
            return kept
        kept = hit.candidate


def _unanswered(kept: Selection) -> Search[Selection, Selection]:
    """The units without which the test is unresolved; all questions here were asked before."""
    found = []
    for position, unit in enumerate(kept):
        move = Move(Action.DROP_UNIT, (position + 1,))
        hit = yield [Probe(kept.without(position, position + 1), Outcome.UNRESOLVED, move)]
        if hit is not None:
            found.append(unit)
    return Selection.of(found)


def _together(kept: Selection, units: Selection, groups: Iterable[Selection]) -> Iterator[Probe[Selection]]:
    seen = {kept, Selection()}
    pairs = (Selection.of(pair) for pair, _ in zip(combinations(units, 2), range(MOST_PAIRS), strict=False))
    for group in chain([units], groups, pairs):
        less = kept - (group & units)
        if len(less) < len(kept) - 1 and less not in seen:
            seen.add(less)
            yield Probe(less, move=Move(Action.DROP_TOGETHER, (len(kept) - len(less),)))
