"""Stages end sooner where earlier ones have found nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.combinators import Ended
from thresher.kernel.selection import Selection
from thresher.plan.patience import HURRIED, Family, Patience

NOTHING = Selection()


@given(st.sampled_from(Family), st.integers(1, 50), st.integers(0, 200))
def test_misses_shorten_the_patience_of_their_family_only(family: Family, limit: int, misses: int) -> None:
    patience = Patience()
    patience.learn(family, Ended(NOTHING, misses, hit=False))
    assert 1 <= patience.limit(family, limit) <= limit
    assert all(patience.limit(other, limit) == limit for other in Family if other is not family)


@given(st.sampled_from(Family), st.integers(1, 50), st.integers(0, 200))
def test_misses_add_up_until_something_hits(family: Family, first: int, second: int) -> None:
    patience = Patience()
    patience.learn(family, Ended(NOTHING, first, hit=False))
    patience.learn(family, Ended(NOTHING, second, hit=False))
    assert patience.rows[family] == first + second
    patience.learn(family, Ended(NOTHING, 0, hit=True))
    assert patience.limit(family, 8) == 8
    assert patience.productive == {family}


@given(st.integers(0, 1000), st.integers(1, 1000))
def test_a_hurried_visit_leaves_a_proof_to_a_later_one(asked: int, misses: int) -> None:
    assert Patience().until_proved(asked, misses=misses) == misses
    assert Patience(hurried=True).until_proved(asked, misses=misses) == min(misses, HURRIED)
