from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.combinators import few_misses_per_group, filtered, shrinking
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.kernel.probe import Probe
from thresher.kernel.selection import Selection


def test_invalid_candidates_are_never_asked() -> None:
    """Numbers 2 and 3 belong together: without one of them nothing parses."""

    def valid(kept: Selection) -> bool:
        return (2 in kept) == (3 in kept)

    for ahead in (0, 1, 5):
        transcript = answered(filtered(ddmin(Selection.all(8)), valid), lambda kept: 3 in kept, ahead=ahead)
        assert list(transcript.result) == [2, 3]
        assert all(valid(kept) for kept in transcript.asked)


@given(st.integers(0, 30), st.sampled_from((0, 1, 5)))
def test_few_units_of_a_group_are_asked_where_their_number_counts(needed: int, ahead: int) -> None:
    everything = Selection.all(30)
    search = few_misses_per_group(one_by_one(everything), everything, lambda _: 0, limit=3)
    transcript = answered(search, lambda kept: len(kept) >= needed, ahead=ahead)
    assert len(transcript.result) == needed
    assert len(transcript.asked) <= 30 - needed + 3


@given(st.frozensets(st.integers(0, 19)), st.sampled_from((0, 1, 5)))
def test_units_without_a_group_are_all_asked(needed: frozenset[int], ahead: int) -> None:
    everything = Selection.all(20)
    search = few_misses_per_group(one_by_one(everything), everything, lambda _: None, limit=1)
    transcript = answered(search, needed.issubset, ahead=ahead)
    assert {*transcript.result} == needed


def test_a_rewriting_search_cannot_go_in_circles() -> None:
    def back_and_forth(start: str):  # type: ignore[no-untyped-def]
        """Swaps letters for ever, and sometimes drops one."""
        current = start
        while True:
            hit = yield [Probe(current[::-1]), Probe(current[1:])]
            if hit is None:
                return current
            current = hit.candidate

    def size(text: str) -> tuple[int, bytes]:
        return len(text), text.encode()

    transcript = answered(shrinking(back_and_forth("xaxb"), "xaxb", size), lambda text: "a" in text)
    assert transcript.result == "ax"  # no smaller swap or drop still fails
    assert all(size(after) < size(before) for before, after in pairwise(transcript.hits))
