"""A limit of time does not depend on what else the machine does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.oracle.running.deadline import MOST_EXTENSION, Deadline, Starvation
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.process import run

STARVES = """
import os, sys
os.nice(19)
os.sched_setaffinity(0, {int(sys.argv[1])})
while int(open("/proc/self/schedstat").read().split()[1]) < 2e9:
    os.sched_yield()
"""
"""Ends when it has waited two seconds for a processor."""


@pytest.fixture
def crowded() -> Iterator[str]:
    """The number of a processor that others keep busy."""
    processor = str(min(os.sched_getaffinity(0)))
    busy = "import os, sys\nos.sched_setaffinity(0, {int(sys.argv[1])})\nwhile True: pass"
    command = [sys.executable, "-c", busy, processor]
    others = [subprocess.Popen(command, start_new_session=True) for _ in range(3)]
    yield processor
    for other in others:
        other.kill()
        other.wait()


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="the kernel does not say who waits")
def test_waiting_for_a_processor_does_not_count(crowded: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", STARVES, crowded]
    seen = run(command, directory=tmp_path, environment=os.environ, limits=Limits(seconds=1))
    assert (seen.exit_code, seen.timed_out) == (0, False), seen.stderr


def test_who_sleeps_is_not_starved() -> None:
    """Ten minutes of sleep are ten minutes."""
    deadline = Deadline(0.0, 600.0, Starvation(os.getpid()))
    assert not deadline.passed(599.0)
    assert deadline.passed(600.0 * MOST_EXTENSION)


@given(st.floats(0.1, 100), st.lists(st.floats(0, 1000), min_size=1, max_size=5))
def test_the_deadline_moves_by_what_does_not_count(seconds: float, waits: list[float]) -> None:
    waits = sorted(waits)
    answers = iter(waits)
    deadline = Deadline(0.0, seconds, lambda: next(answers))
    for waited in waits:
        assert deadline.moment is not None
        assert not deadline.passed(deadline.moment * 0.99)
        now = deadline.moment
        over = now >= min(seconds + waited, MOST_EXTENSION * seconds)
        assert deadline.passed(now) == over
        if over:
            break


def test_without_a_limit_the_time_is_never_up() -> None:
    deadline = Deadline(0.0, None, lambda: 0.0)
    assert deadline.moment is None
    assert not deadline.passed(1e9)
