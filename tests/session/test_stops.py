from __future__ import annotations

import pytest

from thresher.errors import UsageError
from thresher.session.statistics import Statistics
from thresher.session.stops import Stall, Stops


def test_time_and_tests() -> None:
    assert Stops().reason(Statistics(), seconds=1e9, tests=10**9) is None
    assert "max-seconds" in str(Stops(seconds=5).reason(Statistics(), seconds=5, tests=0))
    assert "max-tests" in str(Stops(tests=3).reason(Statistics(), seconds=0, tests=3))


def test_a_stall_needs_tests_without_progress() -> None:
    stops = Stops(stall=Stall(1, 100))
    busy = Statistics(tests=200, curve=[(50, 0.0, 1000), (150, 0.0, 900)])
    stuck = Statistics(tests=260, curve=[(50, 0.0, 1000), (150, 0.0, 900), (250, 0.0, 899)])
    assert stops.reason(busy, seconds=0, tests=200) is None
    assert "--stall" in str(stops.reason(stuck, seconds=0, tests=260))
    assert stops.reason(stuck, seconds=0, tests=99) is None


@pytest.mark.parametrize("text", ["", "1", "x/y", "0/10", "1/0", "-1/5"])
def test_bad_stalls_are_explained(text: str) -> None:
    with pytest.raises(UsageError, match="1/100"):
        Stall.parse(text)
