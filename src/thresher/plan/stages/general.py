"""Removal of pieces of any content, whatever its format is: the end of every plan."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from thresher import formats
from thresher.algorithms.combinators import Ended, counting_misses, few_misses_per_group, filtered
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
AFTER_HIT, AFTER_HIT_AGAIN = 12, 3  # misses, where something has gone on the same visit: the first, a later one
FEW = 24  # characters of which twice as many are tried
WORD = 20  # characters of a token of which a few say whether any single one can go
MISSES_PER_WORD = 5  # its ends, its middle, and two more
LONG = 16  # characters of a token that is worth a try to cut it in two


@dataclass(frozen=True, slots=True)
class GeneralStage(Uncertified):
    """Removes units without regard to the format of the content, as long as that pays off.

    A format is a hint: what it takes for one piece, or does not allow to go, may not be needed. Most programs reject
    what is not in their format, so the search ends after `misses` misses in a row, unless a tenth has gone by then.
    Where the program is lax, there may be more misses. It certifies nothing, but a search that comes to its end has
    tried every unit alone, except characters of long words of which others have missed.
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
        """1-minimal in its units if it has removed a tenth of them, except for characters inside long words and what
        leaves errors that have turned out to be fatal.
        """
        units = formats.parse(self.format, current)
        everything = Selection.all(len(units))
        if len(units) < 2:
            return current
        bench.started(self.format, hgt.__name__, len(units))
        windows = _ends_of_tokens(units) if self.format == CHARACTERS else []
        lighter = _lighter(bench, current)
        word = _words(units) if self.format == CHARACTERS else {}
        limit = self._limit(bench.patience, len(units), again=again)

        check = bench.error_check(current, in_format=False)

        def search() -> Search[Selection, Ended]:
            found = few_misses_per_group(spread(everything, windows, hgt), everything, word.get, MISSES_PER_WORD)
            found = check.applied(filtered(found, lambda kept: lighter(units.render(kept))), units.render)
            return counting_misses(found, everything, lambda kept, *_: limit(len(kept)))

        ended = bench.drive(search, units.render)
        bench.patience.learn(Family.OUTSIDE_FORMAT, ended)
        left = units.render(ended.kept)
        check.learn(left)
        return left

    def _limit(self, patience: Patience, units: int, *, again: bool) -> Callable[[int], int]:
        """How many misses in a row there may be, by the number of units that are left.

        More where the program does not insist on the format, as after a hit, and where there are few units.
        """
        fewest = max(1, fewer_misses(self.misses, again=again))
        if self.format == CHARACTERS and units <= FEW:
            fewest *= 2
        lax = max(fewest, patience.limit(Family.OUTSIDE_FORMAT, fewest * LAX))
        first = lax if Family.OUTSIDE_FORMAT in patience.productive else fewest
        paid_off, after_hit = int(PAYS * units), AFTER_HIT_AGAIN if again else max(AFTER_HIT, fewest)
        return lambda left: sys.maxsize if left <= paid_off else after_hit if left < units else first


def _token_spans(characters: Units) -> list[tuple[int, int]]:
    """From which character to which each token of a text is, without a blank after it."""
    if is_binary(characters.data):
        return []
    bounds = [bisect_left(characters.offsets, offset) for offset in tokens.parse(characters.data).offsets]
    data, offsets = characters.data, characters.offsets
    return [
        (start, stop - (data[offsets[stop - 1] : offsets[stop]] in (b" ", b"\t"))) for start, stop in pairwise(bounds)
    ]


def _words(characters: Units) -> dict[int, int]:
    """The number of the word, for each character of a long one."""
    spans = [(start, stop) for start, stop in _token_spans(characters) if stop - start >= WORD]
    return {character: number for number, span in enumerate(spans) for character in range(*span)}


def _ends_of_tokens(characters: Units) -> list[Selection]:
    """The halves of each long token of a text, the middle of the longest, then one end of each token, then the other.

    The two ends of one token are far from each other in this order: both may be needed where most are not.
    """
    spans = _token_spans(characters)
    longest = sorted((span for span in spans if span[1] - span[0] > 1), key=lambda span: span[0] - span[1])
    long = [span for span in longest if span[1] - span[0] >= LONG]
    halves = [Selection(half) for start, stop in long for half in _halves(start, stop)]
    firsts = [Selection((start, start + 1)) for start, _ in longest]
    lasts = [Selection((stop - 1, stop)) for _, stop in longest]
    ends = [
        (last, first) if number % 2 else (first, last)
        for number, (first, last) in enumerate(zip(firsts, lasts, strict=True))
    ]
    middle = [Selection(((start + stop) // 2, (start + stop) // 2 + 1)) for start, stop in longest[:1]]
    return [*halves, *middle, *(one for one, _ in ends), *(other for _, other in ends)]


def _halves(start: int, stop: int) -> tuple[tuple[int, int], tuple[int, int]]:
    middle = (start + stop) // 2
    return (middle, stop), (start, middle)


def _lighter(bench: Workbench, current: bytes) -> Callable[[bytes], bool]:
    """Whether a candidate weighs less than the content: one that is not a container any more weighs what it is long."""
    weight = formats.weight(bench.name, current)
    if weight == len(current):
        return lambda candidate: True
    return lambda candidate: len(candidate) < weight or formats.weight(bench.name, candidate) < weight
