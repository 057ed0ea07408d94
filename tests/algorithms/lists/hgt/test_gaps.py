"""The model of gaps keeps to the laws of probability, and learns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.lists.hgt.gaps import Gaps, ListHistory

SINGLE = (0.2, 0.9)

gaps_seen = st.lists(st.integers(0, 200), max_size=20)


def after(units: int, seen: list[int]) -> Gaps:
    gaps = Gaps.prior(units, SINGLE)
    for gap in seen:
        gaps = gaps.drop(gap).need((0.0, 0.1), units)
    return gaps


@given(st.integers(1, 10**7))
def test_the_prior_is_a_distribution(units: int) -> None:
    gaps = Gaps.prior(units, SINGLE)
    assert gaps.many_reach(0) == pytest.approx(1)
    assert gaps.one_reaches(0) == 1
    assert gaps.one_reaches(units) == 0
    assert [odds / (1 + odds) for odds in gaps.one] == pytest.approx(SINGLE)


@given(gaps_seen, st.integers(0, 5000), st.integers(1, 5000))
def test_longer_gaps_are_less_likely(seen: list[int], units: int, more: int) -> None:
    gaps = after(5000, seen)
    assert 0 <= gaps.many_reach(units + more) <= gaps.many_reach(units) <= gaps.many_reach(0) < 1.02
    assert gaps.one_reaches(units + more) <= gaps.one_reaches(units)


def test_it_learns_how_dense_a_list_is() -> None:
    dense, sparse = after(100_000, [2, 3, 1, 4] * 5), after(100_000, [900, 1100, 1300] * 6)
    assert dense.many_reach(20) < 0.1
    assert sparse.many_reach(20) > 0.9
    assert dense.density() > 20 * sparse.density()


def test_similar_lists_predict_the_density_of_a_list() -> None:
    known = [
        Gaps.prior(1000, SINGLE, history).density()
        for history in (ListHistory(0, 10_000), ListHistory(), ListHistory(3, 1), ListHistory(10_000, 0))
    ]
    assert known == sorted(known)
    assert known[0] < 0.01
    assert known[-1] > 0.7


@given(st.integers(1, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_prediction_is_a_distribution(units: int, needed: int, gone: int) -> None:
    assert Gaps.prior(units, SINGLE, ListHistory(needed, gone)).many_reach(0) == pytest.approx(1)


def test_it_learns_that_needed_units_stand_together() -> None:
    runs = after(100_000, [0, 0, 0, 0, 0, 0, 700] * 4)
    assert runs.many_reach(1) < 0.35
    assert runs.many_reach(400) > 0.1


def test_it_changes_its_mind_when_the_list_changes() -> None:
    gaps = after(100_000, [3] * 30)
    surprised = gaps.drop(300)
    assert gaps.many_reach(300) < 0.1
    assert surprised.many_reach(600) / surprised.many_reach(300) > 0.5


@given(gaps_seen)
def test_one_needed_unit_is_no_more_likely_after_two(seen: list[int]) -> None:
    gaps = after(1000, seen)
    if len(seen) >= 2:
        assert max(gaps.none) < 1
    assert all(odds >= 0 for odds in gaps.one + gaps.none)


def test_what_is_behind_is_free_if_there_is_but_one() -> None:
    gaps = Gaps.prior(1000, (1e-9, 1 - 1e-9))
    crowd, single = gaps.free_behind(10, 990)
    assert single == pytest.approx(1)
    assert crowd < 0.2
    assert all(0 <= chance <= 1 for chance in gaps.crowded(990, 0.9).free_behind(10, 990))


def test_a_blend_lies_between() -> None:
    dense, sparse = after(1000, [1] * 9), after(1000, [300] * 3)
    reaches = [gaps.many_reach(50) for gaps in (dense, dense.blended(sparse), sparse)]
    assert reaches == sorted(reaches)
