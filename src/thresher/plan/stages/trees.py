"""Removal and rearrangement of nodes of a tree."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from thresher.algorithms.combinators import Ended, counting_misses, filtered, shrinking
from thresher.algorithms.registry import DEFAULT, TreeAlgorithm, list_algorithm, tree_algorithm
from thresher.algorithms.trees.single_removals import exhausted, single_removals
from thresher.formats.events.events import EventsDocument, renderer
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan.patience import Family
from thresher.plan.stages.candidates import fewer_misses, sized, within_limits
from thresher.plan.stages.returning_bodies import with_returning_bodies
from thresher.plan.stages.shared import InSyntax
from thresher.plan.syntax import Syntax
from thresher.plan.workbench import Workbench
from thresher.structures.container import Container
from thresher.structures.document import NamedDocument
from thresher.structures.trees.tree import Tree

Begin: TypeAlias = Callable[[], Search[Selection, Selection]]

MISSES = 16  # in a row after which a search ends that guarantees nothing; fewer on later visits
FEWEST, SHARE = 8, 4  # misses in a row, and the part of the nodes left: then nearly all of them are needed
NESTED = frozenset({"sql"})  # languages of expressions in expressions, in which promotion soon finds more than removal
LARGE = 16  # the part of the nodes left whose removal is always tried


@dataclass(frozen=True, slots=True)
class TreeStage(InSyntax):
    """Removes or rearranges nodes of a tree with a tree algorithm, a list algorithm working inside."""

    syntax: Syntax
    algorithm: str
    minimizer: str = DEFAULT
    may_return: bool = False  # whether bodies return at once where they cannot be empty
    languages: frozenset[str] = field(default=frozenset(), compare=False)
    why: str = field(default="", compare=False)

    @property
    def only_for(self) -> frozenset[str]:
        return self.languages

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
        if self.may_return:
            document = with_returning_bodies(document, bench.error_check(current).accepts)
        algorithm = tree_algorithm(self.algorithm)
        bench.started(self.format, algorithm.name, len(document.tree))
        begin = tree_search(document.tree, algorithm, self.minimizer, again=again)
        valid = within_limits(bench, document.valid)

        limit = bench.patience.limit(Family.REWRITE, fewer_misses(MISSES, again=again))
        share = 0 if isinstance(document, NamedDocument) and document.language in NESTED else 1 / SHARE

        def limits(kept: Selection, candidate: Selection, asked: int) -> int:
            return bench.patience.until_proved(asked, misses=self._limit(limit, kept, candidate, share, again=again))

        render = renderer(document)
        check = bench.error_check(current, proves=self.certifies and (again or not self.leaves_untried))

        def search() -> Search[Selection, Ended]:
            found = check.applied(filtered(begin(), valid), render)
            return counting_misses(found, document.tree.everything, limits)

        narrow = document.narrowed if isinstance(document, EventsDocument) else None
        ended = bench.drive(search, render, narrow=narrow)
        bench.patience.learn(Family.REMOVAL if self.certifies else Family.REWRITE, ended)
        left = render(ended.kept)
        check.learn(left)
        return left

    def _limit(self, misses: int, kept: Selection, candidate: Selection, share: float, *, again: bool) -> int:
        """No limit to what proves something; the next visit tries all that the first one leaves untried.

        That is little: single nodes, when that share of them has missed in a row.
        """
        if not self.certifies:
            return misses
        large = len(kept) - len(candidate) > max(1, len(kept) // LARGE)
        return sys.maxsize if again or large or not self.leaves_untried else max(FEWEST, int(share * len(kept)))


def tree_search(tree: Tree | Container, algorithm: TreeAlgorithm, minimizer: str, *, again: bool) -> Begin:
    """What begins the search of a tree algorithm; later visits try each node alone."""
    everything = tree.everything
    if not algorithm.takes_minimizer:
        return lambda: shrinking(algorithm.search(tree, everything), everything, sized(tree.render))
    if again:
        return partial(exhausted, tree, everything, single_removals)
    return partial(algorithm.search, tree, everything, minimizer=list_algorithm(minimizer).search)
