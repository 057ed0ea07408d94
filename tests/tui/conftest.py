"""The events of a made-up reduction, with a clock that stands still."""

from __future__ import annotations

import pytest

from thresher.engine.record.statistics import Statistics
from thresher.kernel.events import Cancelled, Event, Improved, Noted, OtherFailure, StageStarted, Tested, TestStarted
from thresher.kernel.outcome import Outcome
from thresher.tui.live import Live

FIRST = b"int helper(int a) {\n    return a + 1;\n}\n\nint main(void) {\n    trouble(1, 2);\n    return 0;\n}\n"
SECOND = b"int main(void) {\n    trouble(1, 2);\n    return 0;\n}\n"
THIRD = b"int main(void) {\n    trouble(1, 2);\n}\n"
EVENTS: list[Event] = [
    StageStarted(0.1, "source", "heaviest", 34),
    TestStarted(0.2, "d1", len(SECOND), "drop 1 of 2 units"),
    Tested(0.4, "d1", Outcome.FAIL, "exit 1: trouble", 0.2, len(SECOND)),
    Improved(0.4, len(SECOND), 1, "drop 1 of 2 units"),
    TestStarted(0.5, "d2", 20, "drop main"),
    TestStarted(0.5, "d3", len(THIRD), "drop return"),
    Tested(0.9, "d2", Outcome.UNRESOLVED, "other failure: exit 2", 0.4, 20),
    OtherFailure(0.9, "exit-2-no-main", 20),
    Tested(1.2, "d3", Outcome.FAIL, "exit 1: trouble", 0.7, len(THIRD)),
    Cancelled(1.2),
    Improved(1.2, len(THIRD), 3, "drop return"),
    Noted(1.3, "something to know"),
    TestStarted(1.5, "d4", 12, "drop unit 7"),
]


@pytest.fixture
def live() -> Live:
    """After all events but the last ones' answers; two seconds have passed."""
    contents = iter([FIRST, SECOND, THIRD])
    found = Live(Statistics(), first=len(FIRST), best=lambda: next(contents), elapsed=lambda: 2.0)
    for event in EVENTS:
        found(event)
    return found
