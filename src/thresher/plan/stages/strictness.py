"""Whether the program insists on the format: if it does not, its structure is a detour."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import pairwise

from thresher import formats
from thresher.algorithms.combinators import Ended, while_productive
from thresher.algorithms.lists.hgt.search import hgt
from thresher.formats.content import is_binary
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.plan.patience import Family
from thresher.plan.stages.general import CHARACTERS
from thresher.plan.stages.shared import InSyntax, Uncertified
from thresher.plan.syntax import Syntax
from thresher.plan.workbench import Workbench

TESTS, SHARE = 6, 0.2  # so many tests have to remove that share, or the characters are left to later stages
FEW = 64  # characters that are all tried
LEAST = 4  # tokens


@dataclass(frozen=True, slots=True)
class StrictnessStage(Uncertified, InSyntax):
    """One test of a text that is not in the format any more; if that fails as well, its characters are reduced at once.

    A program that accepts half a bracket most likely looks for something in the text, wherever it is. Nodes and tokens
    then lead to it by a longer way than characters.
    """

    syntax: Syntax
    why: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """To be shown."""
        return f"{self.format} (strictness)"

    @property
    def action(self) -> str:
        """What it does, in a few words."""
        return "remove any characters if the ends of the text can go (hgt)"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """1-minimal in its characters if few are left; a strict program costs one test."""
        if again or is_binary(current) or len(bounds := formats.parse("tokens", current).offsets) <= LEAST:
            return current
        units = formats.parse(CHARACTERS, current)
        places = [bisect_left(units.offsets, bound) for bound in bounds]
        inner = Selection((places[1], places[-2]))
        if self.syntax.parse(bench.name, current).valid_text(units.render(inner)):
            inner -= _half_of_the_longest(places[1:-1])
        bench.started(self.format, "strictness", len(units))
        everything = Selection.all(len(units))
        kept = bench.drive(lambda: _characters_if(inner, everything), units.render)
        if len(kept) < len(everything):
            bench.patience.learn(Family.OUTSIDE_FORMAT, Ended(kept, misses=0, hit=True))
        return units.render(kept)


def _half_of_the_longest(places: list[int]) -> Selection:
    start, stop = max(pairwise(places), key=lambda span: span[1] - span[0])
    return Selection(((start + stop) // 2, stop))


def _characters_if(inner: Selection, everything: Selection) -> Search[Selection, Selection]:
    hit = yield [Probe(inner, move=Move(Action.DROP, (len(everything) - len(inner), len(everything))))]
    if hit is None:
        return everything
    kept, _ = yield from while_productive(hgt(inner), inner, weight=len, tests=TESTS, share=SHARE)
    return (yield from hgt(kept)) if len(kept) <= FEW else kept
