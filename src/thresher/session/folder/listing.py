"""The sessions of a directory: what was reduced, how far, when, and how much room it takes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from thresher.engine.record.statistics import Statistics
from thresher.errors import SessionBusy, UsageError
from thresher.session.folder.about import ABOUT, read_about
from thresher.session.folder.command import COMMAND, read_command
from thresher.session.folder.journal import read
from thresher.session.folder.lock import Lock
from thresher.session.folder.store import FOLDER, JOURNAL

RUNNING, COMPLETE, STOPPED, DAMAGED = "running", "complete", "stopped", "damaged"
LOCK = "lock"
LOCKS = Path("/proc/locks")


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session as it is listed; sizes are None if they are not known. `changed` is in seconds since the epoch.

    `directory` is where its command was run; empty if that is not known.
    """

    folder: Path
    name: str
    directory: str
    state: str
    before: int | None
    after: int | None
    tests: int
    changed: float
    disk: int


def list_sessions(place: Path) -> list[ListedSession]:
    """The sessions beside results in a directory, the newest first; of a folder with sessions if it is one."""
    top = place if place.name == FOLDER else place / FOLDER
    found = [_listed(path.parent) for path in top.glob(f"*/{COMMAND}")]
    return sorted(found, key=lambda each: each.changed, reverse=True)


def remove_session(session: ListedSession) -> bool:
    """Removes the folder of a session; False if a process is working on it now."""
    lock = _lock(session.folder)
    if lock is None:
        return False
    try:
        shutil.rmtree(session.folder)
    finally:
        lock.close()
    return True


def _listed(folder: Path) -> ListedSession:
    done, name, directory, before = Statistics(), folder.name, "", None
    state = STOPPED
    try:
        command = read_command(folder)
        directory = command.directory
        name = _name(folder, command.arguments[0])
        if (folder / ABOUT).is_file():
            about = read_about(folder)
            name, before = about.name, about.size
        for event in read(folder / JOURNAL):
            done.add(event)
        if done.finished is not None and done.finished.complete:
            state = COMPLETE
    except (UsageError, OSError, IndexError):
        state = DAMAGED
    after = done.curve[-1][2] if done.curve else before
    changed = max((path.stat().st_mtime for path in (folder / JOURNAL, folder / COMMAND) if path.exists()), default=0.0)
    now = RUNNING if is_running(folder) else state
    return ListedSession(folder, name, directory, now, before, after, done.tests, changed, sum(_sizes(folder)))


def _name(folder: Path, command: str) -> str:
    """The name of a session that does not describe its input: that of its folder, with the command that made it.

    >>> _name(Path("crash.min.c-4c1f"), "verify"), _name(Path("crash.c-08ab"), "reduce")
    ('crash.min.c (verify)', 'crash.c')
    """
    subject = folder.name.rpartition("-")[0] or folder.name
    return subject if command in ("reduce", subject) else f"{subject} ({command})"


def is_running(folder: Path) -> bool:
    """Whether a process is working on the session. Where the kernel lists locks, none is taken to find out."""
    try:
        number = f":{(folder / LOCK).stat().st_ino} "
        locks = LOCKS.read_text().splitlines()
    except FileNotFoundError:
        return (folder / LOCK).is_file() and _is_locked(folder)
    return any(" FLOCK " in line and number in line for line in locks)


def _is_locked(folder: Path) -> bool:
    """The same by trying; a process that starts in this very moment finds the session busy."""
    lock = _lock(folder)
    if lock is not None:
        lock.close()
    return lock is None


def _lock(folder: Path) -> Lock | None:
    try:
        return Lock(folder / LOCK, does="", instead="")
    except SessionBusy:
        return None


def _sizes(folder: Path) -> Iterator[int]:
    for directory, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):  # it may have been removed meanwhile
                yield os.lstat(os.path.join(directory, name)).st_size
