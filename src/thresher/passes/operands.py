"""A part for the whole, whatever the two are called: the parser alone tells whether a part may stand there.

Promotion (`hoist`) and `unwrap` go by labels, which say less than a grammar allows: that a statement may be a call, a
type a name, or that two operands are a declaration: `a * (b + c)` may become `b`, `int x = f(y);` becomes `f(y);`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from thresher.passes.windows import MOST, promising
from thresher.structures.document import Document
from thresher.structures.rewrites import Edit
from thresher.structures.splice import Cut
from thresher.structures.tree import Tree

PATIENCE = 12
DEPTH = 3  # levels down to a part
_END = b";"  # may stay behind what has taken the place of something that ended with it


def edits(document: Document) -> Iterator[Edit]:
    """A node gives way to a node up to 3 levels below, to all that is in one, or to its children with nothing between.

    What fits by its label is left out, for promotion has tried that.
    """
    if len(document.tree) <= MOST:
        yield from promising(document.tree, _cuts(document.tree), "a part for the whole")


def _cuts(tree: Tree) -> Iterator[tuple[Cut, ...]]:
    for whole in range(len(tree)):
        yield from _side_by_side(tree, whole)
        for part, start, stop in _parts(tree, whole):
            if part is None or not tree.fits(part, whole):
                yield from _cut_down(tree, whole, start, stop)


def _parts(tree: Tree, whole: int) -> Iterator[tuple[int | None, int, int]]:
    """The nodes inside with their spans; None with the span of all nodes in one, if that is several."""
    depth, level = 0, [whole]
    while level and depth < DEPTH:
        depth, level = depth + 1, [inner for node in level for inner in tree.children(node)]
        for node in level:
            yield node, tree.starts[node], tree.stops[node]
            inside = list(tree.children(node))
            if len(inside) > 1:
                yield None, tree.starts[inside[0]], tree.stops[inside[-1]]


def _cut_down(tree: Tree, whole: int, start: int, stop: int) -> Iterator[tuple[Cut, ...]]:
    """Everything before and behind the span goes; once more with the semicolon at the end left."""
    first, last = tree.starts[whole], tree.stops[whole]
    yield _real([(first, start), (stop, last)])
    if stop < last and tree.data[first:last].endswith(_END):
        yield _real([(first, start), (stop, last - len(_END))])


def _side_by_side(tree: Tree, whole: int) -> Iterator[tuple[Cut, ...]]:
    """All that is no child goes."""
    inside = list(tree.children(whole))
    if len(inside) > 1:
        holes = ((tree.stops[left], tree.starts[right]) for left, right in pairwise(inside))
        ends = (tree.starts[whole], tree.starts[inside[0]]), (tree.stops[inside[-1]], tree.stops[whole])
        yield _real([ends[0], *holes, ends[1]])


def _real(spans: Iterable[tuple[int, int]]) -> tuple[Cut, ...]:
    """Cuts of the spans that are not empty."""
    return tuple((start, stop, b"") for start, stop in spans if start < stop)
