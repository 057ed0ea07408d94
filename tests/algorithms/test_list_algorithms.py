"""What every list minimizer in the folder must keep, whatever the test answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.registry import DEFAULT, list_algorithm, list_algorithms
from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection

NAMES = sorted(list_algorithms())


@dataclass(frozen=True)
class Table:
    """A test over a few units, written out: the outcome of each of the 2**units selections."""

    units: int
    outcomes: tuple[Outcome, ...]

    def __call__(self, kept: Selection) -> Outcome:
        return self.outcomes[sum(1 << unit for unit in kept)]

    @property
    def everything(self) -> Selection:
        return Selection.all(self.units)

    def one_minimal(self, kept: Selection) -> bool:
        return all(self(kept.without(at, at + 1)) is not Outcome.FAIL for at in range(len(kept)))


@st.composite
def any_table(draw: st.DrawFn) -> Table:
    """Any outcomes at all; everything fails, nothing does not."""
    units = draw(st.integers(1, 6))
    outcomes = draw(st.lists(st.sampled_from(Outcome), min_size=2**units, max_size=2**units))
    outcomes[0], outcomes[-1] = Outcome.PASS, Outcome.FAIL
    return Table(units, tuple(outcomes))


@st.composite
def monotone_table(draw: st.DrawFn) -> Table:
    """Fails if one of a few nonempty answers is contained."""
    units = draw(st.integers(1, 8))
    answers = draw(st.lists(st.integers(1, 2**units - 1), min_size=1, max_size=3))
    fails = (any(mask & answer == answer for answer in answers) for mask in range(2**units))
    return Table(units, tuple(Outcome.FAIL if fail else Outcome.PASS for fail in fails))


def shrinker(table: Table) -> Callable[[Selection], Selection]:
    """A run that shows how its first units were enough, where they are."""

    def shrink(kept: Selection) -> Selection:
        if table(kept) is not Outcome.FAIL:
            return kept
        return next(kept[:used] for used in range(len(kept) + 1) if table(kept[:used]) is Outcome.FAIL)

    return shrink


@pytest.mark.parametrize("name", NAMES)
@given(table=any_table())
def test_the_result_fails_and_keeps_what_is_guaranteed(name: str, table: Table) -> None:
    algorithm = list_algorithm(name)
    transcript = answered(algorithm.search(table.everything), table)
    assert table(transcript.result) is Outcome.FAIL
    assert transcript.result <= table.everything
    if algorithm.guarantee is Guarantee.ONE_MINIMAL:
        assert table.one_minimal(transcript.result)


@pytest.mark.parametrize("name", NAMES)
@given(table=monotone_table())
def test_for_a_monotone_test_the_result_is_1_minimal_and_a_second_run_makes_no_progress(
    name: str, table: Table
) -> None:
    search = list_algorithm(name).search
    result = answered(search(table.everything), table).result
    assert table(result) is Outcome.FAIL
    assert table.one_minimal(result)
    again = answered(search(result), table)
    assert (again.result, again.hits) == (result, [])


@pytest.mark.parametrize("name", NAMES)
@given(table=any_table(), ahead=st.sampled_from([1, 2, 5]))
def test_pulling_ahead_changes_nothing(name: str, table: Table, ahead: int) -> None:
    search = list_algorithm(name).search
    assert answered(search(table.everything), table, ahead=ahead) == answered(search(table.everything), table)


@pytest.mark.parametrize("name", NAMES)
@given(table=any_table(), ahead=st.sampled_from([0, 3]))
def test_hits_that_are_smaller_than_asked_are_welcome(name: str, table: Table, ahead: int) -> None:
    algorithm = list_algorithm(name)
    result = answered(algorithm.search(table.everything), table, shrink=shrinker(table), ahead=ahead).result
    assert table(result) is Outcome.FAIL
    assert result <= table.everything
    if algorithm.guarantee is Guarantee.ONE_MINIMAL:
        assert table.one_minimal(result)


@pytest.mark.parametrize("name", NAMES)
@given(table=any_table())
def test_units_may_have_any_numbers(name: str, table: Table) -> None:
    """The same search over units 10, 13, 16, ... asks the same questions."""
    search = list_algorithm(name).search
    spread = Selection.of(range(10, 10 + 3 * table.units, 3))
    plain = answered(search(table.everything), table)
    wide = answered(search(spread), lambda kept: table(Selection.of((unit - 10) // 3 for unit in kept)))
    assert [[(unit - 10) // 3 for unit in kept] for kept in wide.asked] == [list(kept) for kept in plain.asked]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_asked_about_nothing(name: str) -> None:
    transcript = answered(list_algorithm(name).search(Selection()), lambda _: Outcome.FAIL)
    assert (transcript.result, transcript.asked) == (Selection(), [])


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(answer=st.sets(st.integers(0, 199), min_size=1, max_size=12))
def test_longer_lists_with_one_answer(name: str, answer: set[int]) -> None:
    needed = Selection.of(answer)
    assert answered(list_algorithm(name).search(Selection.all(200)), lambda kept: needed <= kept).result == needed


@pytest.mark.parametrize("name", NAMES)
def test_units_that_must_be_removed_in_pairs(name: str) -> None:
    """Every unit but one is there only with its partner: nothing can go alone, all can go at once."""

    def test(kept: Selection) -> bool:
        there = set(kept)
        return 0 in there and all((one in there) == (one + 1 in there) for one in range(1, 9, 2))

    result = answered(list_algorithm(name).search(Selection.all(9)), test).result
    assert test(result)


def test_the_registry_knows_its_algorithms() -> None:
    assert {"cdd", "complement", "ddmin", "hgt", "probdd", "quickxplain"} <= set(NAMES)
    assert DEFAULT in NAMES
    with pytest.raises(UsageError, match="choose from cdd"):
        list_algorithm("no such")


def test_the_table_of_outcomes_reads_as_meant() -> None:
    fails = [Selection.of(units) for size in range(3) for units in combinations(range(2), size)]
    table = Table(2, (Outcome.PASS, Outcome.PASS, Outcome.UNRESOLVED, Outcome.FAIL))
    assert [table(kept) for kept in fails] == [Outcome.PASS, Outcome.PASS, Outcome.UNRESOLVED, Outcome.FAIL]
