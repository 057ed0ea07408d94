"""Stages that begin before the answers to earlier ones are certain: nothing shows but the time that is saved."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from benchmarks.simulation import VirtualExecutor, VirtualTests, simulated
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats import containers
from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.record.stop_conditions import StopConditions
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.errors import Stopped
from thresher.kernel.events import Event, Improved, Noted, StageStarted
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle
from thresher.plan import PlanOptions, plan_for

PROGRAM = b"""
int one(int a) { int x = a + 1; if (x > 2) { x = x * 2; } return x; }
int two(int a) { return one(a) + 22; }
int main(void) { int y = two(3); y = y + one(y); return y; }
"""


def fails(data: bytes, whole: bytes, salt: int) -> bool:
    """Arbitrary, but always the same for one content."""
    return data == whole or (len(data) > 4 and blake2b(data, salt=b"%d" % salt).digest()[0] < 150)


def shown_of(data: bytes, jobs: int, salt: int, *, name: str = "a.c", most_tests: int | None = None) -> list[object]:
    """What a user is shown of a reduction, but for the tests and the times."""

    def oracle(content: Callable[[], bytes], running: RunHandle) -> Answer:
        return Answer(Verdict(Outcome.FAIL if fails(content(), data, salt) else Outcome.PASS), 60.0)

    result, shown = SmallestContent(data), list[object]()
    record, executor = Record(result, name=name, stops=StopConditions(tests=most_tests)), VirtualExecutor()

    def listen(event: Event) -> None:
        if isinstance(event, StageStarted):
            shown.append((event.stage, event.algorithm, event.units))
        elif isinstance(event, Improved):
            shown.append(event.size)
        elif isinstance(event, Noted):
            shown.append(event.message)

    record.listen(listen)
    driver = Driver(oracle, executor, record, jobs=jobs, tests=VirtualTests)
    plan = plan_for(name, data, PlanOptions())
    try:
        shown.append(Reduction(result, driver, record, plan, FlakinessSettings(), name=name).run())
    except Stopped as stopped:
        shown.append((str(stopped), record.best))
    return shown


@settings(max_examples=12, deadline=None)
@given(salt=st.integers(0, 1 << 16), jobs=st.sampled_from((2, 3, 8, 40)), most_tests=st.none() | st.integers(5, 150))
def test_what_is_shown_is_the_same_for_any_number_of_workers(salt: int, jobs: int, most_tests: int | None) -> None:
    """In the same order too: stages, better results and notes."""
    alone = shown_of(PROGRAM, 1, salt, most_tests=most_tests)
    assert shown_of(PROGRAM, jobs, salt, most_tests=most_tests) == alone


@settings(max_examples=6, deadline=None)
@given(salt=st.integers(0, 1 << 16), jobs=st.sampled_from((3, 40)))
def test_parts_of_a_container_have_rounds_of_their_own(salt: int, jobs: int) -> None:
    archive = containers.zipped({"a.c": PROGRAM, "b.txt": b"one\ntwo 22\nthree\n"})
    assert shown_of(archive, jobs, salt, name="a.zip") == shown_of(archive, 1, salt, name="a.zip")


def test_the_next_stage_begins_before_the_last_tests_of_a_stage_have_ended() -> None:
    """With as many workers as tests, a plan in which nothing can go takes few times as long as one test."""

    def test(data: bytes) -> bool:
        return data == PROGRAM

    one, many = (
        simulated(PROGRAM, "a.c", test, jobs=jobs, seconds=lambda _: 60.0, plan_options=PlanOptions())
        for jobs in (1, 200)
    )
    assert one.result == many.result
    assert one.seconds / 60 > 60
    assert many.seconds / 60 <= 4
