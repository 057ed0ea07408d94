"""Runs of numbers against plain sets."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trees import depths
from thresher.kernel.selection import Selection
from thresher.structures.trees.shape import Shape, gaps, without_runs

UNITS = st.sets(st.integers(0, 12))


@given(depths(), UNITS)
def test_the_shape_is_that_of_the_depths(levels: list[int], kept: set[int]) -> None:
    shape = Shape.from_depths(levels)
    selection = Selection.of(kept & set(range(len(levels))))
    for node in range(len(levels)):
        inside = [other for other in range(node, len(levels)) if _is_inside(levels, other, node)]
        assert inside == list(range(node, shape.end(node)))
        children = [other for other in inside if levels[other] == levels[node] + 1]
        assert list(shape.children(node)) == children
        assert all(shape.parents[child] == node for child in children)
    for depth in range(max(levels) + 2):
        assert list(shape.level(selection, depth)) == [node for node in selection if levels[node] == depth]
    assert shape.height == max(levels)


def _is_inside(levels: list[int], node: int, around: int) -> bool:
    return node == around or all(levels[other] > levels[around] for other in range(around + 1, node + 1))


@given(UNITS, UNITS)
def test_without_runs_is_a_difference(kept: set[int], removed: set[int]) -> None:
    runs = Selection.of(removed).runs()
    assert without_runs(Selection.of(kept), runs) == Selection.of(kept - removed)


@given(UNITS, st.lists(st.integers(0, 13), unique=True).map(sorted))
def test_runs_that_touch(kept: set[int], edges: list[int]) -> None:
    runs = list(pairwise(edges))
    removed = set(range(edges[0], edges[-1])) if edges else set()
    assert without_runs(Selection.of(kept), runs) == Selection.of(kept - removed)


@given(UNITS, st.integers(0, 13), st.integers(0, 13))
def test_gaps_are_what_is_not_kept(kept: set[int], low: int, high: int) -> None:
    if low < high:
        found = gaps(Selection.of(kept), low, high)
        assert found == list(Selection.of(set(range(low, high)) - kept).runs())


def test_depths_of_no_tree() -> None:
    for wrong in ([1], [0, 2], [0, 1, 0]):
        with pytest.raises(ValueError, match="cannot be at depth"):
            Shape.from_depths(wrong)
