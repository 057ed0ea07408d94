"""A selection behaves as the sorted list of its units does."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.kernel.selection import Selection

units = st.frozensets(st.integers(0, 40))


@given(units, units)
def test_set_operations_are_those_of_sets(left: frozenset[int], right: frozenset[int]) -> None:
    a, b = Selection.of(left), Selection.of(right)
    assert set(a | b) == left | right
    assert set(a & b) == left & right
    assert set(a - b) == left - right
    assert (a <= b) == (left <= right)
    assert (a == b) == (left == right)
    assert (hash(a) == hash(b)) or left != right


@given(units, st.integers(0, 50), st.integers(0, 50))
def test_slices_count_positions(members: frozenset[int], start: int, stop: int) -> None:
    selection, listed = Selection.of(members), sorted(members)
    assert list(selection[start:stop]) == listed[start:stop]
    if start <= stop:
        assert list(selection.without(start, stop)) == listed[:start] + listed[stop:]


@given(units)
def test_units_and_positions_are_inverse(members: frozenset[int]) -> None:
    selection, listed = Selection.of(members), sorted(members)
    assert len(selection) == len(listed)
    assert bool(selection) == bool(listed)
    for position, unit in enumerate(listed):
        assert selection.unit(position) == unit
        assert selection.position(unit) == position
    for unit in range(42):
        assert (unit in selection) == (unit in members)
        assert selection.position(unit) == sum(member < unit for member in members)


@given(units, st.integers(1, 10))
def test_split_covers_all_in_nearly_equal_parts(members: frozenset[int], count: int) -> None:
    selection = Selection.of(members)
    parts = selection.split(count)
    assert [unit for part in parts for unit in part] == sorted(members)
    sizes = [len(part) for part in parts]
    assert max(sizes) - min(sizes) <= 1


@given(units)
def test_runs_are_maximal(members: frozenset[int]) -> None:
    runs = list(Selection.of(members).runs())
    assert all(stop < start for (_, stop), (start, _) in pairwise(runs))
    assert {unit for start, stop in runs for unit in range(start, stop)} == members


def test_many_units_cost_a_few_numbers() -> None:
    everything = Selection.all(10**12)
    left = everything.without(5, 10**11)
    assert left.bounds == (0, 5, 10**11, 10**12)
    assert len(left) == 10**12 - 10**11 + 5


def test_what_is_not_there() -> None:
    with pytest.raises(IndexError):
        Selection.all(3).unit(3)
    with pytest.raises(ValueError, match="step 1"):
        Selection.all(3)[::2]
    assert repr(Selection.of([1, 2, 3, 7])) == "Selection(1-3, 7)"
    assert not Selection.all(0)
