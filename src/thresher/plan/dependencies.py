"""What a search over dependencies needs to know of an input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from thresher.algorithms.graphs.binary_reduction import Close
from thresher.kernel.selection import Selection
from thresher.structures.references import ReferenceGraph

CHECKED_LATELY = 1 << 10  # sets of units that need not be completed again when a search is begun again


@dataclass(frozen=True, eq=False)
class Dependencies:
    """The units of an input, what each needs, and what a check adds to a closed set of them: the same for the same."""

    graph: ReferenceGraph
    complete: Callable[[set[int]], set[int]]

    def closing(self) -> Close:
        """Adds to some units all that they need."""

        @lru_cache(CHECKED_LATELY)
        def close(units: Selection) -> Selection:
            return Selection.of(self.complete(self.graph.closure(units)))

        return close
