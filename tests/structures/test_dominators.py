"""What all ways to a node lead through."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.structures.dominators import dominators

graphs = st.integers(1, 8).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=3, unique=True), min_size=size, max_size=size)
)


def reached(edges: list[list[int]], without: int | None = None) -> set[int]:
    """What can be reached from node 0, by ways that do not lead through a node."""
    seen, left = set[int](), [0]
    while left:
        node = left.pop()
        if node not in seen and node != without:
            seen.add(node)
            left += edges[node]
    return seen


@given(graphs)
def test_nothing_is_reached_without_what_is_above_it(edges: list[list[int]]) -> None:
    above = dominators(edges, 0)
    assert set(above) == reached(edges) - {0}
    for node, nearest in above.items():
        through = {other for other in reached(edges) - {node} if node not in reached(edges, without=other)}
        assert nearest in through
        assert all(other == nearest or nearest not in reached(edges, without=other) for other in through)


@given(graphs)
def test_each_node_comes_after_the_one_above_it(edges: list[list[int]]) -> None:
    seen = {0}
    for node, nearest in dominators(edges, 0).items():
        assert nearest in seen
        seen.add(node)
