"""rddmin: Figure 3 of the paper, and what Algorithm 1 promises."""

from __future__ import annotations

from functools import partial
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.carts import SEQUENCE_1, replay
from tests.fakes import answered
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.lists.rddmin import rddmin
from thresher.algorithms.lists.splitting import larger_first, smaller_first
from thresher.kernel.selection import Selection

subsets = st.sets(st.integers(0, 11))
needs = st.sets(st.integers(0, 11), min_size=1)


def events(kept: Selection) -> list[str]:
    return [SEQUENCE_1[unit] for unit in kept]


def test_figure_3b() -> None:
    """Eight questions, printed in the figure's order but for the last two; the reduction alone was tried before."""

    def used_events(kept: Selection) -> Selection:
        return kept[: replay(events(kept)).used]

    style: dict[str, Any] = {"complements_first": True, "split": smaller_first}
    minimizer = partial(ddmin, **style)
    search = rddmin(Selection.all(8), Selection.of([7]), minimizer=minimizer, tried=True, **style)
    transcript = answered(search, lambda kept: replay(events(kept)).outcome, cached=True, shrink=used_events)
    assert [list(kept) for kept in transcript.asked] == [
        [3, 4, 5, 6, 7],
        [0, 1, 2, 7],
        [2, 7],
        [0, 1],
        [1, 2, 7],
        [0, 2, 7],
        [2],
        [0],
    ]
    assert [outcome.value[0] for outcome in transcript.outcomes] == list("ufupufup")
    assert events(transcript.result) == ["open", "empty"]


def test_the_questions_of_algorithm_1() -> None:
    """The reduction, then with each part, then with all but each, down to parts of more than one unit; then ddmin."""
    search = rddmin(Selection.all(6), Selection.of([5]), split=larger_first)
    asked = answered(search, lambda kept: len(kept) == 6, cached=True).asked
    assert [list(kept) for kept in asked[:11]] == [
        [5],
        *([0, 1, 2, 5], [3, 4, 5]),
        *([0, 1, 5], [2, 5], [3, 5], [4, 5]),
        *([2, 3, 4, 5], [0, 1, 3, 4, 5], [0, 1, 2, 4, 5], [0, 1, 2, 3, 5]),
    ]
    assert list(asked[11]) == [0, 1, 2]  # the first half: ddmin begins


@given(needs, subsets)
def test_1_minimal_and_at_most_4_runs_more_per_unit_that_is_not_in_the_reduction(
    needed: set[int], guess: set[int]
) -> None:
    answer, whole = Selection.of(needed), Selection.all(12)
    plain = answered(ddmin(whole), lambda kept: answer <= kept)
    found = answered(rddmin(whole, Selection.of(guess)), lambda kept: answer <= kept)
    assert found.result == plain.result
    assert found.runs <= 12**2 + 3 * 12 + 1 + 4 * (12 - len(guess))
    if answer <= Selection.of(guess):
        assert all(kept <= Selection.of(guess) for kept in found.asked if guess)


@given(needs, subsets, st.integers(0, 9))
def test_a_reduction_that_is_of_no_use_costs_no_more_than_it_may(needed: set[int], guess: set[int], most: int) -> None:
    answer, whole = Selection.of(needed), Selection.all(12)
    plain = answered(ddmin(whole), lambda kept: answer <= kept)
    found = answered(rddmin(whole, Selection.of(guess), most=most), lambda kept: answer <= kept)
    if not any(answer <= kept for kept in found.asked[:most]):
        assert found.runs <= plain.runs + most
    assert found.result == plain.result


@given(needs, subsets)
def test_asking_ahead_changes_nothing(needed: set[int], guess: set[int]) -> None:
    def searched(ahead: int) -> list[Selection]:
        search = rddmin(Selection.all(12), Selection.of(guess))
        return answered(search, lambda kept: Selection.of(needed) <= kept, ahead=ahead).asked

    assert searched(0) == searched(3)
