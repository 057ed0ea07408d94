"""The log of a search for changes, in the format of git bisect's."""

from __future__ import annotations

from pathlib import Path

from thresher.changes.reporting import ChangeReport
from thresher.engine.questions import Question
from thresher.engine.record.record import Record
from thresher.oracle.answer import Answer
from thresher.session.folder.ownership import kept_line, set_aside
from thresher.structures.changes.deltas import chosen_in


class BisectLog:
    """Appends a line for each version that was tested; a log of another search is renamed and never overwritten."""

    def __init__(self, path: Path, report: ChangeReport) -> None:
        self.path, self._report = path, report

    def begin(self, record: Record) -> None:
        """Starts the log, unless it is that of an earlier run of this session."""
        path, start = self.path, self._report.log_start()
        if path.exists() and path.stat().st_size and not path.read_text(errors="replace").startswith(start):
            record.note(kept_line(path, set_aside(path)))
            path.unlink(missing_ok=True)
        if not path.exists() or not record.statistics.tests:
            path.write_text(start)

    def answered(self, question: Question[bytes], answer: Answer) -> None:
        verdict = answer.verdict
        self._append(self._report.log_line(chosen_in(question.content()), verdict.outcome, verdict.reason))

    def end(self, text: str) -> None:
        """Ends the log with this text, unless it does so already."""
        if text and not self.path.read_text().endswith(text):
            self._append(text)

    def _append(self, text: str) -> None:
        with self.path.open("a") as file:
            file.write(text)
