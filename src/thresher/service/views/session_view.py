"""A session as its folder shows it, also while it runs. Reads only; anybody may have written the folder."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path

from thresher.engine.record.statistics import Statistics
from thresher.errors import UsageError
from thresher.reports.history.curve import Point, points
from thresher.reports.stage_words import stage_words
from thresher.session.folder.about import About, read_about
from thresher.session.folder.history import saved_failures
from thresher.session.folder.journal import LONGEST_LINE, decode
from thresher.session.folder.listing import is_running
from thresher.session.folder.store import JOURNAL

SUCCESSES = "successes"


class SessionView:
    """Reads the journal from where it ended last time. Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._statistics = Statistics()
        self._offset, self._file = 0, 0

    def snapshot(self) -> SessionSnapshot:
        """What is known now."""
        with self._lock:
            self._read_on()
            done = self._statistics
            try:
                about: About | None = read_about(self.folder)
            except (UsageError, OSError):
                about = None
            finished = done.finished
            return SessionSnapshot(
                about=about,
                running=is_running(self.folder),
                complete=finished is not None and finished.complete,
                why=finished.why if finished else "",
                tests=done.tests,
                seconds=done.seconds,
                stage=stage_words(done.stage) if done.stage and not finished else "",
                curve=tuple(points(done, about.size)) if about else (),
                notes=tuple(dict.fromkeys(done.notes)),
                other_failures=tuple(done.other_failures),
            )

    def best(self) -> Path | None:
        """The file with the smallest failing content so far, in the folder itself; None if nothing was removed."""
        top = self.folder / SUCCESSES
        successes = [] if top.is_symlink() else sorted(top.glob("[0-9]*"))
        return next((path for path in reversed(successes) if path.is_file() and not path.is_symlink()), None)

    def other_failure(self, name: str) -> Path | None:
        """The smallest input that shows another failure; None if there is no such failure."""
        return next((other.input for other in saved_failures(self.folder) if other.name == name), None)

    def _read_on(self) -> None:
        """Takes new events into account; starts over if the journal was replaced, as by --fresh."""
        path = self.folder / JOURNAL
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            self._statistics, self._offset = Statistics(), 0
            return
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if status.st_ino != self._file or status.st_size < self._offset:
                self._statistics, self._offset, self._file = Statistics(), 0, status.st_ino
            if status.st_size == self._offset:
                return
            file.seek(self._offset)
            while (line := file.readline(LONGEST_LINE)).endswith(b"\n"):
                self._offset += len(line)
                event = decode(line)
                if event is not None:
                    self._statistics.finished = None  # it was resumed, unless this is its end again
                    self._statistics.add(event)


@dataclass(frozen=True, slots=True)
class SessionSnapshot:
    """A session at one moment; `about` is None before the first run has shown the failure."""

    about: About | None
    running: bool
    complete: bool
    why: str
    tests: int
    seconds: float
    stage: str
    curve: tuple[Point, ...]
    notes: tuple[str, ...]
    other_failures: tuple[str, ...]

    @property
    def before(self) -> int | None:
        return self.about.size if self.about else None

    @property
    def after(self) -> int | None:
        return self.curve[-1].size if self.curve else None
