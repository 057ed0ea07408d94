"""What nothing else mentions goes first, then what nothing is left to mention, as one peels an onion.

Of the files of a project, one that others refer to can go only with them, so that a search that takes no notice asks
about many sets of files that do not fit together. Those that no file mentions can go one without the other.
"""

from __future__ import annotations

from collections.abc import Mapping

from thresher.algorithms.trees.lift import Minimizer, minimized
from thresher.kernel.place import Place
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy

UNREFERENCED = Place("unreferenced", "unreferenced", "not referenced")


def unreferenced_first(
    tree: Hierarchy, kept: Selection, mentions: Mapping[int, frozenset[int]], *, minimizer: Minimizer
) -> Search[Selection, Selection]:
    """Guarantees that of the nodes in `mentions`, none of them in another, each that none left mentions was tried."""
    tried: set[int] = set()
    while True:
        free = [node for node, by in mentions.items() if node in kept and not any(each in kept for each in by)]
        untried = sorted(set(free) - tried)
        if not untried:
            return kept
        tried |= set(untried)
        kept = yield from minimized(tree, kept, untried, minimizer, UNREFERENCED)
