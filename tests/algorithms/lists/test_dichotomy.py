"""Dichotomy: the questions of a bisection, borders of groups, units that cannot go alone."""

from __future__ import annotations

from math import log2

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.lists.dichotomy import dichotomy
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.sequences.by_levels import by_levels, dd_by_levels
from thresher.algorithms.sequences.unresolved_groups import unresolved_groups
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection


def test_the_questions_of_a_bisection() -> None:
    asked = answered(dichotomy(Selection.all(8)), lambda kept: 2 in kept).asked
    assert [list(kept) for kept in asked] == [[0, 1, 2, 3], [0, 1], [0, 1, 2], [2]]


@given(needed=st.sets(st.integers(0, 9999), min_size=1, max_size=5))
def test_few_runs_for_few_needed_units(needed: set[int]) -> None:
    wanted = Selection.of(needed)
    done = answered(dichotomy(Selection.all(10000)), lambda kept: wanted <= kept, cached=True)
    assert done.result == wanted
    assert done.runs <= len(needed) * (log2(10000) + 2)


def test_beginnings_end_at_borders_as_long_as_they_can() -> None:
    cuts = (Selection.of([0, 10, 20, 30]), Selection.of([0, 5, 10, 20, 22, 30]))
    asked = answered(dichotomy(Selection.all(40), cuts=cuts), lambda kept: 21 in kept).asked
    assert [len(kept) for kept in asked] == [20, 30, 22, 21, 1]


def test_adjacent_causes_are_searched_together() -> None:
    cuts = (Selection.of(range(0, 1000, 100)),)
    wanted = Selection.of([510, 590])
    done = answered(dichotomy(Selection.all(1000), cuts=cuts), lambda kept: wanted <= kept)
    group = Selection.of(range(500, 591))
    assert done.result == wanted
    assert done.asked.index(group) < 13
    assert all(kept <= group for kept in done.asked[done.asked.index(group) :])


def pairs(kept: Selection, cause: int) -> Outcome:
    """Units 2n and 2n + 1 are there both or not at all, but for the cause."""
    there = set(kept) - {cause}
    if any((unit ^ 1) not in there for unit in there if unit ^ 1 != cause):
        return Outcome.UNRESOLVED
    return Outcome.FAIL if cause in kept else Outcome.PASS


@given(cause=st.integers(0, 31), ahead=st.sampled_from([0, 3]))
def test_what_can_only_go_together_goes_together(cause: int, ahead: int) -> None:
    def shuffled(kept: Selection) -> Selection:
        return Selection.of((unit * 13) % 32 for unit in kept)

    def test(kept: Selection) -> Outcome:
        return pairs(shuffled(kept), cause)

    found = answered(dichotomy(Selection.all(32)), test, ahead=ahead).result
    done = answered(unresolved_groups(found), test, ahead=ahead)
    assert shuffled(done.result) == Selection.of([cause])


def test_ties_spare_the_search_of_each_tied_unit() -> None:
    def test(kept: Selection) -> Outcome:
        related_units = {0, 50, 99} & set(kept)
        if related_units and len(related_units) < 3:
            return Outcome.UNRESOLVED
        return Outcome.FAIL if 20 in kept else Outcome.PASS

    related_units = Selection.of([0, 50, 99])
    with_related = answered(
        dichotomy(Selection.all(100), related=lambda unit, kept: [related_units & kept]), test, cached=True
    )
    assert with_related.result == Selection.of([20])
    assert with_related.runs < answered(dichotomy(Selection.all(100)), test, cached=True).runs


def test_it_stops_where_prefixes_are_unresolved() -> None:
    def test(kept: Selection) -> Outcome:
        return Outcome.FAIL if 199 in kept and 0 in kept else Outcome.UNRESOLVED

    done = answered(dichotomy(Selection.all(200), unresolved_limit=3), test)
    assert done.runs == 4
    assert test(done.result) is Outcome.FAIL
    assert answered(by_levels(hgt, done.result, (Selection.of(range(0, 200, 20)),)), test).result == Selection.of(
        [0, 199]
    )


@given(cause=st.integers(0, 999))
def test_dd_by_levels_ends_with_the_cause(cause: int) -> None:
    cuts = (Selection.of(range(0, 1000, 100)), Selection.of(range(0, 1000, 10)))
    done = answered(dd_by_levels(Selection.all(1000), cuts), lambda kept: cause in kept, cached=True)
    passing, failing = done.result
    assert failing - passing == Selection.of([cause])
    assert done.runs <= log2(1000) + 3
