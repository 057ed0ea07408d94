"""What jobs of the page have in common: a feed of events, downloads, a state, and an end by request or by an error."""

from __future__ import annotations

import re
import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from thresher.errors import ThresherError
from thresher.formats.events.events import read_log
from thresher.kernel.selection import Selection
from thresher.service.http.feed import Feed
from thresher.structures.events import EventLog
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.replaying.replay import described
from thresher.web.replaying.stuck_report import StuckReport
from thresher.web.service.jobs import JobSummary, RecordingJobState
from thresher.web.service.submission import Submission

BY_USER = "stopped by the user"
NOT_BEGUN = "it was stopped before its turn came"
SHUT_DOWN = "the server was shut down"
_NUMBERED = re.compile(r"(?<=\bstep )\d+")


class BrowserJob(ABC):
    """`files` are the downloads by name; `oracle` judges replays once the target failure is known."""

    def __init__(self, submission: Submission, replayer: Replayer, oracle: ReplayOracle | None = None) -> None:
        self.submission, self.replayer, self.oracle = submission, replayer, oracle
        self.feed = Feed()
        self.files: dict[str, bytes] = {}
        self._left = len(self.log)
        self._pressed = threading.Event()
        self._state, self._abandoned = RecordingJobState.WAITING, False
        self._lock = threading.Lock()

    @cached_property
    def log(self) -> EventLog:
        """The recording as it was submitted."""
        return read_log(self.submission.data, self.submission.name)

    @property
    def summary(self) -> JobSummary:
        """What the queue shows."""
        return JobSummary(self.title, self._state, steps=len(self.log), left=self._left)

    @property
    def title(self) -> str:
        return self.submission.name

    def stop(self) -> None:
        """Ends the job before the next replay, with the best result so far; one that waits ends at once."""
        with self._lock:
            self._pressed.set()
            if self._state is RecordingJobState.WAITING:
                self._fail(NOT_BEGUN, RecordingJobState.STOPPED)
                self.feed.close()
            elif self._state is RecordingJobState.RUNNING:
                self._state = RecordingJobState.STOPPING
                self.feed.publish("stopping")

    def abandon(self) -> None:
        """Ends the feed at once, and the work as soon as the browser is closed."""
        self._abandoned = True
        self._pressed.set()
        if not self.feed.closed:
            self._fail(SHUT_DOWN)
            self.feed.close()

    def run(self) -> None:
        """Does all the work, unless it was stopped before. Publishes errors instead of raising them."""
        with self._lock:
            if self.feed.closed:
                return
            self._state = RecordingJobState.RUNNING
        numbers, steps = list(self.submission.numbered(len(self.log))), [described(step) for step in self.log]
        self.feed.publish("begun", name=self.title, steps=steps, numbers=numbers)
        try:
            self._state = self._work()
        except ThresherError as error:
            self._fail(str(error))
        except Exception as error:  # noqa: BLE001 - the outermost handler: anything here is a bug in thresher
            if not self._abandoned:
                traceback.print_exc()
                self._fail(f"this is a bug in thresher: {error}")
        finally:
            self.feed.close()

    @abstractmethod
    def _work(self) -> RecordingJobState:
        """The state in which the job ends."""

    def _fail(self, error: str, state: RecordingJobState = RecordingJobState.FAILED, **more: Any) -> None:
        self._state = state
        self.feed.publish("failed", error=error, **more)

    def selected(self, kept: Sequence[int]) -> EventLog:
        """The recording with some of its steps, by their indices."""
        return self.log.only(Selection.of(kept))

    def renumbered(self, reason: str, kept: Sequence[int]) -> str:
        """A reason that names a step of a candidate, with the number of that step in the recording.

        `kept` has the indices of the candidate's steps.
        """
        numbers = self.submission.numbered(len(self.log))

        def number(match: re.Match[str]) -> str:
            index = int(match[0]) - 1
            return str(numbers[kept[index]]) if index < len(kept) else match[0]

        return _NUMBERED.sub(number, reason, count=1)

    def shown_stuck(self, report: StuckReport, kept: Sequence[int]) -> dict[str, Any] | None:
        """What the page shows of a step that was not possible; its picture and its part of the page become files."""
        if report.stuck is None:
            return None
        if report.picture:
            self.files["stuck.png"] = report.picture
        if report.html:
            self.files["stuck.txt"] = report.html.encode()
        return {
            "index": kept[report.stuck.step],
            "reason": self.renumbered(str(report.stuck), kept),
            "lines": [line.strip() for line in report.lines()],
            "files": sorted(name for name in self.files if name.startswith("stuck.")),
        }
