"""Removal and rearrangement of nodes of a tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from thresher.algorithms.combinators import filtered, give_up_after_misses, shrinking
from thresher.algorithms.registry import DEFAULT, TreeAlgorithm, list_algorithm, tree_algorithm
from thresher.algorithms.trees.single_removals import exhausted, single_removals
from thresher.formats.events.events import EventsDocument, renderer
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan.stages.candidates import fewer_misses, sized, within_limits
from thresher.plan.stages.shared import InSyntax
from thresher.plan.syntax import Syntax
from thresher.plan.workbench import Workbench
from thresher.structures.container import Container
from thresher.structures.trees.tree import Tree

Begin: TypeAlias = Callable[[], Search[Selection, Selection]]

MISSES = 20  # in a row after which a search ends that guarantees nothing; half as many on later visits


@dataclass(frozen=True, slots=True)
class TreeStage(InSyntax):
    """Removes or rearranges nodes of a tree with a tree algorithm, a list algorithm working inside."""

    syntax: Syntax
    algorithm: str
    minimizer: str = DEFAULT
    why: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """To be shown."""
        return f"{self.format} ({self.algorithm})"

    @property
    def certifies(self) -> bool:
        """Whether it removes nodes, so that each one left has been tried alone when it ends without a change."""
        return tree_algorithm(self.algorithm).takes_minimizer

    @property
    def leaves_untried(self) -> bool:
        """Whether it leaves some nodes untried on its first visit, and tries every single one on the next."""
        return tree_algorithm(self.algorithm).leaves_untried

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """Candidates that do not parse cost no test."""
        document = self.syntax.parse(bench.name, current)
        algorithm = tree_algorithm(self.algorithm)
        bench.started(self.format, algorithm.name, len(document.tree))
        begin = tree_search(document.tree, algorithm, self.minimizer, again=again)
        valid = within_limits(bench, document.valid)

        def search() -> Search[Selection, Selection]:
            found = filtered(begin(), valid)
            if self.certifies:
                return found
            return give_up_after_misses(found, document.tree.everything, fewer_misses(MISSES, again=again))

        render = renderer(document)
        narrow = document.narrowed if isinstance(document, EventsDocument) else None
        return render(bench.drive(search, render, narrow=narrow))


def tree_search(tree: Tree | Container, algorithm: TreeAlgorithm, minimizer: str, *, again: bool) -> Begin:
    """What begins the search of a tree algorithm; later visits try each node alone."""
    everything = tree.everything
    if not algorithm.takes_minimizer:
        return lambda: shrinking(algorithm.search(tree, everything), everything, sized(tree.render))
    if again:
        return partial(exhausted, tree, everything, single_removals)
    return partial(algorithm.search, tree, everything, minimizer=list_algorithm(minimizer).search)
