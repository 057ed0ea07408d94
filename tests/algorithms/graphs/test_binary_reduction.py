"""Binary reduction against brute force, on random graphs."""

from __future__ import annotations

from itertools import chain, combinations
from math import ceil, log2

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from tests.structures.test_references import graphs
from thresher.algorithms.graphs.binary_reduction import Close, binary_reduction
from thresher.kernel.selection import Selection
from thresher.structures.references import ReferenceGraph


def closing(graph: ReferenceGraph) -> Close:
    return lambda units: Selection.of(graph.closure(units))


@given(graphs(), st.data())
def test_the_result_is_closed_and_no_closed_set_inside_it_fails(graph: ReferenceGraph, data: st.DataObject) -> None:
    if not len(graph):
        return
    needed = Selection.of(data.draw(st.sets(st.sampled_from(range(len(graph))), min_size=1)))
    everything, close = Selection.all(len(graph)), closing(graph)
    run = answered(binary_reduction(everything, close, graph.by_weight()), lambda kept: needed <= kept)
    assert run.result == close(needed)
    assert all(close(asked) == asked for asked in run.asked)
    steps = ceil(log2(len(graph))) + 2
    assert run.runs <= steps * len(needed)


@given(graphs(), st.data())
def test_whatever_the_test_says_the_result_fails_and_is_closed(graph: ReferenceGraph, data: st.DataObject) -> None:
    if not len(graph):
        return
    everything, close = Selection.all(len(graph)), closing(graph)
    units = range(len(graph))
    subsets = chain.from_iterable(combinations(units, size) for size in range(1, min(len(graph), 4)))
    failing = data.draw(st.sets(st.sampled_from(list(subsets) or [(0,)]))) | {tuple(units)}
    run = answered(binary_reduction(everything, close, graph.by_weight()), lambda kept: tuple(kept) in failing)
    assert tuple(run.result) in failing
    assert close(run.result) == run.result


@given(graphs(), st.data())
def test_what_is_needed_for_sure_is_in_every_candidate(graph: ReferenceGraph, data: st.DataObject) -> None:
    if not len(graph):
        return
    sure, needed = (Selection.of(data.draw(st.sets(st.sampled_from(range(len(graph))), min_size=1))) for _ in "ab")
    everything, close = Selection.all(len(graph)), closing(graph)
    search = binary_reduction(everything, close, graph.by_weight(), close(sure))
    run = answered(search, lambda kept: sure | needed <= kept)
    assert run.result == close(sure | needed)
    assert all(sure <= asked for asked in run.asked)
