from __future__ import annotations

from itertools import pairwise

from tests.fakes import answered
from thresher.algorithms.combinators import filtered, shrinking
from thresher.algorithms.lists.ddmin import ddmin
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
