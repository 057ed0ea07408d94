"""Everything that happens in a reduction, as data. The journal stores events and reports read them.

`at` is seconds since the session began, over all its runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from thresher.kernel.outcome import Outcome


class Purpose(Enum):
    """Why a test was made: SEARCH asked for it; CHECK runs a content again, outside any search; LOOK_AHEAD is a guess
    at what a search will ask, made because workers were free.
    """

    SEARCH = "search"
    CHECK = "check"
    LOOK_AHEAD = "look ahead"


@dataclass(frozen=True, slots=True)
class Learned:
    """What the failure looks like and how long a run takes, from the first run; `signature` is JSON.

    `backtrace_seconds` is how long the same run takes under gdb, 0 if it was not made.
    """

    at: float
    signature: str
    seconds: float
    backtrace_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Flaky:
    """The failure shows in a part of the runs only. Earlier verdicts are unreliable."""

    at: float
    rate: float
    confidence: float


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A search begins on the current best, which has `units` units; if it `confirms`, each is tried alone."""

    at: float
    stage: str
    algorithm: str
    units: int
    confirms: bool = False


@dataclass(frozen=True, slots=True)
class TestStarted:
    """A test of a content, known by its digest, begins."""

    at: float
    digest: str
    size: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Tested:
    """The oracle was asked about a content, by its digest, and answered; `used` as in a verdict.

    `rejected` says that the program refused the content with an ordinary error: neither the target nor another bug.
    """

    at: float
    digest: str
    outcome: Outcome
    reason: str
    seconds: float
    size: int
    runs: int = 1
    label: str = ""
    used: int | None = None
    purpose: Purpose = Purpose.SEARCH
    rejected: bool = False


@dataclass(frozen=True, slots=True)
class Cached:
    """A question was answered without asking the oracle."""

    at: float
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A test that was asked ahead was not needed any more and was killed."""

    at: float


@dataclass(frozen=True, slots=True)
class Improved:
    """A smaller failing content was found and is on disk."""

    at: float
    size: int
    tests: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class OtherFailure:
    """A candidate showed another bug; the smallest one for each bug is saved separately."""

    at: float
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Noted:
    """Something the user should know, in one line."""

    at: float
    message: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of a run of a session; `complete` when nothing was left to try."""

    at: float
    complete: bool
    why: str


Event: TypeAlias = (
    Learned
    | Flaky
    | StageStarted
    | TestStarted
    | Tested
    | Cached
    | Cancelled
    | Improved
    | OtherFailure
    | Noted
    | Finished
)
