"""Progress output on standard error: the target failure, a progress line, the result."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from thresher.engine.record.statistics import Statistics
from thresher.kernel.events import Event, Improved, Noted, OtherFailure, StageStarted, Tested
from thresher.kernel.outcome import Outcome
from thresher.reports.format_names import counted_units
from thresher.reports.sizes import shrunk

EVERY = 0.1  # seconds between two progress lines on a terminal
EVERY_IN_A_FILE = 10.0
WIDEST_REASON = 48
MOST_ANNOUNCED = 3  # the summary counts the rest
CLEAR_LINE = "\r\x1b[K"


class Console:
    """A listener to events. On a terminal one line is rewritten; in a file a line is added now and then.

    Sizes are bytes, or the steps of an event log if `steps` is given, which returns how many the best one has.
    Percentages are of the `original` size, which in a resumed session is larger than the current size.
    """

    def __init__(
        self,
        done: Statistics,
        size: int,
        *,
        original: int | None = None,
        stream: TextIO | None = None,
        steps: Callable[[], int] | None = None,
    ) -> None:
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty()
        self._done = done
        self._steps = steps
        self._size = size if steps is None else steps()
        self._first = max(1, self._size if original is None else original)
        self._shown_at = 0.0
        self._line_shown = False
        self._untouched = 0
        self._other_failures: set[str] = set()

    def __call__(self, event: Event) -> None:
        match event:
            case Improved():
                self._size = event.size if self._steps is None else self._steps()
                self._untouched = 0
            case Noted():
                self.say(event.message)
            case OtherFailure() if event.name not in self._other_failures:
                self._other_failures.add(event.name)
                if len(self._other_failures) <= MOST_ANNOUNCED:
                    self.say(f"other failure, saved in other-failures/{event.name}")
            case StageStarted() if event.units:
                self.say(f"{event.stage} ({event.algorithm}): {counted_units(event.stage, event.units)}")
            case Tested():
                self._untouched += 1
        if event.at - self._shown_at >= (EVERY if self._live else EVERY_IN_A_FILE):
            self._shown_at = event.at
            self._progress()

    def say(self, message: str) -> None:
        """One line that stays."""
        self.clear()
        self._write(message + "\n")

    def clear(self) -> None:
        """Takes the progress line away."""
        if self._line_shown:
            self._write(CLEAR_LINE)
            self._line_shown = False

    def _write(self, text: str) -> None:
        """Nobody listening any more is no reason to stop."""
        with suppress(BrokenPipeError):
            self._stream.write(text)
            self._stream.flush()

    def _progress(self) -> None:
        unit = "bytes" if self._steps is None else "steps"
        line = progress_line(self._done, self._first, self._size, self._untouched, unit)
        if not self._live:
            self._write(line + "\n")
            return
        self._write(CLEAR_LINE + line[: _width(self._stream) - 1])
        self._line_shown = True


def progress_line(done: Statistics, first: int, size: int, untouched: int, unit: str = "bytes") -> str:
    """Size, tests, speed, what was cached, outcomes by reason, and the time left if known."""
    speed = done.tests / done.seconds if done.seconds > 0 else 0.0
    parts = [
        f"{size:,} {unit} ({size / first:.1%})",
        f"{done.tests:,} tests",
        f"{speed:.1f}/s",
        f"{done.cached:,} cached",
        reasons(done.reasons, most=3),
    ]
    if done.stage is not None and done.stage.units and speed:
        parts.insert(3, f"stage {done.stage.stage}")
        left = done.stage.units - untouched
        if done.stage.confirms and left > 0:
            parts.append(f"about {left / speed:.0f} s left")
    return " | ".join(part for part in parts if part)


def reasons(counted: Counter[str], *, most: int) -> str:
    """The most frequent outcomes with their reasons."""
    return ", ".join(f"{count:,} {_short(reason)}" for reason, count in counted.most_common(most))


def _speculative(count: int) -> str:
    return f"{count:,} speculative, " if count else ""


def _short(reason: str) -> str:
    return reason.removeprefix("unresolved: ")[:WIDEST_REASON]


def summary(
    done: Statistics,
    *,
    before: bytes,
    after: bytes,
    output: Path,
    folder: Path,
    new_tests: int,
    log: bool = False,
    sizes: str | None = None,
) -> list[str]:
    """The outcome in a few lines; of an event `log` only steps are counted. `sizes` replaces those of the contents."""
    lines = [
        sizes or shrunk(before, after, log=log),
        f"{done.tests:,} tests{_of_them(done.tests, new_tests)} ({done.cached:,} more cached, "
        f"{_speculative(done.speculative)}{done.cancelled:,} cancelled) "
        f"in {done.seconds:.1f} s (program time over all jobs: {done.oracle_seconds:.1f} s): "
        f"{reasons(done.reasons, most=6)}",
    ]
    if done.flaky is not None:
        lines.append(
            f"flaky: the failure occurs in about {done.flaky.rate:.0%} of the runs; {done.runs:,} runs were made "
            f"for {done.flaky.confidence:.0%} confidence in each verdict"
        )
    if done.other_failures:
        count = len(done.other_failures)
        others = "1 other failure" if count == 1 else f"{count:,} other failures"
        lines.append(f"{others}; the smallest input for each is saved in {folder / 'other-failures'}")
    if done.rejected:
        lines.append(f"{_candidates(done.rejected)} rejected by the program with an ordinary error; none was saved")
    unresolved = done.outcomes[Outcome.UNRESOLVED]
    if done.tests > 20 and unresolved > 0.9 * done.tests:
        lines.append("nearly all candidates were unresolved: is the criterion too strict?")
    lines.append(f"written to {output}")
    return lines


def _candidates(count: int) -> str:
    return "1 candidate was" if count == 1 else f"{count:,} candidates were"


def _of_them(tests: int, new: int) -> str:
    return "" if new == tests else f", {new:,} in this run"


def _width(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except OSError:
        return 80
