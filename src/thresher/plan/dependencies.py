"""What a search over dependencies needs to know of an input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from thresher.algorithms.graphs.binary_reduction import Close
from thresher.kernel.selection import Selection
from thresher.structures.references import NamedUnits, ReferenceGraph

BY_COMPILER = frozenset({"c", "cpp", "cuda", "objc"})  # languages that libclang knows
BY_NAMES = frozenset(
    {"c", "c_sharp", "cpp", "go", "java", "javascript", "python", "rust", "sexp", "tsx", "typescript"}
)  # with a table of names
BY_GRAMMAR = frozenset(
    {"bash", "groovy", "kotlin", "lua", "luau", "perl", "php", "ruby", "scala", "solidity", "swift", "zig"}
)  # whose grammars show what is a function and what a name
WITH_MEMBERS = frozenset({"cpp", "cuda"})  # whose classes have functions in them
FEW_NAMED = 40  # units; with fewer, other searches are as good
CHECKED_LATELY = 1 << 10  # sets of units that need not be completed again when a search is begun again


@dataclass(frozen=True, eq=False)
class Dependencies:
    """The units of an input, what each needs, and what a check adds to a closed set of them: the same for the same."""

    graph: ReferenceGraph
    complete: Callable[[set[int]], set[int]]
    is_checked: bool = True  # by a compiler; names alone are worth fewer tests
    aside: frozenset[int] = frozenset()  # units that are seldom needed, such as comments
    imports: frozenset[int] = frozenset()  # units that are kept only if others need them
    empty: Mapping[int, bytes] = field(default_factory=dict)  # nodes that something stands for once they are removed
    main: frozenset[int] = frozenset()  # units of the main function, which a program needs to be linked

    def order(self) -> list[int]:
        """The units from those that need least to those that need most; at the end those that are seldom needed."""
        units = (unit for unit in self.graph.by_weight() if unit not in self.imports)
        return sorted(units, key=self.aside.__contains__)

    def closing(self) -> Close:
        """Adds to some units all that they need."""

        @lru_cache(CHECKED_LATELY)
        def close(units: Selection) -> Selection:
            return Selection.of(self.complete(self.graph.closure(units)))

        return close


def by_names(units: NamedUnits | None) -> Dependencies | None:
    """What names alone show, without a compiler; None if there are few units."""
    if units is None or len(units.graph) < FEW_NAMED:
        return None

    def complete(kept: set[int]) -> set[int]:
        return units.graph.closure(kept | units.always)

    return Dependencies(
        units.graph, complete, is_checked=False, aside=units.aside, imports=units.imports, empty=units.empty
    )
