"""The last part of HGT on its own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.lists.hgt.certificate import FailedRemovals, certified
from thresher.kernel.decision import follow
from thresher.kernel.selection import Selection


def test_all_needed_units_are_tried_once() -> None:
    transcript = answered(follow(certified(Selection.all(5), FailedRemovals(), backward=True)), lambda _: False)
    assert [Selection.all(5) - kept for kept in transcript.asked] == [Selection.of([unit]) for unit in (4, 3, 2, 1, 0)]


def test_what_was_tried_on_this_selection_is_not_tried_again() -> None:
    tried = FailedRemovals().and_missed(3).and_missed(1)
    transcript = answered(follow(certified(Selection.all(5), tried, backward=False)), lambda _: False)
    assert [Selection.all(5) - kept for kept in transcript.asked] == [Selection.of([unit]) for unit in (0, 2, 4)]


def test_what_was_never_tried_comes_first() -> None:
    tried = FailedRemovals().and_missed(0).and_missed(1).after_hit()
    transcript = answered(follow(certified(Selection.all(4), tried, backward=False)), lambda _: False)
    assert [Selection.all(4) - kept for kept in transcript.asked] == [Selection.of([unit]) for unit in (2, 3, 0, 1)]


def test_blocks_grow_while_units_can_go() -> None:
    needed = Selection.of([999])
    search = follow(certified(Selection.all(1000), FailedRemovals(), backward=False))
    transcript = answered(search, lambda kept: needed <= kept)
    assert transcript.result == needed
    assert transcript.runs < 60


@given(st.lists(st.booleans(), min_size=64, max_size=64), st.sets(st.integers(0, 5)), st.booleans())
def test_1_minimal_for_any_test(fails: list[bool], tried_before: set[int], backward: bool) -> None:
    def test(kept: Selection) -> bool:
        return fails[sum(1 << unit for unit in kept)]

    fails[-1] = True
    tried = FailedRemovals()
    for unit in tried_before:
        tried = tried.and_missed(unit)
    result = answered(follow(certified(Selection.all(6), tried.after_hit(), backward=backward)), test).result
    assert test(result)
    assert not any(test(result.without(at, at + 1)) for at in range(len(result)))
