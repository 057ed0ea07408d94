"""The queue in one SQLite file: every change is on disk before the call returns, so that a kill loses none."""

from __future__ import annotations

import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import fields
from pathlib import Path

from thresher.errors import UsageError
from thresher.service.queue.job import JobState, QueuedJob, shown_name, stored_name

VERSION = 1
_COLUMNS = ", ".join(each.name for each in fields(QueuedJob))
_CREATE = """
create table jobs (
    number integer primary key autoincrement,
    key text not null unique,
    position integer not null,
    name text not null,
    file text not null,
    command text not null,
    line text not null,
    size integer not null,
    submitted real not null,
    state text not null,
    message text not null
)
"""


class JobQueue:
    """All methods may be called from any thread. `changed` is notified when a job may be waiting.

    Jobs that ran when the last server ended wait again, before those that were submitted later.
    """

    def __init__(self, path: Path) -> None:
        self.changed = threading.Condition()
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        try:
            self._prepare(path)
        except (sqlite3.DatabaseError, UsageError) as error:
            self._database.close()
            if isinstance(error, UsageError):
                raise
            raise UsageError(f"{path} cannot be read: {error}; move it away, or choose another --folder") from None

    def _prepare(self, path: Path) -> None:
        self._database.execute("pragma journal_mode = wal")
        self._database.execute("pragma synchronous = full")
        (version,) = self._database.execute("pragma user_version").fetchone()
        if version not in (0, VERSION):
            raise UsageError(f"{path} was written by another version of thresher; choose another --folder")
        with self._changing() as run:
            if version == 0:
                run.execute(_CREATE)
                run.execute(f"pragma user_version = {VERSION}")
            run.execute("update jobs set state = 'waiting' where state = 'running'")
            run.execute("update jobs set state = 'stopped' where state = 'stopping'")

    def close(self) -> None:
        with self.changed:
            self._database.close()

    def new_key(self) -> str:
        """An unguessable name for a job and its folder."""
        return secrets.token_hex(8)

    def add(self, key: str, *, name: str, command: str, line: str, size: int) -> QueuedJob:
        """Adds a job to the end of the queue; its folder and input must be complete by now."""
        values = (key, shown_name(name), stored_name(name), command, line, size, time.time())
        with self._changing() as run:
            run.execute(
                "insert into jobs (key, name, file, command, line, size, submitted, state, message, position) "
                "values (?, ?, ?, ?, ?, ?, ?, 'waiting', '', (select coalesce(max(position), 0) + 1 from jobs))",
                values,
            )
        return self._required(key)

    def get(self, key: str) -> QueuedJob | None:
        """The job with this key."""
        return next(self._selected("where key = ?", key), None)

    def jobs(self) -> list[QueuedJob]:
        """All jobs, the newest first."""
        return list(self._selected("order by number desc"))

    def waiting(self) -> list[QueuedJob]:
        """The jobs that wait, in the order in which they will run."""
        return list(self._selected("where state = 'waiting' order by position"))

    def begin(self) -> QueuedJob | None:
        """Takes the first waiting job, which runs from now on; None if no job is waiting."""
        with self.changed:
            found = self.waiting()
            if not found or not self._change(found[0].key, JobState.RUNNING, (JobState.WAITING,)):
                return None
            return self._required(found[0].key)

    def end(self, key: str, state: JobState, message: str = "") -> None:
        """How a running job ended; one that waits again keeps its position."""
        self._change(key, state, (JobState.RUNNING, JobState.STOPPING), message)

    def ask_to_stop(self, key: str) -> bool:
        """A waiting job is stopped, a running one is stopping; False if it has ended."""
        return self._change(key, JobState.STOPPED, (JobState.WAITING,), "stopped by the user") or self._change(
            key, JobState.STOPPING, (JobState.RUNNING, JobState.STOPPING)
        )

    def resume(self, key: str) -> bool:
        """A stopped or failed job waits again, at the end of the queue; False if it is neither."""
        with self._changing() as run:
            return _changed_one(
                run,
                "update jobs set state = 'waiting', message = '', position = (select max(position) + 1 from jobs) "
                "where key = ? and state in ('stopped', 'failed')",
                key,
            )

    def remove(self, key: str) -> bool:
        """Forgets a job that has ended; False if it has not."""
        with self._changing() as run:
            return _changed_one(
                run, "delete from jobs where key = ? and state in ('stopped', 'failed', 'complete')", key
            )

    def _change(self, key: str, state: JobState, before: tuple[JobState, ...], message: str = "") -> bool:
        places = ", ".join("?" * len(before))
        with self._changing() as run:
            return _changed_one(
                run,
                f"update jobs set state = ?, message = ? where key = ? and state in ({places})",
                state.value,
                message,
                key,
                *(each.value for each in before),
            )

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Cursor]:
        """A transaction, after which those who wait for jobs are notified."""
        with self.changed, closing(self._database.cursor()) as cursor:
            cursor.execute("begin immediate")
            try:
                yield cursor
            except BaseException:
                cursor.execute("rollback")
                raise
            cursor.execute("commit")
            self.changed.notify_all()

    def _required(self, key: str) -> QueuedJob:
        found = self.get(key)
        assert found is not None
        return found

    def _selected(self, condition: str, *values: object) -> Iterator[QueuedJob]:
        with self.changed:
            rows = self._database.execute(f"select {_COLUMNS} from jobs {condition}", values).fetchall()
        names = [each.name for each in fields(QueuedJob)]
        for row in rows:
            record = dict(zip(names, row, strict=True))
            yield QueuedJob(**{**record, "state": JobState(record["state"])})


def _changed_one(cursor: sqlite3.Cursor, statement: str, *values: object) -> bool:
    """Whether there was a row to change; to be asked before the end of the transaction, which resets the count."""
    return cursor.execute(statement, values).rowcount == 1
