"""The memory of a search for changes: what is found goes to a patch, what is tested to a log like git bisect's."""

from __future__ import annotations

from pathlib import Path

from thresher.changes.reporting import ChangeReport
from thresher.engine.questions import Question
from thresher.engine.stop_conditions import StopConditions
from thresher.kernel.events import Improved
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.oracle.answer import Answer
from thresher.session.folder.ownership import kept_line, set_aside
from thresher.session.folder.store import Store
from thresher.session.record import Record
from thresher.structures.changes.deltas import chosen_in


class ChangesRecord(Record):
    """Remembers as a record does; after each success the smallest failing set of changes is on disk as a patch."""

    def __init__(self, report: ChangeReport, log: Path, store: Store, stops: StopConditions) -> None:
        self.report = report
        self._log = log
        everything = report.deltas.render(Selection.all(len(report.deltas)))
        super().__init__(everything, name="changes", store=store, stops=stops)
        begin = report.log_start()
        if log.exists() and log.stat().st_size and not log.read_text(errors="replace").startswith(begin):
            self.note(kept_line(log, set_aside(log)))
            log.unlink(missing_ok=True)
        if not log.exists() or not self.statistics.tests:
            log.write_text(begin)

    def begin(self, output: Path) -> None:
        """From now on what is found goes to that file."""
        self._output = output

    def hit(self, content: bytes, wants: Outcome, label: str) -> None:
        """Every failing version that the search goes on from is a smaller set, though its patch may be longer."""
        if wants is Outcome.FAIL:
            self.take(content, label)

    def answered(self, asked: Question[bytes], answer: Answer) -> None:
        super().answered(asked, answer)
        line = self.report.log_line(chosen_in(asked.content()), answer.verdict.outcome, answer.verdict.reason)
        self.log(line)

    def log(self, text: str) -> None:
        with self._log.open("a") as file:
            file.write(text)


class ChangesPairRecord(ChangesRecord):
    """Keeps a passing and a failing version; on disk is what leads from the one to the other."""

    passing, failing = Selection(), Selection()

    def begin(self, output: Path) -> None:
        super().begin(output)
        self.failing = Selection.all(len(self.report.deltas))

    def hit(self, content: bytes, wants: Outcome, label: str) -> None:
        if wants is Outcome.FAIL:
            self.failing = chosen_in(content)
        else:
            self.passing = chosen_in(content)
        size = self.save()
        self.emit(Improved(round(self.elapsed, 6), size, self.statistics.tests, label))

    def save(self) -> int:
        """Writes the difference, and beside it what leads from the good version to the passing one."""
        assert self._output is not None
        deltas, what = self.report.deltas, "the difference between a passing and a failing version"
        patch = deltas.difference(self.passing, self.failing)
        self.write_output(self._output, self.report.header(self.failing - self.passing, what) + patch)
        header = self.report.header(self.passing, f"what to apply before {self._output.name}")
        self.write_output(context_of(self._output), header + deltas.patch(self.passing))
        return len(patch)


def context_of(output: Path) -> Path:
    """`x.before.diff` for `x.diff`.

    >>> str(context_of(Path("a/x.diff")))
    'a/x.before.diff'
    """
    return output.with_name(f"{output.stem}.before{output.suffix}")


def numbered(output: Path, number: int) -> Path:
    """The file for one cause after the other: `x.diff`, `x.2.diff`.

    >>> str(numbered(Path("x.diff"), 2))
    'x.2.diff'
    """
    return output if number == 1 else output.with_name(f"{output.stem}.{number}{output.suffix}")
