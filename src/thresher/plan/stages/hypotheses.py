"""Removal of records, rows or pieces of a binary content of no known format, whose layout is found out."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

from thresher import formats
from thresher.algorithms.combinators import Ended, counting_misses
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.registry import DEFAULT, list_algorithm
from thresher.formats.binaries.hypotheses import STRONG, TRIED, Hypothesis, hypotheses
from thresher.formats.index import FORMATS
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan.stages.shared import Uncertified
from thresher.plan.workbench import Workbench
from thresher.structures.contents import Contents

FRUITLESS = 100  # tests of bytes in a row that miss, after which weak hypotheses are tried
HARDLY_ANY = 0.9  # of the bytes: while more are left, hardly any have gone
MISSES = 6  # of a hypothesis, in a row
MOST_STRONG, MOST_WEAK = 4, 4  # hypotheses that are tried
SHORTEST = 24  # bytes of a content that is worth a hypothesis
PARTS = "records"
BINARY_FORMATS = ("binaries.", "media.", "programs.")


@dataclass(frozen=True, slots=True)
class HypothesesStage(Uncertified):
    """Tries what a binary content may consist of: what is evident at once, the rest after fruitless tests of bytes.

    These tests are the first ones of the search for bytes that comes next, which does not ask them again.
    """

    format: str
    algorithm: str = DEFAULT
    why: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """To be shown."""
        return f"{PARTS} ({hgt.__name__})"

    @property
    def action(self) -> str:
        """What it does, in a few words."""
        return "guess at records, and remove them"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """1-minimal in its parts and their bytes if a hypothesis holds; else the content is unchanged."""
        if len(current) < SHORTEST:
            return current
        found = hypotheses(current)
        strong = [each for each in found if each.bits >= STRONG][:MOST_STRONG]
        left = self._tried(bench, current, strong)
        if left != current or again or not self._is_fruitless(bench, current):
            return left
        left = self._tried(bench, current, [each for each in found if each not in strong][:MOST_WEAK])
        if left == current:
            bench.note(_advice(bench.name, current, found))
        return left

    def _is_fruitless(self, bench: Workbench, current: bytes) -> bool:
        """Whether many bytes were tried, or all of them, and hardly any could go."""
        units = formats.parse(self.format, current)
        everything, few = Selection.all(len(units)), int(HARDLY_ANY * len(units))
        bench.started(self.format, self.algorithm, len(units))

        def search() -> Search[Selection, Ended]:
            begun = list_algorithm(self.algorithm).search(everything)
            return counting_misses(begun, everything, lambda kept, *_: FRUITLESS if len(kept) > few else 0)

        return len(bench.drive(search, units.render).kept) > few

    def _tried(self, bench: Workbench, current: bytes, found: list[Hypothesis]) -> bytes:
        for each in found:
            left = _without_parts(bench, each)
            if left != current:
                bench.note(f"this looks like {each.description}")
                return left
        return current


def _without_parts(bench: Workbench, hypothesis: Hypothesis) -> bytes:
    """The content with as few parts as possible, and as few bytes in them, if the hypothesis holds."""
    container = hypothesis.container
    root, parts = Selection((0, 1)), Selection((1, len(container)))
    bench.started(PARTS, hgt.__name__, len(parts))
    kept = bench.drive(lambda: _while_it_holds(parts, MISSES), lambda kept: container.render(root | kept)).kept
    if kept == parts:
        return container.data
    contents = Contents(container.keeping(root | kept))
    if not contents:
        return contents.container.data
    bench.started(f"bytes of {PARTS}", hgt.__name__, len(contents))
    inside = bench.drive(lambda: _while_it_holds(contents.everything, 2 * MISSES), contents.render).kept
    return contents.render(inside)


def _while_it_holds(parts: Selection, misses: int) -> Search[Selection, Ended]:
    """A search for parts that can go, given up where none can."""
    return counting_misses(hgt(parts), parts, lambda kept, *_: misses if len(kept) == len(parts) else sys.maxsize)


def _advice(name: str, current: bytes, found: list[Hypothesis]) -> str:
    """What was tried in vain, and what else there is."""
    possible = [each.name for each in formats.formats().values() if _is_possible(each, name, current)]
    choose = f"the content can be read as {', '.join(possible)}: try --format" if possible else "--format names another"
    tried = f"tried {found[0].description}" if found else f"found no {TRIED}"
    return f"hardly a byte can be removed alone; {tried}; {choose}"


def _is_possible(format: formats.Format, name: str, current: bytes) -> bool:
    is_binary = format.name in FORMATS and FORMATS[format.name].module.startswith(BINARY_FORMATS)
    return is_binary and format.name != PARTS and format.container(name, current) is not None
