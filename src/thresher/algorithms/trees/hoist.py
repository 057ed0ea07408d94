"""Promotion, the thesis' second future work (sections 5.3 and 8): a node is replaced by a node of its kind inside it.

`1 / (2 - 2) + 1` becomes `1 / (2 - 2)`: no removal does that, for both operands of a sum are required.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest
from itertools import chain

from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.registry import reduces_trees
from thresher.algorithms.trees.levels import weight
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy
from thresher.structures.trees.shape import without_runs

BOLD = 2  # promotions with the largest gain that are tried whatever the distance


@dataclass(frozen=True, slots=True, order=True)
class Promotion:
    """Node `inner` replaces node `outer` around it, and `gain` other nodes are removed.

    `steps` counts the nodes around `inner` whose place it could take, up to `outer`.
    """

    gain: int
    outer: int
    inner: int
    steps: int


@reduces_trees(TreeGuarantee.NONE)
def hoist(tree: Hierarchy, kept: Selection, *, reach: int = 16, most: int = 10_000) -> Search[Selection, Selection]:
    """No promotion of those considered, each over at most `reach` nodes, can be made; at most `most` runs after a hit.

    A few large gains come first, then the promotions over one step, two, four, ...: what cannot be done over one step
    is seldom done over more. But after a hit what has not missed yet comes before what has.
    """
    missed: set[tuple[int, int]] = set()
    while True:
        promotions = _ordered(nlargest(most, _promotions(tree, kept, reach)))
        untried = [one for one in promotions if (one.outer, one.inner) not in missed]
        again = [one for one in promotions if (one.outer, one.inner) in missed]
        hit = yield _probes(tree, kept, chain(untried, again))
        if hit is None:
            return kept
        made = _promotion(hit)
        before = untried[: untried.index(made)] if made in untried else untried
        missed.update((one.outer, one.inner) for one in before)
        kept = hit.candidate


def _promotions(tree: Hierarchy, kept: Selection, reach: int) -> Iterator[Promotion]:
    """Every kept node with some of the kept nodes around it that it may replace: the 1st, 2nd, 4th, 8th ..."""
    for inner in kept:
        size = weight(tree, kept, inner)
        outer = inner
        left, steps = reach, 0
        while outer != 0 and left:
            outer = tree.parent(outer)
            if outer in kept:
                left -= 1
                if tree.fits(inner, outer):
                    steps += 1
                    if steps.bit_count() == 1:
                        yield Promotion(weight(tree, kept, outer) - size, outer, inner, steps)


def _ordered(promotions: list[Promotion]) -> list[Promotion]:
    """From those with the largest gain first."""
    return promotions[:BOLD] + sorted(promotions[BOLD:], key=lambda one: (one.steps, -one.gain))


def _probes(tree: Hierarchy, kept: Selection, promotions: Iterator[Promotion]) -> Iterator[Probe[Selection]]:
    for one in promotions:
        if tree.text(kept, one.inner) != tree.text(kept, one.outer):
            runs = (one.outer, one.inner), (tree.end(one.inner), tree.end(one.outer))
            candidate = without_runs(kept, (run for run in runs if run[0] < run[1]))
            yield Probe(candidate, move=Move(Action.HOIST, shown=(one.inner, one.outer)), origin=one)


def _promotion(hit: Probe[Selection]) -> Promotion:
    assert isinstance(hit.origin, Promotion)
    return hit.origin
