"""Promotion, the thesis' second future work (sections 5.3 and 8): a node gives way to a node of its kind inside it.

`1 / (2 - 2) + 1` becomes `1 / (2 - 2)`: no removal does that, for both operands of a sum are required.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest
from itertools import chain

from thresher.algorithms.tree_guarantee import TreeGuarantee
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.hierarchy import Hierarchy
from thresher.structures.shape import without_runs

TREE_GUARANTEE = TreeGuarantee.NONE


@dataclass(frozen=True, slots=True, order=True)
class Promotion:
    """Node `inner` takes the place of node `outer` around it, and so many other nodes go."""

    gain: int
    outer: int
    inner: int


def hoist(tree: Hierarchy, kept: Selection, *, reach: int = 16, most: int = 10_000) -> Search[Selection, Selection]:
    """No promotion of those considered, each over at most `reach` nodes, can be made; at most `most` runs after a hit.

    The largest gain comes first, but after a hit what has not missed yet comes before what has.
    """
    missed: set[tuple[int, int]] = set()
    while True:
        promotions = nlargest(most, _promotions(tree, kept, reach))
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
    """Every kept node with the kept nodes around it in whose place it may stand."""
    for inner in kept:
        size = _weight(tree, kept, inner)
        outer = inner
        steps = reach
        while outer != 0 and steps:
            outer = tree.parent(outer)
            if outer in kept:
                steps -= 1
                if tree.fits(inner, outer):
                    yield Promotion(_weight(tree, kept, outer) - size, outer, inner)


def _weight(tree: Hierarchy, kept: Selection, node: int) -> int:
    return kept.position(tree.end(node)) - kept.position(node)


def _probes(tree: Hierarchy, kept: Selection, promotions: Iterator[Promotion]) -> Iterator[Probe[Selection]]:
    for one in promotions:
        if tree.text(kept, one.inner) != tree.text(kept, one.outer):
            runs = (one.outer, one.inner), (tree.end(one.inner), tree.end(one.outer))
            candidate = without_runs(kept, (run for run in runs if run[0] < run[1]))
            yield Probe(candidate, label=f"put node {one.inner} in the place of node {one.outer}", origin=one)


def _promotion(hit: Probe[Selection]) -> Promotion:
    assert isinstance(hit.origin, Promotion)
    return hit.origin
