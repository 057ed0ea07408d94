"""Isolating a difference."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.lists.dd import dd
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection

HTML = '<SELECT NAME="priority" MULTIPLE SIZE=7>'
DELTAS = 5


def crashes(kept: Selection) -> bool:
    return re.search("<SELECT[^>]*>", "".join(HTML[unit] for unit in kept)) is not None


def test_example_5_9_one_character_makes_the_difference() -> None:
    transcript = answered(dd(Selection(), Selection.all(len(HTML))), crashes, cached=True)
    passing, failing = transcript.result
    assert transcript.runs <= 6
    assert crashes(failing)
    assert not crashes(passing)
    assert len(failing - passing) == 1


@pytest.mark.parametrize("needed", range(40))
def test_one_delta_of_forty_takes_at_most_six_tests(needed: int) -> None:
    transcript = answered(dd(Selection(), Selection.all(40)), lambda kept: needed in kept, cached=True)
    passing, failing = transcript.result
    assert transcript.runs <= 6
    assert failing - passing == Selection.of([needed])


def test_only_the_difference_is_searched() -> None:
    passing, failing = Selection.of([0, 1, 5]), Selection.of([0, 1, 2, 3, 5, 8])
    transcript = answered(dd(passing, failing), lambda kept: 3 in kept, cached=True)
    assert all(passing <= kept <= failing for kept in transcript.asked)
    assert transcript.result[1] - transcript.result[0] == Selection.of([3])


def test_two_deltas_that_only_go_together_are_one_difference() -> None:
    """Either of them alone is unresolved, so that neither can be left out."""

    def test(kept: Selection) -> Outcome:
        there = {3, 6} & set(kept)
        return {0: Outcome.PASS, 1: Outcome.UNRESOLVED, 2: Outcome.FAIL}[len(there)]

    passing, failing = answered(dd(Selection(), Selection.all(10)), test, cached=True).result
    assert failing - passing == Selection.of([3, 6])


def test_one_delta_asks_nothing() -> None:
    passing, failing = Selection(), Selection.all(1)
    transcript = answered(dd(passing, failing), lambda _: Outcome.UNRESOLVED)
    assert (transcript.result, transcript.runs) == ((passing, failing), 0)


def test_the_passing_deltas_must_be_among_the_failing_ones() -> None:
    with pytest.raises(ValueError, match="not part of"):
        next(dd(Selection.of([3]), Selection.of([1, 2])))


tables = st.lists(st.sampled_from(Outcome), min_size=2**DELTAS, max_size=2**DELTAS)


@given(outcomes=tables, ahead=st.sampled_from([0, 1, 5]), shrinks=st.booleans())
def test_the_difference_is_1_minimal_for_any_test(outcomes: list[Outcome], ahead: int, shrinks: bool) -> None:
    outcomes[0], outcomes[-1] = Outcome.PASS, Outcome.FAIL

    def test(kept: Selection) -> Outcome:
        return outcomes[sum(1 << unit for unit in kept)]

    def shrink(kept: Selection) -> Selection:
        return next(kept[:used] for used in range(len(kept) + 1) if test(kept[:used]) is Outcome.FAIL)

    search = dd(Selection(), Selection.all(DELTAS))
    transcript = answered(search, test, cached=True, ahead=ahead, shrink=shrink if shrinks else None)
    passing, failing = transcript.result
    assert transcript.runs <= DELTAS**2 + 3 * DELTAS
    assert test(passing) is Outcome.PASS
    assert test(failing) is Outcome.FAIL
    assert passing <= failing
    difference = failing - passing
    if len(difference) > 1:
        for unit in difference:
            assert test(passing | Selection.of([unit])) is not Outcome.PASS
            assert test(failing - Selection.of([unit])) is not Outcome.FAIL


@given(outcomes=tables, ahead=st.sampled_from([1, 2, 5]))
def test_pulling_ahead_changes_nothing(outcomes: list[Outcome], ahead: int) -> None:
    def test(kept: Selection) -> Outcome:
        return outcomes[sum(1 << unit for unit in kept)]

    plain, pulled = (answered(dd(Selection(), Selection.all(DELTAS)), test, ahead=pull) for pull in (0, ahead))
    assert plain == pulled
