"""The queue of jobs and what they report, without a browser."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from thresher.service.http.feed import Feed
from thresher.web.service.jobs import Jobs, JobsFull, JobSummary, RecordingJobState


class Counted:
    """A job that runs until it is released."""

    def __init__(self) -> None:
        self.feed, self.files = Feed(), {"a.txt": b"a"}
        self.may_end = threading.Event()
        self.was_run = False

    @property
    def summary(self) -> JobSummary:
        return JobSummary("a", RecordingJobState.FINISHED if self.feed.closed else RecordingJobState.WAITING)

    def run(self) -> None:
        self.was_run = True
        self.may_end.wait()
        self.feed.close()

    def stop(self) -> None:
        self.may_end.set()

    def abandon(self) -> None:
        self.feed.close()
        self.may_end.set()


def test_only_so_many_jobs_wait() -> None:
    jobs = Jobs(most_waiting=2)
    added = [Counted() for _ in range(3)]
    names = [jobs.add(job) for job in added]
    with pytest.raises(JobsFull):
        jobs.add(Counted())
    added[0].feed.close()
    jobs.add(Counted())
    assert jobs.get(names[0]) is added[0]
    assert jobs.get("none") is None


@pytest.mark.parametrize("count", [1, 11, 15, 19, 20, 25])
def test_the_last_jobs_are_kept(count: int) -> None:
    jobs = Jobs(most_kept=20)
    names = []
    for _ in range(count):
        job = Counted()
        names.append(jobs.add(job))
        job.feed.close()
    assert [name for name in names if jobs.get(name) is not None] == names[-20:]


def test_jobs_run_one_by_one_and_end_with_the_server() -> None:
    jobs, first, second = Jobs(), Counted(), Counted()
    jobs.add(first)
    jobs.add(second)
    jobs.start()
    first.stop()
    jobs.abandon()
    jobs.join()
    assert first.feed.closed
    assert second.feed.closed


def test_readers_see_every_event_whenever_they_come() -> None:
    feed = Feed()

    async def read(start: int) -> list[tuple[int, dict[str, Any]] | None]:
        return [event async for event in feed.follow(start)]

    def publish_and_close() -> None:
        feed.publish("late", value=2)
        feed.close()

    async def all_readers() -> list[list[tuple[int, dict[str, Any]] | None]]:
        feed.publish("early", value=1)
        readers = [asyncio.create_task(read(start)) for start in (0, 1, 7)]
        await asyncio.sleep(0)  # they begin to wait
        writer = threading.Thread(target=publish_and_close)
        writer.start()
        found = list(await asyncio.gather(*readers, read(0)))
        writer.join()
        return found

    early, late = (0, {"type": "early", "value": 1}), (1, {"type": "late", "value": 2})
    assert asyncio.run(all_readers()) == [[early, late], [late], [], [early, late]]
    feed.publish("too late")
    assert asyncio.run(read(0)) == [early, late]


def test_the_queue_shows_all_jobs_that_are_kept() -> None:
    jobs = Jobs(most_kept=2)
    added = [Counted() for _ in range(3)]
    names = [jobs.add(added[0])]
    added[0].feed.close()
    names += [jobs.add(job) for job in added[1:]]
    assert jobs.summaries() == [(name, JobSummary("a", RecordingJobState.WAITING)) for name in names[1:]]
