"""Runs a list algorithm on some nodes of a tree; the rest of the tree stays as it is.

The inner search works on positions 0, 1, 2, ...; each of its probes becomes a candidate of the outer kind when it is
pulled, and a hit is translated back.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TypeAlias, TypeVar

from thresher.algorithms.combinators import mapped
from thresher.kernel.place import ANYWHERE, Action, Move, Place
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy
from thresher.structures.trees.shape import gaps, without_runs

C = TypeVar("C")

Minimizer: TypeAlias = Callable[[Selection], Search[Selection, Selection]]


def lifted(
    search: Search[Selection, Selection],
    base: C,
    *,
    into: Callable[[C, Selection], C],
    back: Callable[[C], Selection],
    place: Place = ANYWHERE,
) -> Search[C, C]:
    """The same search in terms of outer candidates, and its result as one.

    `into(base, positions)` is the outer candidate with those positions only; `back` finds the positions in a candidate
    that is smaller than was asked, and such a candidate is the base from then on.
    """

    def asked(stream: Iterable[Probe[Selection]]) -> Iterator[Probe[C]]:
        outer = partial(into, base)
        return (inner.into(outer, place) for inner in stream)

    def inner_hit(hit: Probe[C]) -> Probe[Selection]:
        nonlocal base
        inner = hit.origin
        assert isinstance(inner, Probe)
        if hit.candidate == into(base, inner.candidate):
            return inner
        base = hit.candidate
        return replace(inner, candidate=back(base))

    result = yield from mapped(search, asked, inner_hit)
    return into(base, result)


class NodeRow:
    """Some nodes of a tree, increasing and not inside each other, as positions of a list."""

    def __init__(self, tree: Hierarchy, nodes: Sequence[int]) -> None:
        self.nodes = nodes
        self._tree = tree
        self._breaks = array("I", _breaks(tree, nodes))

    def within(self, kept: Selection, positions: Selection) -> Selection:
        """What is kept less the subtrees of all nodes but those at the positions; one step per row of siblings."""
        return without_runs(kept, self._dropped(positions)) if self.nodes else kept

    def positions(self, kept: Selection) -> Selection:
        """The positions of the nodes that are kept."""
        return Selection.of(position for position, node in enumerate(self.nodes) if node in kept)

    def _dropped(self, positions: Selection) -> Iterator[tuple[int, int]]:
        nodes, breaks, end = self.nodes, self._breaks, self._tree.end
        for low, high in gaps(positions, 0, len(nodes)):
            cuts = breaks[bisect_right(breaks, low) : bisect_left(breaks, high)]
            for first, after in pairwise((low, *cuts, high)):
                yield nodes[first], end(nodes[after - 1])


def _breaks(tree: Hierarchy, nodes: Sequence[int]) -> Iterator[int]:
    """The positions of nodes that do not follow right after the subtree of the one before."""
    for position, (before, node) in enumerate(pairwise(nodes), start=1):
        if node != tree.end(before):
            yield position


def minimized(
    tree: Hierarchy, kept: Selection, nodes: Sequence[int], minimizer: Minimizer, place: Place
) -> Search[Selection, Selection]:
    """What is kept after a list algorithm has minimized the nodes; a last one left is tried as well.

    If the minimizer's results are 1-minimal, no single node that is left can be removed.
    """
    row = NodeRow(tree, nodes)
    if len(nodes) > 1:
        search = minimizer(Selection.all(len(nodes)))
        kept = yield from lifted(search, kept, into=row.within, back=row.positions, place=place)
    left = row.positions(kept)
    if len(left) == 1:
        hit = yield [Probe(row.within(kept, Selection()), move=Move(Action.DROP_LAST_NODE), place=place)]
        kept = hit.candidate if hit else kept
    return kept
