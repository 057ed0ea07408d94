"""rddmin: Elyasov, Prasetya, Hage and Nikas, Reduce First, Debug Later (2014), Algorithm 1.

A reduction that was made without running anything points to where the failure might be. If it fails, it is minimized;
if not, it stays a fixed part while ever smaller parts of the rest are added to it, until that fails. It needs the
reduction, so it is not registered as a list algorithm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.lists.splitting import Split, even
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

Minimizer = Callable[[Selection], Search[Selection, Selection]]


def rddmin(
    kept: Selection,
    reduction: Selection,
    *,
    minimizer: Minimizer = ddmin,
    complements_first: bool = False,
    split: Split = even,
    tried: bool = False,
    most: int | None = None,
) -> Search[Selection, Selection]:
    """As minimal as the minimizer's results; `kept` fails, and `reduction` is a part of it.

    Costs at most 1 + 4 * len(kept - reduction) runs more than the minimizer alone, where the reduction is of no use;
    no more than `most` if that is given, and then Algorithm 1 is left early. `tried` says that the reduction alone is
    known not to fail. The paper's Figure 3 has it so, and `complements_first`, which Algorithm 1 has not.
    """
    found = yield from extended(
        kept, reduction, complements_first=complements_first, split=split, tried=tried, most=most
    )
    return (yield from minimizer(found))


def extended(
    kept: Selection,
    reduction: Selection,
    *,
    complements_first: bool = False,
    split: Split = even,
    tried: bool = False,
    most: int | None = None,
    others: Sequence[Selection] = (),
) -> Search[Selection, Selection]:
    """What Algorithm 1 minimizes: the reduction if it fails, or with as little else as was tried; or `kept`.

    The `others` are reductions by fewer rules, tried if the first one does not fail: the paper's future work.
    """
    reduction &= kept
    if not reduction or len(reduction) == len(kept):
        return kept
    hints = [*([] if tried else [reduction]), *(other & kept for other in others)]
    alone = [Probe(hint, move=Move(Action.HINT)) for hint in hints if hint]
    more = _extensions(kept - reduction, reduction, split, complements_first=complements_first)
    hit = yield islice(chain(alone, more), most)
    return hit.candidate if hit else kept


def _extensions(
    rest: Selection, reduction: Selection, split: Split, *, complements_first: bool
) -> Iterator[Probe[Selection]]:
    """The reduction with each part of the rest, then with all but each; then with parts half as long."""
    count = 2
    while count < len(rest):
        parts = split(rest, count)
        add = [
            Probe(part | reduction, move=Move(Action.HINT_AND_PART, (index, count)))
            for index, part in enumerate(parts, start=1)
        ]
        leave = [
            Probe((rest - part) | reduction, move=Move(Action.HINT_AND_ALL_BUT, (index, count)))
            for index, part in enumerate(parts, start=1)
        ]
        yield from (*leave, *add) if complements_first else (*add, *leave)
        count = min(len(rest), 2 * count)
