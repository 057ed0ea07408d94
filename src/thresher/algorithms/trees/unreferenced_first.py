"""Removes what nothing refers to first, then what nothing refers to any more, and so on.

Of the files of a project, one that others refer to can go only with them, so that a search that takes no notice asks
about many sets of files that do not fit together. Those that no file refers to can be removed independently.
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
    tree: Hierarchy, kept: Selection, references: Mapping[int, frozenset[int]], *, minimizer: Minimizer
) -> Search[Selection, Selection]:
    """Guarantees that each node of `references` that no node left refers to was tried; they must not be nested."""
    tried: set[int] = set()
    while True:
        free = [node for node, by in references.items() if node in kept and not any(each in kept for each in by)]
        untried = sorted(set(free) - tried)
        if not untried:
            return kept
        tried |= set(untried)
        kept = yield from minimized(tree, kept, untried, minimizer, UNREFERENCED)
