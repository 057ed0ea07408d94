from __future__ import annotations

from tests.fakes import answered
from thresher.algorithms.ddmin import ddmin
from thresher.algorithms.filtered import filtered
from thresher.kernel.selection import Selection


def test_invalid_candidates_are_never_asked() -> None:
    """Numbers 2 and 3 belong together: without one of them nothing parses."""

    def valid(kept: Selection) -> bool:
        return (2 in kept) == (3 in kept)

    for ahead in (0, 1, 5):
        transcript = answered(filtered(ddmin(Selection.all(8)), valid), lambda kept: 3 in kept, ahead=ahead)
        assert list(transcript.result) == [2, 3]
        assert all(valid(kept) for kept in transcript.asked)
