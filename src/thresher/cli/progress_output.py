"""What is said before, during and after a search: on standard error, and in the file of `--log`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from thresher.engine.record.record import Record
from thresher.engine.record.statistics import Statistics
from thresher.formats import EVENTS
from thresher.plan import Plan
from thresher.reports.console import Console, summary
from thresher.reports.format_names import format_line
from thresher.session.files.whole import check_output_file
from thresher.session.run import Hear, Result


@contextmanager
def logged(options: argparse.Namespace, opened: Hear) -> Iterator[Hear]:
    """The listener, which also starts the log of --log."""
    if options.log is None:
        yield opened
        return
    from thresher.reports.log_file import LogFile  # noqa: PLC0415 - not needed without --log

    check_output_file(options.log)
    with closing(LogFile(options.log)) as log:

        def both(record: Record, criterion: list[str], plan: Plan) -> None:
            log.begin(options.given, [f"target failure: {'; '.join(criterion)}", format_line(plan)])
            record.listen(log)
            opened(record, criterion, plan)

        yield both


class ProgressOutput:
    """What is said before, during and after a search; nothing if quiet, and nothing during one that is `watched`.

    `parts` replaces what a progress line shows.
    """

    def __init__(
        self,
        *,
        quiet: bool,
        watched: bool = False,
        verbose: bool = False,
        parts: Callable[[Statistics], list[str]] | None = None,
    ) -> None:
        self._quiet, self._watched, self._verbose, self._parts = quiet, watched, verbose, parts
        self._console: Console | None = None
        self._log = False  # an event log, whose steps are counted

    def opened(self, record: Record, criterion: list[str], plan: Plan) -> None:
        """Prints the target failure and the plan before the search starts."""
        if self._quiet:
            return
        self._log = plan.format == EVENTS
        steps = (lambda: _steps(record.best)) if self._log else None
        original = _steps(record.result.original) if self._log else record.result.original_size
        size = record.result.size
        self._console = Console(
            record.statistics, size, original=original, steps=steps, parts=self._parts, verbose=self._verbose
        )
        if record.statistics.tests > record.events.tests_this_run:
            self._console.say(f"resuming with the results of {record.statistics.tests:,} earlier tests")
        self._console.say("target failure: " + "; ".join(criterion))
        if not self._watched:
            record.listen(self._console)
        if not self._log:
            self._console.say(format_line(plan))

    def clear(self) -> None:
        """Removes the progress line, before something else is printed."""
        if self._console is not None:
            self._console.clear()

    def closed(self, result: Result, report: Path | None = None, *, sizes: str | None = None) -> None:
        """Tells the outcome; `sizes` replaces those of the content before and after."""
        if self._console is None:
            return
        if self._watched:
            for note in dict.fromkeys(result.statistics.notes):
                self._console.say(note)
        if not result.complete:
            self._console.say(f"stopped early: {result.why}; rerun the same command to continue")
        for line in self._summary(result, sizes):
            self._console.say(line)
        if report is not None:
            self._console.say(f"report: {report}")

    def _summary(self, result: Result, sizes: str | None) -> list[str]:
        lines = summary(
            result.statistics,
            before=result.before,
            after=result.after,
            output=result.output,
            folder=result.folder,
            new_tests=result.new_tests,
            log=self._log,
            sizes=sizes,
        )
        if result.granularity is not None and result.granularity.caveat:
            lines.append(f"{result.granularity.claim}, but {result.granularity.caveat}; see --format")
        if result.several:
            count = len(result.several)
            lines.append(f"{count} minimal result{'s' if count > 1 else ''}: {', '.join(map(str, result.several))}")
        return lines


def _steps(data: bytes) -> int:
    """How many steps an event log has."""
    from thresher.formats.events.events import read_log  # noqa: PLC0415 - only event logs need it

    return len(read_log(data))
