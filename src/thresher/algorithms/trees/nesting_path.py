"""Deep nesting as one list: what hangs beside the heaviest path of a tree, then the nodes on the path themselves.

What overflows a parser's stack is thousands of levels deep, with little on each. Level by level that takes a question
each; as lists, beside the path and along it, group testing finds out in a few which of them can go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thresher.algorithms.combinators import while_productive
from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.registry import reduces_trees
from thresher.algorithms.trees.deep_nesting import heaviest_path
from thresher.algorithms.trees.levels import inside
from thresher.algorithms.trees.lift import Minimizer, lifted, minimized
from thresher.kernel.place import Place
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy
from thresher.structures.trees.shape import without_runs

BESIDE, PATH = Place("beside", "beside", "beside the path"), Place("path", "path", "on the path")
DEEP = 50  # links of a path that is worth a search
TESTS, SHARE = 16, 0.05  # tests, and the share of the nodes that they have to remove
LOOK = 8  # nodes further down that are searched for one that may replace a node


@dataclass(frozen=True, slots=True)
class Link:
    """A node on the path, and one inside it that may take its place."""

    outer: int
    inner: int


@reduces_trees(TreeGuarantee.NONE)
def nesting_path(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """While it pays off: what is left beside the path and on it could not go when it was tried; shallow trees stay."""
    path = heaviest_path(tree, kept)
    links = list(_links(tree, path))
    if len(links) < DEEP:
        return kept
    beside = [node for node in _beside(tree, kept, path) if tree.removable(kept, node)]
    search = minimized(tree, kept, beside, minimizer, BESIDE)
    kept, _ = yield from while_productive(search, kept, weight=len, tests=TESTS, share=SHARE)
    chain = _Chain(tree, links)
    search = lifted(minimizer(Selection.all(len(links))), kept, into=chain.within, back=chain.positions, place=PATH)
    kept, _ = yield from while_productive(search, kept, weight=len, tests=TESTS, share=SHARE)
    return kept


class _Chain:
    """Links as the positions of a list; to drop one is to put its inner node in the place of the outer."""

    def __init__(self, tree: Hierarchy, links: Sequence[Link]) -> None:
        self._tree, self._links = tree, links

    def within(self, kept: Selection, positions: Selection) -> Selection:
        dropped = [link for position, link in enumerate(self._links) if position not in positions]
        heads = [(link.outer, link.inner) for link in dropped]
        tails = [(self._tree.end(link.inner), self._tree.end(link.outer)) for link in reversed(dropped)]
        return without_runs(kept, [run for run in (*heads, *tails) if run[0] < run[1]])

    def positions(self, kept: Selection) -> Selection:
        return Selection.of(position for position, link in enumerate(self._links) if link.outer in kept)


def _beside(tree: Hierarchy, kept: Selection, path: Sequence[int]) -> list[int]:
    """The kept children of the path's nodes that are not on it, in the order of the text."""
    on_it = set(path)
    return sorted(child for node in path for child in inside(tree, kept, node) if child not in on_it)


def _links(tree: Hierarchy, path: Sequence[int]) -> Iterator[Link]:
    """From the top on each node with the next one that may take its place; from there on in the same way."""
    at = 1
    while at < len(path):
        below = range(at + 1, min(at + 1 + LOOK, len(path)))
        found = next((other for other in below if tree.fits(path[other], path[at])), None)
        if found is None:
            at += 1
        else:
            yield Link(path[at], path[found])
            at = found
