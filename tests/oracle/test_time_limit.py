"""Time limits by size: never too short for what failing contents have shown, and short where they were quick."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.kernel.outcome import Outcome
from thresher.oracle.answer import Answer
from thresher.oracle.command import CommandOracle, Program
from thresher.oracle.failures.criterion import ExitZeroCriterion
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories
from thresher.oracle.time_limit import FACTOR, LEAST, SizedTimeLimit

RUNS = st.lists(st.tuples(st.integers(0, 100), st.floats(0, 100)))


@pytest.fixture
def directories() -> Iterator[RunDirectories]:
    made = RunDirectories()
    yield made
    made.close()


@given(runs=RUNS, size=st.integers(0, 110), most=st.floats(LEAST, 1000))
def test_a_limit_allows_ten_times_the_next_larger_failing_content(
    runs: list[tuple[int, float]], size: int, most: float
) -> None:
    limit = SizedTimeLimit(most)
    for run in runs:
        limit.learn(*run)
    larger = sorted(run for run in runs if run[0] >= size)
    allowed = limit.seconds(size)
    assert LEAST <= allowed <= most
    if not larger:
        assert allowed == most
    else:
        needed = max(seconds for at, seconds in runs if at < size or (at, seconds) == larger[0])
        assert allowed == min(most, max(LEAST, FACTOR * needed))


def answer(directories: RunDirectories, limit: SizedTimeLimit, program: str, content: bytes) -> Answer:
    oracle = CommandOracle(
        Program(("sh", "-c", program), "x.txt"),
        directories,
        criterion=ExitZeroCriterion(),
        limits=Limits(limit.most),
        time_limit=limit,
    )
    return oracle(lambda: content, RunHandle())


def test_a_hang_of_a_small_content_ends_after_the_time_of_larger_ones(directories: RunDirectories) -> None:
    limit = SizedTimeLimit(3600.0)
    limit.learn(100, 0.01)
    stopped = answer(directories, limit, "while :; do :; done", b"small")
    assert stopped.verdict.outcome is Outcome.UNRESOLVED
    assert stopped.stopped_early


def test_what_fails_is_learned_with_its_size(directories: RunDirectories) -> None:
    limit = SizedTimeLimit(3600.0)
    before = copy.copy(limit)
    assert not answer(directories, limit, "exit 1", b"12345").stopped_early
    assert limit.seconds(5) == before.seconds(5)
    assert answer(directories, limit, "exit 0", b"12345").verdict.outcome is Outcome.FAIL
    assert limit.seconds(5) < 3600.0
    assert limit.seconds(6) == 3600.0
