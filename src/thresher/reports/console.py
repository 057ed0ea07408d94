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
from thresher.kernel.events import Event, Improved, Noted, OtherFailure, StageStarted
from thresher.kernel.outcome import Outcome
from thresher.reports.forecast import Forecast, duration
from thresher.reports.format_names import counted_units
from thresher.reports.sizes import shrunk

EVERY = 0.1  # seconds between two progress lines on a terminal
EVERY_IN_A_FILE = 10.0
WIDEST_REASON = 48
USUAL_WIDTH = 80
MOST_ANNOUNCED = 3  # the summary counts the rest
CLEAR_LINE = "\r\x1b[K"


class Console:
    """A listener to events. On a terminal one line is rewritten; in a file a line is added now and then.

    Sizes are bytes, or the steps of an event log if `steps` is given, which returns how many the best one has.
    Percentages are of the `original` size, which in a resumed session is larger than the current size. Stages, speed
    and reasons are shown only if `verbose`. `parts` replaces what a progress line shows.
    """

    def __init__(
        self,
        done: Statistics,
        size: int,
        *,
        original: int | None = None,
        stream: TextIO | None = None,
        steps: Callable[[], int] | None = None,
        parts: Callable[[Statistics], list[str]] | None = None,
        verbose: bool = False,
    ) -> None:
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty()
        self._done, self._verbose, self._forecast = done, verbose, Forecast()
        self._steps, self._parts = steps, parts or self._sizes
        self._size = size if steps is None else steps()
        self._first = max(1, self._size if original is None else original)
        self._shown_at = 0.0
        self._line_shown = False
        self._other_failures: set[str] = set()

    def __call__(self, event: Event) -> None:
        self._forecast.add(event)
        match event:
            case Improved():
                self._size = event.size if self._steps is None else self._steps()
            case Noted():
                self.say(event.message)
            case OtherFailure() if event.name not in self._other_failures:
                self._other_failures.add(event.name)
                if len(self._other_failures) <= MOST_ANNOUNCED:
                    self.say(f"other failure, saved in other-failures/{event.name}")
            case StageStarted() if event.units and self._verbose:
                self.say(f"{event.stage} ({event.algorithm}): {counted_units(event.stage, event.units)}")
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
        """A closed stream does not stop a reduction."""
        with suppress(BrokenPipeError):
            self._stream.write(text)
            self._stream.flush()

    def _sizes(self, done: Statistics) -> list[str]:
        unit = "bytes" if self._steps is None else "steps"
        return progress_parts(done, self._first, self._size, unit, self._forecast.tests())

    def _progress(self) -> None:
        parts = self._parts(self._done)
        if self._verbose:
            parts += details(self._done)
        line = " | ".join(part for part in parts if part)
        if not self._live:
            self._write(line + "\n")
            return
        self._write(CLEAR_LINE + line[: _width(self._stream) - 1])
        self._line_shown = True


def progress_parts(done: Statistics, first: int, size: int, unit: str, left: tuple[int, int] | None) -> list[str]:
    """Size, percent, tests and the time left, if it is known.

    >>> progress_parts(Statistics(tests=40, seconds=10.0), 1000, 250, "bytes", (20, 480))
    ['250 bytes (25.0%)', '40 tests', '5 s to 2 min left']
    """
    parts = [f"{size:,} {unit} ({size / first:.1%})", f"{done.tests:,} tests"]
    if left is not None and done.tests and left[1]:
        each = done.seconds / done.tests
        shortest, longest = duration(left[0] * each), duration(left[1] * each)
        parts.append(f"{longest if shortest == longest else f'{shortest} to {longest}'} left")
    return parts


def details(done: Statistics) -> list[str]:
    """Stage, speed, what was cached, and outcomes by reason."""
    speed = f"{done.tests / done.seconds:.1f}/s" if done.seconds > 0 else ""
    stage = f"stage {done.stage.stage}" if done.stage is not None and done.stage.units else ""
    return [speed, stage, f"{done.cached:,} cached", reasons(done.reasons, most=3)]


def reasons(counted: Counter[str], *, most: int) -> str:
    """The most frequent outcomes with their reasons, and how many others there are.

    >>> reasons(Counter("aaabbc"), most=2), reasons(Counter("aab"), most=2)
    ('3 a, 2 b, 1 with other outcomes', '2 a, 1 b')
    """
    shown = counted.most_common(most)
    others = counted.total() - sum(count for _, count in shown)
    parts = [f"{count:,} {_short(reason)}" for reason, count in shown]
    return ", ".join([*parts, f"{others:,} with other outcomes"] if others else parts)


def _speculative(count: int) -> str:
    return f"{count:,} speculative, " if count else ""


def _short(reason: str) -> str:
    """A reason in one line of bounded width.

    >>> _short("unresolved: stderr has  'x'"), len(_short("x" * 100))
    ("stderr has 'x'", 48)
    """
    line = " ".join(reason.removeprefix("unresolved: ").split())
    return line if len(line) <= WIDEST_REASON else f"{line[: WIDEST_REASON - 3]}..."


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
    if done.unmet:
        lines.append(f"{_candidates(done.unmet)} not tested: --require or --keep does not hold for them")
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
        return os.get_terminal_size(stream.fileno()).columns or USUAL_WIDTH
    except OSError:
        return USUAL_WIDTH
