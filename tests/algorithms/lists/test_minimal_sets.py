"""Enumerating answers (exercise 5.9 of Zeller's book)."""

from __future__ import annotations

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.lists.minimal_sets import minimal_sets
from thresher.algorithms.lists.rddmin import Minimizer
from thresher.kernel.selection import Selection


def a_or_bb(kept: Selection) -> bool:
    text = "".join("aabb"[unit] for unit in kept)
    return "a" in text or "bb" in text


def test_all_answers_of_the_lecture_s_aabb() -> None:
    found = answered(minimal_sets(Selection.all(4)), a_or_bb).result
    assert set(found) == {Selection.of([0]), Selection.of([1]), Selection.of([2, 3])}


def test_the_limit_is_kept() -> None:
    assert len(answered(minimal_sets(Selection.all(4), limit=2), a_or_bb).result) == 2


def test_one_answer_costs_one_more_run_per_unit() -> None:
    needed = Selection.of([2, 3, 5])
    transcript = answered(minimal_sets(Selection.all(8)), lambda kept: needed <= kept)
    assert transcript.result == [needed]
    assert [8 - len(kept) for kept in transcript.asked[-3:]] == [1, 1, 1]


def test_nothing_at_all_is_the_only_answer_if_it_fails() -> None:
    assert answered(minimal_sets(Selection.all(4)), lambda _: True).result == [Selection()]


@given(
    answers=st.lists(st.sets(st.integers(0, 6), min_size=1, max_size=4), min_size=1, max_size=4),
    minimizer=st.sampled_from([ddmin, None]),
    ahead=st.sampled_from([0, 2, 5]),
)
def test_complete_for_a_monotone_test(answers: list[set[int]], minimizer: Minimizer | None, ahead: int) -> None:
    smallest = {frozenset(one) for one in answers if not any(other < one for other in answers)}

    def test(kept: Selection) -> bool:
        return any(answer <= set(kept) for answer in smallest)

    search = partial(minimal_sets, minimizer=minimizer) if minimizer else minimal_sets
    found = answered(search(Selection.all(7), limit=99), test, ahead=ahead).result
    assert len(found) == len(smallest)
    assert {frozenset(one) for one in found} == smallest


@given(st.lists(st.booleans(), min_size=32, max_size=32), st.integers(1, 5))
def test_each_is_different_and_1_minimal_for_any_test(fails: list[bool], limit: int) -> None:
    fails[-1] = True

    def test(kept: Selection) -> bool:
        return fails[sum(1 << unit for unit in kept)]

    found = answered(minimal_sets(Selection.all(5), limit=limit), test).result
    assert 1 <= len(found) == len(set(found)) <= limit
    for kept in found:
        assert test(kept)
        assert not any(test(kept.without(at, at + 1)) for at in range(len(kept)))
