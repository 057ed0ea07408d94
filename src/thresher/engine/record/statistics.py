"""What a reduction has done so far, folded from its events: the one source of every number that is shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from thresher.kernel.events import (
    Cached,
    Cancelled,
    Event,
    Finished,
    Flaky,
    Improved,
    Noted,
    OtherFailure,
    Purpose,
    StageStarted,
    Tested,
)
from thresher.kernel.outcome import Outcome


@dataclass(slots=True)
class Statistics:
    """`tests` counts questions that the oracle answered, `runs` the program's runs for them (more when flaky).

    `speculative` are tests that were run before the search asked for them. `rejected` are those of contents that
    the program refused with an ordinary error. `unmet` are candidates that did not meet the requirements; they are not
    tests.
    """

    tests: int = 0
    runs: int = 0
    speculative: int = 0
    rejected: int = 0
    unmet: int = 0
    cached: int = 0
    cancelled: int = 0
    seconds: float = 0.0
    oracle_seconds: float = 0.0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    curve: list[tuple[int, float, int]] = field(default_factory=list)
    stage: StageStarted | None = None
    other_failures: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    flaky: Flaky | None = None
    finished: Finished | None = None

    def add(self, event: Event) -> None:
        """Takes one event into account."""
        self.seconds = max(self.seconds, event.at)
        match event:
            case Tested() if event.runs == 0:
                self.unmet += 1
            case Tested():
                self.tests += 1
                self.runs += event.runs
                self.speculative += event.purpose is Purpose.LOOK_AHEAD
                self.rejected += event.rejected
                self.oracle_seconds += event.seconds
                self.outcomes[event.outcome] += 1
                self.reasons[f"{event.outcome.value}: {event.reason}" if event.reason else event.outcome.value] += 1
            case Cached():
                self.cached += 1
            case Cancelled():
                self.cancelled += 1
            case Improved():
                self.curve.append((event.tests, event.at, event.size))
            case StageStarted():
                self.stage = event
            case OtherFailure():
                self.other_failures[event.name] = event.size
            case Noted():
                self.notes.append(event.message)
            case Flaky():
                self.flaky = event
            case Finished():
                self.finished = event
