"""How far a run got, read from its output."""

from __future__ import annotations

import pytest

from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.failures.criterion import StatedCriterion
from thresher.oracle.failures.observation import Observation
from thresher.oracle.progress import ProgressCriterion, parse_progress


def judged(pattern: str, stdout: bytes, stderr: bytes = b"", exit_code: int = 3) -> Verdict:
    return ProgressCriterion(StatedCriterion(exit_code=3), parse_progress(pattern)).judge(
        Observation(exit_code, None, stdout, stderr)
    )


def test_the_last_number_counts() -> None:
    assert judged(r"step (\d+)", b"step 1\nstep 2\n") == Verdict(Outcome.FAIL, "exit 3", 2)
    assert judged(r"step (\d+)", b"step 1\n", b"step 7: no button").used == 7
    assert judged(r"^(\d+)/", b"\xff\n1/9\n2/9\n", exit_code=0) == Verdict(Outcome.PASS, "exit 0", 2)


def test_without_a_number_there_is_no_progress() -> None:
    assert judged(r"step (\w+)", b"step one").used is None
    assert judged(r"step (\d+)", b"").used is None


def test_the_criterion_is_described_as_before() -> None:
    progress = ProgressCriterion(StatedCriterion(exit_code=3), parse_progress(r"(\d+)"))
    assert progress.describe() == StatedCriterion(exit_code=3).describe()
    other = Observation(1, None, b"", b"")
    assert progress.other_failure(other) == StatedCriterion(exit_code=3).other_failure(other)


@pytest.mark.parametrize("pattern", ["step", "step (", r"\d+"])
def test_a_pattern_needs_a_group(pattern: str) -> None:
    with pytest.raises(UsageError):
        parse_progress(pattern)
