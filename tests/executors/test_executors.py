from __future__ import annotations

import threading

import pytest

from thresher.executors import executor_for


def test_one_job_runs_in_the_callers_thread() -> None:
    with executor_for(1) as executor:
        future = executor.submit(threading.current_thread)
        assert future.done()
        assert future.result() is threading.current_thread()


def test_several_jobs_run_at_the_same_time() -> None:
    together = threading.Barrier(3)
    with executor_for(3) as executor:
        futures = [executor.submit(together.wait, 30) for _ in range(3)]
        assert sorted(future.result() for future in futures) == [0, 1, 2]


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_wait_in_the_future(jobs: int) -> None:
    with executor_for(jobs) as executor:
        future = executor.submit(int, "no number")
        with pytest.raises(ValueError, match="no number"):
            future.result()
