"""Which nodes of a deep nesting are not worth a question each: thousands of levels, all alike.

What goes wrong at a certain depth needs the levels, not a certain one of them. `nesting_path` finds out how many by
group testing. To try each level again alone, and each small thing on each level, would take thousands of tests that
all miss. So of nodes that are alike only some are tried: the first and last ones, and ever sparser ones between.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from thresher.algorithms.trees.levels import inside, weight
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy

DEEP = 100  # levels of a nesting
ENDS = 4  # nodes of a kind at both ends that are tried
SMALL = 8  # nodes of what is beside the path; more are worth a search of their own


def heaviest_path(tree: Hierarchy, kept: Selection) -> list[int]:
    """From the root always to the heaviest kept child, down to a leaf."""
    path = [0]
    while children := list(inside(tree, kept, path[-1])):
        path.append(max(children, key=lambda child: weight(tree, kept, child)))
    return path


def unsampled(tree: Hierarchy, kept: Selection) -> frozenset[int]:
    """The nodes on the heaviest path and the small ones beside it that are left out; none if it is not deep.

    Of n nodes of a kind in a kind of node, about 2 log n are not left out.
    """
    if tree.height < DEEP:
        return frozenset()
    path = heaviest_path(tree, kept)
    if len(path) < DEEP:
        return frozenset()
    alike: dict[tuple[str, str, bool], list[int]] = {}
    for outer, inner in pairwise(path):
        for child in inside(tree, kept, outer):
            if child == inner or weight(tree, kept, child) <= SMALL:
                key = tree.kind(child).name, tree.kind(outer).name, child == inner
                alike.setdefault(key, []).append(child)
    return frozenset(node for nodes in alike.values() for node in _between(nodes))


def _between(nodes: Sequence[int]) -> Iterator[int]:
    """All but those at both ends, and those whose distance from an end is a power of two.

    >>> list(_between(range(20)))
    [5, 6, 7, 9, 10, 12, 13, 14]
    """
    for at, node in enumerate(nodes):
        nearest = min(at, len(nodes) - 1 - at)
        if nearest >= ENDS and nearest.bit_count() > 1:
            yield node
