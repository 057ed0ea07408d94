from __future__ import annotations

from collections.abc import Callable

import pytest

from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.record.statistics import Statistics
from thresher.engine.record.stop_conditions import Stall, StopConditions
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.errors import Stopped, UsageError
from thresher.executors import executor_for
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle
from thresher.plan import PlanOptions, plan_for


def test_time_and_tests() -> None:
    assert StopConditions().reason(Statistics(), seconds=1e9, tests=10**9) is None
    assert "max-seconds" in str(StopConditions(seconds=5).reason(Statistics(), seconds=5, tests=0))
    assert "max-tests" in str(StopConditions(tests=3).reason(Statistics(), seconds=0, tests=3))


def test_a_stall_needs_tests_without_progress() -> None:
    stops = StopConditions(stall=Stall(1, 100))
    busy = Statistics(tests=200, curve=[(50, 0.0, 1000), (150, 0.0, 900)])
    stuck = Statistics(tests=260, curve=[(50, 0.0, 1000), (150, 0.0, 900), (250, 0.0, 899)])
    assert stops.reason(busy, seconds=0, tests=200) is None
    assert "--stall" in str(stops.reason(stuck, seconds=0, tests=260))
    assert stops.reason(stuck, seconds=0, tests=99) is None


@pytest.mark.parametrize("text", ["", "1", "x/y", "0/10", "1/0", "-1/5"])
def test_bad_stalls_are_explained(text: str) -> None:
    with pytest.raises(UsageError, match="1/100"):
        Stall.parse(text)


TEXT = b"".join(b"line %d has some words\n" % number for number in range(60))


def stopped(jobs: int, stops: StopConditions) -> Record:
    """A reduction up to a limit. Tests seem to take a minute, so that much is asked ahead."""

    def oracle(content: Callable[[], bytes], running: RunHandle) -> Answer:
        data = content()
        fails = all(part in data for part in (b"3 has", b"line 17", b"42", b"words\nline 58"))
        return Answer(Verdict(Outcome.FAIL if fails else Outcome.PASS), 60)

    result = SmallestContent(TEXT)
    record = Record(result, name="x.txt", stops=stops)
    with executor_for(jobs) as executor:
        driver = Driver[bytes](oracle, executor, record, jobs=jobs)
        reduction = Reduction(
            result, driver, record, plan_for("x.txt", TEXT, PlanOptions()), FlakinessSettings(checks=1)
        )
        with pytest.raises(Stopped):
            reduction.run()
    return record


@pytest.mark.parametrize("tests", [1, 2, 3, 7, 12, 25, 50, 90])
def test_max_tests_counts_no_speculative_tests(tests: int) -> None:
    """However many workers there are, as much is found with the same number of tests."""
    alone = stopped(1, StopConditions(tests=tests))
    assert alone.stops.certain_tests == alone.statistics.tests
    for jobs in (2, 8):
        others = stopped(jobs, StopConditions(tests=tests))
        assert others.best == alone.best
        assert others.stops.certain_tests == alone.stops.certain_tests <= others.statistics.tests


def test_a_stall_is_the_same_for_any_number_of_workers() -> None:
    alone = stopped(1, StopConditions(stall=Stall(20, 15)))
    for jobs in (2, 8):
        assert stopped(jobs, StopConditions(stall=Stall(20, 15))).best == alone.best
