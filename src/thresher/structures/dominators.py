"""What all ways to a node of a graph lead through."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

ROUNDS = 12  # after which it is given up; graphs of real data take two or three


def dominators(edges: Sequence[Sequence[int]], root: int) -> dict[int, int]:
    """For each node that the root leads to, without the root, the nearest other node that all ways to it lead through.

    Each node comes after that one. Empty if that takes too long. By Cooper, Harvey and Kennedy, "A simple, fast
    dominance algorithm".

    >>> dominators([[], [0], [0], [1, 2]], 3)
    {2: 3, 1: 3, 0: 3}
    """
    order = _reverse_postorder(edges, root)
    number = {node: at for at, node in enumerate(order)}
    sources: list[list[int]] = [[] for _ in order]
    for at, node in enumerate(order):
        for other in edges[node]:
            sources[number[other]].append(at)
    above = [0, *(-1 for _ in order[1:])]

    def common(one: int, other: int) -> int:
        while one != other:
            one, other = (above[one], other) if one > other else (one, above[other])
        return one

    for _ in range(ROUNDS):
        before = [*above]
        for at in range(1, len(order)):
            above[at] = reduce(common, (source for source in sources[at] if above[source] >= 0))
        if above == before:
            return {order[at]: order[above[at]] for at in range(1, len(order))}
    return {}


def _reverse_postorder(edges: Sequence[Sequence[int]], root: int) -> list[int]:
    """The nodes that the root leads to; where no way leads back, each comes before those it leads to."""
    seen, ended = {root}, list[int]()
    path = [(root, iter(edges[root]))]
    while path:
        node, following = path[-1]
        unseen = next((other for other in following if other not in seen), None)
        if unseen is None:
            ended.append(node)
            path.pop()
        else:
            seen.add(unseen)
            path.append((unseen, iter(edges[unseen])))
    return ended[::-1]
