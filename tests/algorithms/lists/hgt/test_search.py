"""How little HGT asks, and that it is right when its beliefs are not."""

from __future__ import annotations

from math import ceil, comb, log2
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes import Test, Transcript, answered
from thresher.algorithms.lists.hgt.search import hgt
from thresher.kernel.selection import Selection

MILLION = 10**6


def asked_for(units: int, needed: Selection) -> Transcript[Selection, Selection]:
    transcript = answered(hgt(Selection.all(units)), lambda kept: needed <= kept, cached=True)
    assert transcript.result == needed
    return transcript


def least(units: int, needed: int) -> int:
    """The bound for a certified answer: bits to learn, and a miss for each unit."""
    return ceil(log2(comb(units, needed))) + needed


def test_one_option_of_31_takes_about_seven_tests() -> None:
    runs = [asked_for(31, Selection.of([needed])).runs for needed in range(31)]
    assert mean(runs) <= 7.5
    assert max(runs) <= 9


@pytest.mark.parametrize(
    "needed",
    [0, 1, 5, MILLION // 3, MILLION // 2 - 1, MILLION // 2, MILLION - 30_000, MILLION - 4000, MILLION - 2, MILLION - 1]
    + [Random(seed).randrange(MILLION) for seed in range(20)],
)
def test_one_unit_of_a_million_takes_at_most_24_tests(needed: int) -> None:
    assert asked_for(MILLION, Selection.of([needed])).runs <= 24


def test_in_a_hurry_most_of_a_long_list_goes_early() -> None:
    def left(needed: int, *, hurry: bool) -> int:
        """Units after six tests."""
        done = answered(hgt(Selection.all(1000), hurry=hurry), lambda kept: needed in kept)
        assert done.result == Selection.of([needed])
        return min([len(kept) for kept, place in zip(done.hits, done.hit_at, strict=True) if place < 6], default=1000)

    places = range(0, 1000, 37)
    assert mean(left(needed, hurry=True) for needed in places) < 0.7 * mean(
        left(needed, hurry=False) for needed in places
    )


@pytest.mark.parametrize(
    ("units", "needed", "seeds"), [(1000, 20, 40), (1000, 100, 8), (10_000, 20, 20), (10_000, 100, 4)]
)
def test_scattered_units_take_little_more_than_the_bound(units: int, needed: int, seeds: int) -> None:
    answers = [Selection.of(Random(f"test {seed}").sample(range(units), needed)) for seed in range(seeds)]
    assert mean(asked_for(units, answer).runs for answer in answers) <= 1.075 * least(units, needed)


@pytest.mark.parametrize("units", [2, 10, 100, 1000])
def test_a_list_that_is_all_needed_takes_little_more_than_a_test_for_each(units: int) -> None:
    assert asked_for(units, Selection.all(units)).runs <= max(1.03 * units, units + 3)


def test_a_run_of_needed_units_costs_less_than_scattered_ones() -> None:
    runs = [asked_for(10_000, Selection.of(range(start, start + 30))).runs for start in range(100, 9900, 700)]
    assert mean(runs) < least(10_000, 30) / 2


def noisy(needed: Selection, seed: int) -> Test[Selection]:
    """One candidate in five is unresolved, always the same ones."""
    return lambda kept: needed <= kept and Random(f"{seed} {kept}").random() >= 0.2


def test_noise_does_not_lead_far_astray() -> None:
    """Twice what a quiet test takes is ddmin's figure, and that is the best of all others here."""
    runs = []
    for seed in range(60):
        needed = Selection.of([Random(seed).randrange(1000)])
        runs.append(answered(hgt(Selection.all(1000)), noisy(needed, seed), cached=True).runs)
    assert mean(runs) <= 28


@pytest.mark.parametrize("backward", [False, True])
def test_the_end_where_dependencies_allow_removals_is_found(backward: bool) -> None:
    """Every unit needs its neighbour, so that units can go from one end only."""

    def builds(kept: Selection) -> bool:
        connected = len(kept.bounds) <= 2
        return connected and 500 in kept and (0 if backward else 999) in kept

    assert answered(hgt(Selection.all(1000)), builds, cached=True).runs < 550 + 100


@given(st.sets(st.integers(0, 63), max_size=20), st.sets(st.integers(0, 63), min_size=1), st.sampled_from([0, 1, 7]))
def test_wrong_inferences_are_found_out(holes: set[int], needed: set[int], ahead: int) -> None:
    """Selections of some sizes are unresolved, which has nothing to do with what is needed."""

    def test(kept: Selection) -> bool:
        return needed <= set(kept) and (len(kept) not in holes or len(kept) == 64)

    result = answered(hgt(Selection.all(64)), test, ahead=ahead).result
    assert test(result)
    assert not any(test(result.without(at, at + 1)) for at in range(len(result)))


@given(st.lists(st.booleans(), min_size=16, max_size=16))
def test_the_empty_selection_is_asked_when_one_unit_is_left(fails: list[bool]) -> None:
    fails[0] = fails[-1] = True
    transcript = answered(hgt(Selection.all(4)), lambda kept: fails[sum(1 << unit for unit in kept)])
    assert len(transcript.result) != 1
    assert not transcript.result or all(
        not fails[sum(1 << unit for unit in transcript.result.without(at, at + 1))]
        for at in range(len(transcript.result))
    )


@settings(max_examples=30)
@given(st.integers(1, 400), st.integers(0, 2**32), st.sampled_from([0.0, 0.1, 0.5, 0.9]), st.sampled_from([1, 2, 5]))
def test_pulling_ahead_changes_nothing_on_longer_lists(units: int, seed: int, unresolved: float, ahead: int) -> None:
    random = Random(seed)
    needed = Selection.of(random.sample(range(units), random.randint(0, min(units, 30))))

    def test(kept: Selection) -> bool:
        return needed <= kept and Random(f"{seed} {kept}").random() >= unresolved

    plain, pulled = (answered(hgt(Selection.all(units)), test, ahead=pull) for pull in (0, ahead))
    assert plain == pulled
