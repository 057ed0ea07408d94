"""The queue: every change is in the file, whoever opens it next."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import UsageError
from thresher.service.queue.database import JobQueue
from thresher.service.queue.job import JobState, QueuedJob, shown_name, stored_name


def add(queue: JobQueue, name: str = "a.c") -> QueuedJob:
    return queue.add(queue.new_key(), name=name, command="gcc", line="gcc {}", size=3)


def test_jobs_run_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    with closing(JobQueue(tmp_path / "queue")) as queue:
        jobs = [add(queue, f"{number}.c") for number in range(3)]
        begun = [queue.begin() for _ in range(4)]
        assert [job and job.name for job in begun] == ["0.c", "1.c", "2.c", None]
        assert [job.number for job in queue.jobs()] == [3, 2, 1]
        queue.end(jobs[1].key, JobState.STOPPED, "why")
        add(queue, "3.c")
        assert queue.resume(jobs[1].key)
        assert [job.name for job in queue.waiting()] == ["3.c", "1.c"]


def test_what_ran_waits_again_after_a_restart_before_the_others(tmp_path: Path) -> None:
    queue = JobQueue(tmp_path / "queue")
    first, second, third = (add(queue, f"{number}.c") for number in range(3))
    queue.begin()
    queue.begin()
    queue.ask_to_stop(second.key)
    with closing(JobQueue(tmp_path / "queue")) as again:  # the first one was killed: it is not closed
        assert [job.key for job in again.waiting()] == [first.key, third.key]
        stopped = again.get(second.key)
        assert stopped is not None
        assert stopped.state is JobState.STOPPED
    queue.close()


def test_only_what_makes_sense_is_done(tmp_path: Path) -> None:
    with closing(JobQueue(tmp_path / "queue")) as queue:
        job = add(queue)
        assert not queue.resume(job.key)
        assert not queue.remove(job.key)
        assert queue.ask_to_stop(job.key)
        assert not queue.ask_to_stop(job.key)
        assert queue.begin() is None
        assert queue.resume(job.key)
        assert queue.begin() is not None
        assert queue.ask_to_stop(job.key)
        assert not queue.remove(job.key)
        queue.end(job.key, JobState.COMPLETE)
        assert not queue.resume(job.key)
        assert queue.remove(job.key)
        assert queue.get(job.key) is None


def test_another_file_is_an_error_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "queue"
    path.write_bytes(b"something else, which is long enough to be read as a header of a database" * 20)
    before = path.read_bytes()
    with pytest.raises(UsageError, match="cannot be read"):
        JobQueue(path)
    assert path.read_bytes() == before


@given(st.text(max_size=150))
def test_no_name_is_a_path_or_means_anything_to_a_program(name: str) -> None:
    assert stored_name(name).startswith("input")
    assert not set(stored_name(name)) & set("/\\\0\n '\"$*-")
    shown = shown_name(name)
    assert shown
    assert "/" not in shown
    assert shown.isprintable()
    shown.encode()
