"""Removal of units of a list."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from thresher import formats
from thresher.algorithms.combinators import Ended, counting_misses, filtered
from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.lists.alike import one_by_one_alike
from thresher.algorithms.lists.galloping import quick_galloping
from thresher.algorithms.lists.n_minimal import n_minimal
from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.algorithms.registry import DEFAULT, list_algorithm
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan.effort import Effort
from thresher.plan.patience import Family
from thresher.plan.stages.candidates import within_limits
from thresher.plan.syntax import Syntax
from thresher.plan.workbench import Workbench
from thresher.structures.document import Document
from thresher.structures.sequence import Units

MISSES = 12  # in a row after which a first visit ends that leaves the rest to the next one


@dataclass(frozen=True, slots=True)
class ListStage:
    """Removes units of a list with a list algorithm; `factor` neighbouring units are one.

    With a `syntax`, candidates that do not parse cost no test. With `minimality` n, no n remaining units can be removed
    together. A `quick_first` stage tries each unit at most once on its first visit, and makes sure on the next.
    """

    format: str
    algorithm: str = DEFAULT
    factor: int = 1
    minimality: int = 1
    syntax: Syntax | None = None
    quick_first: bool = False
    why: str = field(default="", compare=False)
    certifies: ClassVar[bool] = True

    @property
    def leaves_untried(self) -> bool:
        """Whether the first visit does not prove that each remaining unit is needed, so that a second one has to."""
        return self.quick_first or list_algorithm(self.algorithm).guarantee is not Guarantee.ONE_MINIMAL

    @property
    def name(self) -> str:
        """To be shown."""
        return f"{self.format} ({self.algorithm})"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """Each remaining unit has been tried alone, unless it was a quick first visit."""
        units = formats.parse(self.format, current).coarser(self.factor)
        algorithm = list_algorithm(self.algorithm)
        shown = one_by_one.__name__ if again else algorithm.name
        bench.started(self.format, shown, len(units), confirms=again or algorithm.search is one_by_one)
        everything = Selection.all(len(units))
        confirm = one_by_one if self.syntax is None else partial(one_by_one_alike, kind=units.unit)
        search = confirm if again else quick_galloping if self.quick_first else algorithm.search
        if self.minimality > 1:
            search = partial(n_minimal, n=self.minimality, minimizer=one_by_one if again else algorithm.search)
        if self.syntax is None and bench.patience.effort is not Effort.QUICK:
            return units.render(bench.drive(partial(search, everything), units.render))
        hurried = self.quick_first and not again
        limit = bench.patience.limit(Family.REMOVAL, MISSES) if hurried else sys.maxsize
        begin = partial(search, everything)
        if self.syntax is not None:
            document = self.syntax.parse(bench.name, current)
            begin = partial(_valid_only, begin, within_limits(bench, _parsing(document, units)))
        check = bench.error_check(current, proves=again or not self.leaves_untried)

        def found() -> Search[Selection, Ended]:
            asking = check.applied(begin(), units.render)
            return counting_misses(
                asking, everything, lambda _, __, asked: bench.patience.until_proved(asked, misses=limit)
            )

        ended = bench.drive(found, units.render)
        bench.patience.learn(Family.REMOVAL, ended)
        left = units.render(ended.kept)
        check.learn(left)
        return left


def _parsing(document: Document, units: Units) -> Callable[[Selection], bool]:
    return lambda kept: document.valid_text(units.render(kept))


def _valid_only(
    search: Callable[[], Search[Selection, Selection]], valid: Callable[[Selection], bool]
) -> Search[Selection, Selection]:
    return filtered(search(), valid)
