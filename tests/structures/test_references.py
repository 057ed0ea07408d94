"""Graphs of what needs what, compared with their definitions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.structures.references import ReferenceGraph, UnitSpan


@st.composite
def graphs(draw: st.DrawFn) -> ReferenceGraph:
    units = draw(st.integers(0, 12))
    number = st.integers(0, max(0, units - 1))
    edges = draw(st.lists(st.tuples(number, number), max_size=30)) if units else []
    sizes = [draw(st.integers(0, 9)) for _ in range(units)]
    return ReferenceGraph.of([UnitSpan(10 * unit, 10 * unit + size) for unit, size in enumerate(sizes)], edges)


@given(graphs(), st.data())
def test_a_closure_is_the_least_set_that_needs_nothing_else(graph: ReferenceGraph, data: st.DataObject) -> None:
    some = data.draw(st.sets(st.sampled_from(range(len(graph))))) if len(graph) else set()
    closed = graph.closure(some)
    assert some <= closed
    assert all(closed.issuperset(graph.needs[unit]) for unit in closed)
    assert all(any(unit in graph.closure([each]) for each in some) for unit in closed)


@given(graphs())
def test_units_are_ordered_by_the_bytes_in_their_closures(graph: ReferenceGraph) -> None:
    weights = [sum(graph.sizes[each] for each in graph.closure([unit])) for unit in range(len(graph))]
    assert graph.by_weight() == sorted(range(len(graph)), key=lambda unit: (weights[unit], unit))


@given(graphs())
def test_dependents_are_those_with_the_unit_in_their_closures(graph: ReferenceGraph) -> None:
    for unit in range(len(graph)):
        assert graph.dependents([unit]) == {each for each in range(len(graph)) if unit in graph.closure([each])}


@given(graphs())
def test_components_need_each_other_and_come_after_what_they_need(graph: ReferenceGraph) -> None:
    assert sorted(unit for component in graph.components for unit in component) == list(range(len(graph)))
    before: set[int] = set()
    for component in graph.components:
        for unit in component:
            assert graph.closure([unit]) & graph.dependents([unit]) == set(component)
            assert set(graph.needs[unit]) <= before | set(component)
        before |= set(component)


@given(graphs(), st.data())
def test_a_restricted_graph_has_the_edges_between_the_units_left(graph: ReferenceGraph, data: st.DataObject) -> None:
    left = sorted(data.draw(st.sets(st.sampled_from(range(len(graph)))))) if len(graph) else []
    small = graph.restricted(left)
    for number, unit in enumerate(left):
        assert small.spans[number] == graph.spans[unit]
        assert [left[each] for each in small.needs[number]] == [each for each in graph.needs[unit] if each in left]


def test_long_chains_need_no_recursion() -> None:
    count = 100_000
    graph = ReferenceGraph.of([UnitSpan(0, 0)] * count, ((each, each + 1) for each in range(count - 1)))
    assert graph.components[0] == (count - 1,)
    assert len(graph.closure([0])) == count
