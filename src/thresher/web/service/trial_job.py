"""A trial: one replay of the steps that somebody has left switched on."""

from __future__ import annotations

from collections.abc import Sequence

from thresher.oracle.running.handle import RunHandle
from thresher.web.reducing.failure import PageCriterion
from thresher.web.reducing.first_replay import any_failure, first_timeouts
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.reducing.results import Screenshots
from thresher.web.replaying.replay import described
from thresher.web.replaying.stuck_report import StuckReport
from thresher.web.service.browser_job import BY_USER, BrowserJob
from thresher.web.service.jobs import RecordingJobState
from thresher.web.service.submission import Submission

MOST_PICTURES = 40  # of the last steps


class TrialJob(BrowserJob):
    """Replays the recording with the steps `kept`, once; the target failure is that of the `oracle`, or any."""

    def __init__(
        self, submission: Submission, replayer: Replayer, kept: Sequence[int], oracle: ReplayOracle | None
    ) -> None:
        super().__init__(submission, replayer, oracle)
        self._kept, self._running = kept, RunHandle()
        self._left = len(kept)

    @property
    def title(self) -> str:
        return f"{self.submission.name}, tried with {len(self._kept)} steps"

    def stop(self) -> None:
        """Ends the replay at once."""
        super().stop()
        self._running.cancel()

    def _work(self) -> RecordingJobState:
        log = self.selected(self._kept)
        criterion: PageCriterion = self.submission.stated or any_failure(log)
        timeouts = first_timeouts(self.replayer, log)
        if self.oracle is not None:
            criterion, timeouts = self.oracle.criterion, self.oracle.timeouts
        count = len(self._kept)
        shots, report = Screenshots(range(count - MOST_PICTURES, count)), StuckReport()
        replayed = self.replayer.replay(log, criterion, timeouts, running=self._running, after=shots, report=report)
        if replayed is None:
            self._fail(BY_USER, RecordingJobState.STOPPED)
            return RecordingJobState.STOPPED
        verdict = criterion.judge(replayed)
        numbers = self.submission.numbered(len(self.log))
        pictures = []
        for place, content in shots.taken.items():
            name = f"step-{numbers[self._kept[place]]:03}.png"
            self.files[name] = content
            caption = f"{numbers[self._kept[place]]} {described(log.steps[place])}"
            pictures.append({"label": caption, "result": name})
        self.feed.publish(
            "tried",
            kept=list(self._kept),
            outcome=verdict.outcome.value,
            reason=self.renumbered(verdict.reason, self._kept),
            stuck=self.shown_stuck(report, self._kept),
            pictures=pictures,
        )
        return RecordingJobState.FINISHED
