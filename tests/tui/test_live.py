from __future__ import annotations

from tests.tui.conftest import FIRST, SECOND, THIRD
from thresher.engine.record.statistics import Statistics
from thresher.kernel.events import StageStarted, Tested
from thresher.kernel.outcome import Outcome
from thresher.tui.live import MOST_SHOWN, Live, Running


def test_the_view_has_what_happened(live: Live) -> None:
    view = live.view()
    assert view.curve == [(0, 0.0, len(FIRST)), (1, 0.4, len(SECOND)), (3, 1.2, len(THIRD))]
    assert (view.content, view.before) == (THIRD, SECOND)
    assert view.running == [Running("drop unit 7", 12, 1.5)]
    assert view.reasons == [("fail: exit 1: trouble", 2), ("unresolved: other failure: exit 2", 1)]
    assert view.other_failures == {"exit-2-no-main": 20}
    assert (view.tests, view.cancelled, view.seconds, view.speed) == (3, 1, 2.0, 2.0)
    assert view.note == "something to know"


def test_what_was_asked_ahead_is_gone_after_a_success(live: Live) -> None:
    assert [running.label for running in live.view().running] == ["drop unit 7"]


def test_the_end_of_a_phase_is_estimated_where_possible(live: Live) -> None:
    assert live.view().left is None
    live(StageStarted(1.5, "source", "heaviest", 8))  # once more, on what is left
    live(Tested(1.5, "d4", Outcome.PASS, "exit 0", 0.1, 12))
    assert live.view().left == (7 / (4 / 1.5), 7 / (4 / 1.5))


def test_a_large_content_is_not_touched() -> None:
    def best() -> bytes:
        raise AssertionError

    assert Live(Statistics(), first=MOST_SHOWN + 1, best=best, elapsed=lambda: 0.0).view().content is None
