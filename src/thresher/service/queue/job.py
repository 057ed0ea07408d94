"""A job of the queue, as it is in the database."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePath

_SUFFIX = re.compile(r"(?:\.[A-Za-z0-9_+]{1,12}){1,2}$")
LONGEST_NAME = 100


class JobState(Enum):
    """WAITING for its turn, RUNNING, STOPPING since a user asked for it; then it has ended.

    A STOPPED or FAILED job can be resumed, and a WAITING one stopped.
    """

    WAITING = "waiting"
    RUNNING = "running"
    STOPPING = "stopping"
    STOPPED = "stopped"
    COMPLETE = "complete"
    FAILED = "failed"

    @property
    def has_ended(self) -> bool:
        return self in (JobState.STOPPED, JobState.COMPLETE, JobState.FAILED)


@dataclass(frozen=True, slots=True)
class QueuedJob:
    """`name` is for people; the file is `file`, so that no name that a user chooses means anything to a program.

    `number` counts jobs from 1, and `position` orders those that wait. `line` is the command as it was allowed when
    the job was submitted. Times are seconds since the epoch; `message` says why a job has ended.
    """

    key: str
    number: int
    position: int
    name: str
    file: str
    command: str
    line: str
    size: int
    submitted: float
    state: JobState = JobState.WAITING
    message: str = ""


def shown_name(name: str) -> str:
    r"""A name for people: no folders, no control characters, not too long.

    >>> shown_name("../../etc/crash\n.c"), shown_name("C:\\temp\\a.js"), shown_name("..")
    ('crash .c', 'a.js', 'input')
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    clean = "".join(sign if sign.isprintable() else " " for sign in last).strip()
    return clean[-LONGEST_NAME:].encode("utf-8", "replace").decode() if clean.strip(". ") else "input"


def stored_name(name: str) -> str:
    """The file's name in a job: `input`, with the suffix that tells the format.

    >>> stored_name("thresher.toml"), stored_name("json.py"), stored_name("a.tar.gz"), stored_name("--help")
    ('input.toml', 'input.py', 'input.tar.gz', 'input')
    """
    found = _SUFFIX.search(PurePath(shown_name(name)).name)
    return f"input{found.group()}" if found else "input"
