"""ddmin in the form of Zeller's book: only complements are tested, never a part alone (List 5.2, Example 5.4)."""

from __future__ import annotations

from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.registry import minimizes_lists
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection


@minimizes_lists(Guarantee.ONE_MINIMAL)
def complement(kept: Selection) -> Search[Selection, Selection]:
    """1-minimal if the empty selection does not fail; half of ddmin's runs once a handful of units is needed."""
    return (yield from ddmin(kept, subsets=False))
