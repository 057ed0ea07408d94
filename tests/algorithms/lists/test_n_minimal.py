"""n-minimality, by the lecture's quiz and by brute force."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.lists.baselines.complement import complement
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.lists.n_minimal import n_minimal
from thresher.kernel.selection import Selection

WORD = "babab"


def text(kept: Selection) -> str:
    return "".join(WORD[unit] for unit in kept)


def crashes(kept: Selection) -> bool:
    return text(kept).count("b") % 2 == 1 and text(kept).count("a") % 2 == 0


def one_minimal(kept: Selection) -> bool:
    return not any(crashes(kept.without(at, at + 1)) for at in range(len(kept)))


def test_the_lecture_s_quiz_babab() -> None:
    """The smallest is b, there are four 1-minimal texts of size 3, and none of them is 2-minimal."""
    three = [Selection.of(units) for units in combinations(range(5), 3)]
    assert {text(kept) for kept in three if crashes(kept) and one_minimal(kept)} == {"aab", "aba", "baa", "bbb"}
    for kept in three:
        if crashes(kept):
            assert text(answered(n_minimal(kept, n=2), crashes).result) == "b"


def test_complements_alone_are_stuck_where_pairs_are_not() -> None:
    assert text(answered(complement(Selection.all(5)), crashes).result) == "babab"
    transcript = answered(n_minimal(Selection.all(5), n=2, minimizer=complement), crashes)
    assert text(transcript.result) == "b"


def test_n_1_adds_nothing() -> None:
    plain, same = answered(hgt(Selection.all(5)), crashes), answered(n_minimal(Selection.all(5), n=1), crashes)
    assert (plain.asked, plain.result) == (same.asked, same.result)


def test_n_is_at_least_1() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        next(n_minimal(Selection.all(5), n=0))


@given(st.lists(st.booleans(), min_size=32, max_size=32), st.integers(1, 4), st.sampled_from([0, 3]))
def test_no_n_units_can_go_at_once(fails: list[bool], n: int, ahead: int) -> None:
    fails[0], fails[-1] = False, True

    def test(kept: Selection) -> bool:
        return fails[sum(1 << unit for unit in kept)]

    result = answered(n_minimal(Selection.all(5), n=n), test, ahead=ahead).result
    assert test(result)
    for count in range(1, min(n, len(result)) + 1):
        assert not any(test(result - Selection.of(units)) for units in combinations(result, count))
