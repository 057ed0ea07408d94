from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Executor

import pytest

from thresher.engine.control import Control, Skipped
from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.record.stop_conditions import StopConditions
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.errors import Stopped
from thresher.executors.local import LocalExecutor
from thresher.kernel.events import Event
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle
from thresher.plan import PlanOptions, plan_for

DATA = b"".join(b"line %d\n" % number for number in range(20))


@pytest.fixture
def executor() -> Iterator[Executor]:
    with LocalExecutor(2) as found:
        yield found


def reduction(control: Control, executor: Executor, oracle: object) -> tuple[Reduction, Record]:
    result = SmallestContent(DATA)
    record = Record(result, name="a.txt", stops=StopConditions(control=control))
    driver = Driver(oracle, executor, record, jobs=2, control=control)  # type: ignore[arg-type]
    return Reduction(
        result, driver, record, plan_for("a.txt", DATA, PlanOptions()), FlakinessSettings(), name="a.txt"
    ), record


def needs_17(render: object, running: RunHandle) -> Answer:
    return Answer(Verdict(Outcome.of(b"17" in render())))  # type: ignore[operator]


def test_nothing_is_wished_at_first() -> None:
    Control().check()


def test_a_stop_ends_the_tests_in_flight_and_keeps_the_best(executor: Executor) -> None:
    control, ended = Control(), threading.Event()

    def oracle(render: object, running: RunHandle) -> Answer:
        answer = needs_17(render, running)
        if record.best != DATA:
            control.stop("enough")
            while not running.cancelled:  # as long as nobody kills it
                ended.wait(0.001)
        return answer

    search, record = reduction(control, executor, oracle)
    with pytest.raises(Stopped, match="enough"):
        search.run()
    assert b"17" in record.best != DATA


def test_a_skipped_phase_ends_and_the_next_one_begins(executor: Executor) -> None:
    control, stages = Control(), list[Event]()

    def oracle(render: object, running: RunHandle) -> Answer:
        if len(stages) == 2:
            control.skip()
        return needs_17(render, running)

    search, record = reduction(control, executor, oracle)
    record.listen(lambda event: stages.append(event) if type(event).__name__ == "StageStarted" else None)
    with pytest.raises(Stopped, match=r"skipped: lines \(hgt\)"):
        search.run()
    assert record.best == b"17"
    assert len(stages) > 3


def test_a_pause_asks_nothing_until_it_ends(executor: Executor) -> None:
    control, asked = Control(), []

    def oracle(render: object, running: RunHandle) -> Answer:
        asked.append(1)
        return needs_17(render, running)

    search, record = reduction(control, executor, oracle)
    paused = threading.Event()

    def listen(event: object) -> None:
        if type(event).__name__ == "StageStarted" and not paused.is_set():
            control.pause()
            paused.set()

    record.listen(listen)
    thread = threading.Thread(target=search.run)
    thread.start()
    paused.wait()
    before = len(asked)
    assert control.paused
    thread.join(0.05)
    assert (thread.is_alive(), len(asked)) == (True, before)
    control.resume()
    thread.join()
    assert record.best == b"17"


def test_between_phases_there_is_nothing_to_skip() -> None:
    control = Control()
    control.skip()
    control.check()
    with control.phase():
        control.skip()
    control.check()  # it came too late
    with control.phase():
        control.skip()
        with pytest.raises(Skipped):
            control.check()
