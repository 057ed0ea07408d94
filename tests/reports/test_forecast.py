"""How many tests a run still takes."""

from __future__ import annotations

from thresher.kernel.events import StageStarted
from thresher.reports.forecast import Forecast


def _tested(forecast: Forecast, times: int) -> None:
    for _ in range(times):
        forecast.tested()


def test_nobody_knows_in_the_first_round() -> None:
    forecast = Forecast()
    assert forecast.tests() is None
    forecast.started(StageStarted(0.0, "lines", "hgt", 100))
    _tested(forecast, 30)
    assert forecast.tests() is None


def test_later_rounds_are_like_the_one_before() -> None:
    forecast = Forecast()
    for phase, took in (("source", 40), ("tokens", 20)):
        forecast.started(StageStarted(0.0, phase, "hgt", 50))
        _tested(forecast, took)
        forecast.improved()
    forecast.started(StageStarted(1.0, "source", "hgt", 10))
    _tested(forecast, 4)
    assert forecast.tests() == (6, 6 + 20)  # the rest of this phase, and the other one as before
    forecast.improved()
    assert forecast.tests() == (10, 10 + 20 + 24)  # and all of it once more
    forecast.started(StageStarted(1.0, "tokens", "one_by_one", 7, confirms=True))
    _tested(forecast, 7)
    assert forecast.tests() is not None
