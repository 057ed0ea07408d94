from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.fatal_errors import ENOUGH, ErrorEvidence, ErrorFilter, ErrorKinds
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.kernel.selection import Selection

UNITS = 30
SETS = st.frozensets(st.integers(0, UNITS - 1))
AHEAD = st.sampled_from((0, 1, 5))


def errors_by_unit(kept: Selection) -> ErrorKinds:
    """Each third unit is declared before all others use it: without it there is an error of one of two kinds."""
    gone = frozenset(f"kind {unit % 2}" for unit in range(0, UNITS, 3) if unit not in kept)
    return ErrorKinds(str(list(kept)), gone)


@given(SETS, AHEAD)
def test_a_kind_of_error_that_never_failed_is_asked_few_times(needed: frozenset[int], ahead: int) -> None:
    chosen = ErrorFilter(ErrorEvidence(), errors_by_unit)

    def fails(kept: Selection) -> bool:
        return needed.issubset(kept) and not errors_by_unit(kept).kinds

    transcript = answered(chosen.applied(ddmin(Selection.all(UNITS))), fails, ahead=ahead)
    asked = Counter(kind for kept in set(transcript.asked) for kind in errors_by_unit(kept).kinds)
    assert max(asked.values(), default=0) <= ENOUGH
    assert {*transcript.result} == needed | set(range(0, UNITS, 3))


@given(SETS, AHEAD)
def test_errors_that_a_candidate_failed_with_do_not_matter(needed: frozenset[int], ahead: int) -> None:
    chosen = ErrorFilter(ErrorEvidence(harmless=frozenset({"kind 0", "kind 1"})), errors_by_unit)
    transcript = answered(chosen.applied(one_by_one(Selection.all(UNITS))), needed.issubset, ahead=ahead)
    assert {*transcript.result} == needed


@given(SETS, SETS)
def test_pulling_ahead_changes_neither_questions_nor_what_is_learned(
    needed: frozenset[int], other: frozenset[int]
) -> None:
    def fails(kept: Selection) -> bool:
        return needed.issubset(kept) or (other.issubset(kept) and not errors_by_unit(kept).kinds)

    seen = []
    for ahead in (0, 1, 7):
        chosen = ErrorFilter(ErrorEvidence(), errors_by_unit)
        transcript = answered(chosen.applied(ddmin(Selection.all(UNITS))), fails, ahead=ahead)
        seen.append((transcript.hits, transcript.result, chosen.learned))
    assert seen[0] == seen[1] == seen[2]


def test_a_candidate_that_is_asked_twice_counts_once() -> None:
    errors, evidence = ErrorKinds("the same", frozenset({"kind"})), ErrorEvidence()
    for _ in range(ENOUGH):
        evidence = evidence.with_miss(errors)
    assert not evidence.is_fatal(errors.kinds)
    for number in range(ENOUGH):
        evidence = evidence.with_miss(ErrorKinds(str(number), errors.kinds))
    assert evidence.is_fatal(errors.kinds)
    assert not evidence.with_hit(errors).is_fatal(errors.kinds)


@given(SETS, AHEAD)
def test_no_candidate_with_a_new_error_is_asked_where_a_text_must_compile(needed: frozenset[int], ahead: int) -> None:
    evidence = ErrorEvidence(harmless=frozenset({"kind 0"}), must_compile=True)
    chosen = ErrorFilter(evidence, errors_by_unit, learns=False)
    transcript = answered(chosen.applied(ddmin(Selection.all(UNITS))), needed.issubset, ahead=ahead)
    assert not any("kind 1" in errors_by_unit(kept).kinds for kept in transcript.asked)
    assert chosen.learned == evidence


def test_a_hit_with_a_new_error_shows_that_errors_may_be_harmless() -> None:
    evidence, errors = ErrorEvidence(must_compile=True), ErrorKinds("a candidate", frozenset({"kind"}))
    assert evidence.is_fatal(errors.kinds)
    assert not evidence.starting_with(errors).is_fatal(errors.kinds)
    assert evidence.starting_with(errors).must_compile
    assert evidence.with_hit(errors).must_compile is False
    assert not evidence.with_hit(errors).is_fatal(frozenset({"another"}))
