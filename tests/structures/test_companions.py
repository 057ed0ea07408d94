"""What is kept beside what is needed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.structures.companions import companions
from thresher.structures.references import ReferenceGraph, UnitSpan

UNITS = 8
units = st.integers(0, UNITS - 1)
pairs = st.lists(st.tuples(units, units), max_size=20)
SPANS = [UnitSpan(unit, unit + 1) for unit in range(UNITS)]


def test_a_member_is_kept_if_its_name_is_used_and_its_class_is_kept() -> None:
    graph = ReferenceGraph.of(SPANS, [(1, 0)])
    beside = companions([], [0, 0, *range(2, UNITS)], names=[(2, "type")], members=[(0, "type", 1)])
    assert beside.added(graph, {0}) == {0}
    assert beside.added(graph, {2}) == {2}
    assert beside.added(graph, {0, 2}) == {0, 1, 2}


def test_a_companion_may_bring_as_many_bytes_as_allowed() -> None:
    graph = ReferenceGraph.of(SPANS, [(1, 2), (2, 3)])
    assert companions([(0, 1)], range(UNITS), {1: 1}).added(graph, {0}) == {0}
    assert companions([(0, 1)], range(UNITS), {1: 2}).added(graph, {0}) == {0, 1, 2, 3}


@given(
    st.tuples(pairs, pairs),
    st.lists(units, min_size=UNITS, max_size=UNITS),
    st.tuples(st.sets(units), st.sets(units)),
    st.integers(0, 3),
)
def test_more_units_have_more_companions_and_all_stay_closed(
    edges: tuple[list[tuple[int, int]], list[tuple[int, int]]],
    outermost: list[int],
    kept: tuple[set[int], set[int]],
    allowed: int,
) -> None:
    graph = ReferenceGraph.of(SPANS, edges[0])
    beside = companions(edges[1], outermost, dict.fromkeys(range(UNITS), allowed))
    fewer, more = graph.closure(kept[0]), graph.closure(kept[0] | kept[1])
    added = beside.added(graph, fewer)
    assert fewer <= added <= beside.added(graph, more)
    assert graph.closure(added) == added
    assert beside.added(graph, added) == added
