"""Lets a list algorithm work inside something larger: some nodes of a tree, and the rest stays as it is.

The inner search thinks in positions 0, 1, 2, ...; each of its probes is lifted to a candidate of the outer kind when it
is pulled, and a hit is handed down again.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TypeAlias, TypeVar

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
    try:
        stream = next(search)
        while True:
            hit = yield _outer(stream, base, into, place)
            if hit is None:
                stream = search.send(None)
                continue
            inner = hit.origin
            assert isinstance(inner, Probe)
            if hit.candidate != into(base, inner.candidate):
                base = hit.candidate
                inner = replace(inner, candidate=back(base))
            stream = search.send(inner)
    except StopIteration as stop:
        return into(base, stop.value)


def _outer(
    stream: Iterable[Probe[Selection]], base: C, into: Callable[[C, Selection], C], place: Place
) -> Iterator[Probe[C]]:
    for inner in stream:
        yield inner.into(partial(into, base), place)


class NodeRow:
    """Some nodes of a tree, increasing and not inside each other, as positions of a list."""

    def __init__(self, tree: Hierarchy, nodes: Sequence[int]) -> None:
        self.nodes = nodes
        self._tree = tree
        self._breaks = array("I", _breaks(tree, nodes))

    def within(self, kept: Selection, positions: Selection) -> Selection:
        """What is kept less the subtrees of all nodes but those at the positions; one step per row of brothers."""
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
    """What is kept once a list algorithm has gone through the nodes; a last one left is also tried to go.

    If the minimizer's results are 1-minimal then no single one of the nodes that are left can go.
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
