"""Removal of pieces of any content, whatever its format is: the end of every plan."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from thresher import formats
from thresher.algorithms.combinators import Ended, counting_misses, filtered
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.lists.spread import spread
from thresher.formats.content import is_binary
from thresher.formats.units import tokens
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan.patience import Family, Patience
from thresher.plan.stages.candidates import fewer_misses
from thresher.plan.stages.shared import Uncertified
from thresher.plan.workbench import Workbench
from thresher.structures.sequence import Units

CHARACTERS = "characters"
PAYS = 0.9  # of the units: with fewer left, the search has paid off and continues to its end
LAX = 3  # times as many misses, where the program does not insist on the format
FEW = 24  # characters of which twice as many are tried
LONG = 16  # characters of a token that is worth a try to cut it in two


@dataclass(frozen=True, slots=True)
class GeneralStage(Uncertified):
    """Removes units without regard to the format of the content, as long as that pays off.

    A format is a hint: what it takes for one piece, or does not allow to go, may not be needed. Most programs reject
    what is not in their format, so the search ends after `misses` misses in a row, unless a tenth has gone by then.
    Where the program is lax, there may be more misses. It certifies nothing, but a search that comes to its end has
    tried every unit alone.
    """

    format: str
    misses: int
    why: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """To be shown."""
        return f"any {self.format}"

    @property
    def action(self) -> str:
        """What it does, in a few words."""
        return f"remove any {self.format} (hgt)"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """1-minimal in its units if it has removed a tenth of them."""
        units = formats.parse(self.format, current)
        everything = Selection.all(len(units))
        if len(units) < 2:
            return current
        bench.started(self.format, hgt.__name__, len(units))
        windows = _ends_of_tokens(units) if self.format == CHARACTERS else []
        lighter = _lighter(bench, current)
        limit = self._limit(bench.patience, len(units), again=again)
        paid_off = int(PAYS * len(units))

        def search() -> Search[Selection, Ended]:
            found = filtered(spread(everything, windows, hgt), lambda kept: lighter(units.render(kept)))
            return counting_misses(found, everything, lambda kept, *_: limit if len(kept) > paid_off else sys.maxsize)

        ended = bench.drive(search, units.render)
        bench.patience.learn(Family.OUTSIDE_FORMAT, ended)
        return units.render(ended.kept)

    def _limit(self, patience: Patience, units: int, *, again: bool) -> int:
        """More misses in a row where the program does not insist on the format, and where there are few units."""
        fewest = fewer_misses(self.misses, again=again)
        if self.format == CHARACTERS and units <= FEW:
            fewest *= 2
        lax = Family.OUTSIDE_FORMAT in patience.productive
        return max(fewest, patience.limit(Family.OUTSIDE_FORMAT, fewest * LAX)) if lax else fewest


def _ends_of_tokens(characters: Units) -> list[Selection]:
    """The first and the last character of each token of a text, the longest token first; of a long one, its halves."""
    if is_binary(characters.data):
        return []
    bounds = [bisect_left(characters.offsets, offset) for offset in tokens.parse(characters.data).offsets]
    windows: list[Selection] = []
    for start, stop in sorted(pairwise(bounds), key=lambda span: span[0] - span[1]):
        if stop - start >= LONG:
            middle = (start + stop) // 2
            windows += (Selection((middle, stop)), Selection((start, middle)))
        if stop - start > 1:
            windows += (Selection((start, start + 1)), Selection((stop - 1, stop)))
    return windows


def _lighter(bench: Workbench, current: bytes) -> Callable[[bytes], bool]:
    """Whether a candidate weighs less than the content: one that is not a container any more weighs what it is long."""
    weight = formats.weight(bench.name, current)
    if weight == len(current):
        return lambda candidate: True
    return lambda candidate: len(candidate) < weight or formats.weight(bench.name, candidate) < weight
