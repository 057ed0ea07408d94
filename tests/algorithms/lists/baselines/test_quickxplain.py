"""QuickXplain beyond what all list algorithms have in common."""

from __future__ import annotations

from random import Random

import pytest

from tests.fakes import answered
from thresher.algorithms.lists.baselines.quickxplain import quickxplain
from thresher.kernel.selection import Selection


def test_the_second_half_is_tried_first() -> None:
    transcript = answered(quickxplain(Selection.all(4)), lambda kept: 1 in kept)
    assert [list(kept) for kept in transcript.asked] == [[0, 1], [0], [1]]
    assert transcript.result == Selection.of([1])


def test_the_first_half_is_not_asked_about_as_a_whole_when_all_of_the_second_went() -> None:
    asked = answered(quickxplain(Selection.all(8)), lambda kept: 0 in kept).asked
    assert Selection() not in asked
    assert [len(kept) for kept in asked] == [4, 2, 1]


@pytest.mark.parametrize("size", [1, 7, 30])
def test_a_million_units(size: int) -> None:
    needed = Selection.of(Random(size).sample(range(10**6), size))
    transcript = answered(quickxplain(Selection.all(10**6)), lambda kept: needed <= kept)
    assert transcript.result == needed
    assert transcript.runs <= 2 * size * (20 - size.bit_length() + 1) + 2 * size
