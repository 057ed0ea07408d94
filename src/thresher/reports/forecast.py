"""Estimates when a run will end, from the tests that its phases took in the previous round.

There is no estimate in the first round. Later ones confirm what is left, one part after the other, so a phase takes as
many tests as it has units, and the phases after it about as many as the last time. Once something was found, there will
be one more round.
"""

from __future__ import annotations

from thresher.kernel.events import Event, Improved, StageStarted, Tested

LARGEST_RESULT = 150  # tokens
MINUTE, HOUR = 60, 3600  # seconds
Phase = tuple[str, str]


class Forecast:
    """Counts tests by phase. Told of each phase that begins, each test and each success, in order."""

    def __init__(self) -> None:
        self._took: dict[Phase, int] = {}
        self._now: Phase | None = None
        self._units = self._untouched = 0
        self._again = self._found = False
        self._round: set[Phase] = set()

    def add(self, event: Event) -> None:
        """Takes one event into account."""
        match event:
            case StageStarted():
                self.started(event)
            case Tested() if event.runs:
                self.tested()
            case Improved():
                self.improved()

    def started(self, event: StageStarted) -> None:
        """A phase begins; one that was in this round already begins another round."""
        phase = (event.stage, event.algorithm)
        if phase in self._round:
            self._round, self._found = set(), False
        self._again = phase in self._took or event.confirms
        self._now, self._units, self._untouched = phase, event.units, 0
        self._round.add(phase)
        self._took[phase] = 0

    def tested(self) -> None:
        self._untouched += 1
        if self._now is not None:
            self._took[self._now] += 1

    def improved(self) -> None:
        self._untouched, self._found = 0, True

    def tests(self) -> tuple[int, int] | None:
        """At least and at most so many, by what is known; None where nothing is."""
        if not self._again:
            return None
        here = max(self._units - self._untouched, 0)
        later = sum(took for phase, took in self._took.items() if phase not in self._round)
        once_more = sum(self._took.values()) if self._found else 0
        return here, here + later + once_more


def expected_tests(tokens: int) -> tuple[int, int]:
    """Tests that a reduction usually takes, at least and at most, before anything is known but the size of its input.

    Of real inputs (benchmarks/results/corpus.md) between 1 and 150 tokens are left, and a token that is left costs up
    to five tests; finding a single one takes about twice the logarithm of the size.

    >>> expected_tests(100), expected_tests(60_000)
    ((20, 520), (38, 788))
    """
    search = 2 * max(tokens, 2).bit_length() + 6
    return search, search + 5 * min(tokens, LARGEST_RESULT)


def duration(seconds: float) -> str:
    """A time to be read, not to be computed with.

    >>> [duration(each) for each in (0.21, 5, 90, 4000)]
    ['0.21 s', '5 s', '2 min', '1.1 h']
    """
    if seconds < 1:
        return f"{seconds:.2f} s"
    if seconds < MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / MINUTE:.0f} min" if seconds < HOUR else f"{seconds / HOUR:.1f} h"
