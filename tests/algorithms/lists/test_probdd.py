"""ProbDD's bookkeeping."""

from __future__ import annotations

import pytest

from tests.fakes import answered
from thresher.algorithms.lists.probdd import probdd
from thresher.kernel.selection import Selection


def test_the_first_block_is_the_one_with_the_most_expected_gain() -> None:
    first = answered(probdd(Selection.all(100), p0=0.1), lambda kept: len(kept) == 100).asked[0]
    assert 100 - len(first) == 9
    first = answered(probdd(Selection.all(100), p0=0.25), lambda kept: len(kept) == 100).asked[0]
    assert 100 - len(first) == 3


def test_units_of_a_missed_block_wait_until_the_others_were_tried() -> None:
    transcript = answered(probdd(Selection.all(30), p0=0.1), lambda kept: 4 in kept)
    dropped = [Selection.all(30) - kept for kept in transcript.asked]
    assert dropped[0] == Selection.all(9)
    assert dropped[1] == Selection.of(range(9, 18))
    assert transcript.result == Selection.of([4])


def test_every_needed_unit_failed_alone() -> None:
    needed = Selection.of([3, 4, 17])
    transcript = answered(probdd(Selection.all(40)), lambda kept: needed <= kept)
    for unit in needed:
        assert any(needed - kept == Selection.of([unit]) for kept in transcript.asked)


def test_the_empty_selection_is_asked_once() -> None:
    asked = answered(probdd(Selection.all(5)), lambda kept: 2 in kept).asked
    assert asked.count(Selection()) == 1


@pytest.mark.parametrize("p0", [0, 1, -0.5, 2])
def test_p0_is_a_probability(p0: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        next(probdd(Selection.all(3), p0=p0))


def test_a_hundred_thousand_units_stay_a_few_groups() -> None:
    needed = Selection.of([70_000])
    transcript = answered(probdd(Selection.all(100_000), p0=0.01), lambda kept: needed <= kept)
    assert transcript.result == needed
    assert transcript.runs < 1100
