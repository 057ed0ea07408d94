"""Bayes' rule over a row of misses, against a calculation unit by unit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.lists.hgt.evidence import NOISE, Miss, posterior
from thresher.algorithms.lists.hgt.gaps import Gaps

UNITS = 60
LEVELS = (0.6, 0.4)


def miss(gaps: Gaps, offset: int) -> Miss:
    reach = gaps.removed + offset
    return Miss(offset, gaps.many_reach(reach), gaps.one_reaches(reach))


def unit_by_unit(gaps: Gaps, offsets: list[int], level: int) -> list[float]:
    """The probability of each place of the first needed unit; the last is for nowhere up to there."""
    places = []
    for place in range(UNITS):
        at, behind = gaps.removed + place, gaps.removed + place + 1
        weight = gaps.many_reach(at) - gaps.many_reach(behind)
        weight += gaps.one[level] * (gaps.one_reaches(at) - gaps.one_reaches(behind))
        places.append(weight * NOISE[level] ** sum(offset <= place for offset in offsets))
    end = gaps.removed + UNITS
    rest = gaps.many_reach(end) + gaps.one[level] * gaps.one_reaches(end) + gaps.none[level]
    places.append(rest * NOISE[level] ** len(offsets))
    return [place / sum(places) for place in places]


@given(st.sets(st.integers(1, UNITS - 1), max_size=5), st.integers(0, 300), st.integers(1, UNITS - 1))
def test_each_level_follows_bayes_rule(offsets: set[int], removed: int, place: int) -> None:
    gaps = Gaps.prior(1000, (0.2, 0.9)).drop(removed)
    belief = posterior(gaps, LEVELS, tuple(miss(gaps, offset) for offset in sorted(offsets)), some=False)
    at = gaps.removed + place
    found = belief.at(place, gaps.many_reach(at), gaps.one_reaches(at))
    for level in range(len(NOISE)):
        assert found[level] == pytest.approx(sum(unit_by_unit(gaps, sorted(offsets), level)[place:]))


@given(st.sets(st.integers(1, UNITS), max_size=6), st.integers(0, 300))
def test_half_is_an_offset_that_was_not_asked(offsets: set[int], removed: int) -> None:
    gaps = Gaps.prior(1000, (0.2, 0.9)).drop(removed)
    belief = posterior(gaps, LEVELS, tuple(miss(gaps, offset) for offset in sorted(offsets)), some=False)
    offset, behind = belief.half(UNITS, offsets)
    assert 0 <= behind <= 1
    assert 0 <= offset <= UNITS
    assert offset not in offsets


def test_half_splits_what_is_left_of_a_block() -> None:
    gaps = Gaps.prior(1000, (0.2, 0.9))
    offset, behind = posterior(gaps, LEVELS, (miss(gaps, 100),), some=True).half(1000, {100})
    assert 1 < offset < 100
    assert behind == pytest.approx(0.5, abs=0.1)


def test_noise_gains_weight_when_misses_contradict_each_other() -> None:
    """A block that could not go, of which all went but for one unit, was perhaps unresolved."""
    gaps = Gaps.prior(1000, (0.2, 0.9)).drop(99)
    quiet, noise = posterior(gaps, LEVELS, (miss(gaps, 1),), some=False).at(
        1, gaps.many_reach(100), gaps.one_reaches(100)
    )
    assert quiet < 0.5 < noise


def test_nothing_is_behind_what_is_certain() -> None:
    gaps = Gaps.prior(10, (0.2, 0.9))
    assert posterior(gaps, LEVELS, (miss(gaps, 10),), some=True).behind[-2:] == [0, 0]
