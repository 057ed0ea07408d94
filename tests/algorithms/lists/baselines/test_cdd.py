"""CDD's schedule."""

from __future__ import annotations

import pytest

from tests.fakes import answered
from thresher.algorithms.lists.baselines.cdd import cdd, chunk_size
from thresher.kernel.selection import Selection


def test_chunks_shrink_round_by_round() -> None:
    transcript = answered(cdd(Selection.all(20)), lambda kept: len(kept) == 20)
    sizes = [20 - len(kept) for kept in transcript.asked]
    assert sizes == [9, 9, 2] + [6, 6, 6, 2] + [3] * 6 + [2] + [2] * 10 + [1] * 20


def test_after_a_hit_the_search_continues_with_the_next_part() -> None:
    transcript = answered(cdd(Selection.all(20)), lambda kept: 15 in kept)
    assert [len(kept) for kept in transcript.asked[:4]] == [11, 2, 9, 3]
    assert transcript.result == Selection.of([15])


def test_the_empty_selection_is_asked_once() -> None:
    asked = answered(cdd(Selection.all(5)), lambda kept: 2 in kept).asked
    assert asked.count(Selection()) == 1


@pytest.mark.parametrize("p0", [0, 1, -0.5, 2])
def test_p0_is_a_probability(p0: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        next(cdd(Selection.all(3), p0=p0))


def test_a_small_p0_starts_with_large_chunks() -> None:
    assert [chunk_size(p0, 0) for p0 in (0.001, 0.01, 0.25, 0.9)] == [999, 99, 3, 1]
