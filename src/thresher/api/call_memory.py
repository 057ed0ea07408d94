"""The memory of one call of a function for sequences: its cache of verdicts, its limits and its best result."""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from thresher.api.progress import OnProgress, Progress
from thresher.engine.control import Control
from thresher.engine.questions import Question
from thresher.engine.record.stop_conditions import StopCheck, StopConditions
from thresher.errors import Stopped
from thresher.kernel.events import Purpose
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.selection import Selection
from thresher.oracle.answer import Answer
from thresher.structures.prefixes import Prefixes, numbered
from thresher.structures.unit_keys import ContentKeys, all_different

TEXTS = (str, bytes, bytearray)  # long, with few different units


@dataclass(frozen=True, slots=True)
class Kept:
    """Units as the test sees them, and which they are: a configuration, in the papers' word."""

    units: Any
    kept: Selection

    def __len__(self) -> int:
        return len(self.units)


class CallLimits:
    """Counts the tests of a call, reports progress and ends it at its limits."""

    def __init__(self, original: int, progress: OnProgress | None, stops: StopConditions | None) -> None:
        self.original = self.size = original
        self._progress = progress
        self._begun = time.monotonic()
        self._tests = 0
        self._stops = StopCheck(stops or StopConditions())

    @property
    def control(self) -> Control | None:
        return self._stops.control

    def before(self) -> None:
        """Raises Stopped if a limit has been reached."""
        self._stop_if(self._stops.reason(seconds=time.monotonic() - self._begun))

    def room(self, pending: int) -> bool:
        return self._stops.room(pending)

    def certain(self, key: Hashable) -> None:
        self._stop_if(self._stops.needed(key))

    def answered(self, asked: Question[Kept]) -> None:
        self._tests += 1
        self._stops.answered(asked.key, check=asked.purpose is Purpose.CHECK)
        self.report()

    def report(self) -> None:
        if self._progress is not None:
            self._progress(Progress(self._tests, self.size, self.original, time.monotonic() - self._begun))

    @staticmethod
    def _stop_if(why: str | None) -> None:
        if why is not None:
            raise Stopped(why)


class CallMemory:
    """Verdicts by content, the hits so far, and whether anything failed.

    `units` are those that are selected from, if they are. Where no two of them are equal, a selection has a content of
    its own and is used as its key, since that is cheaper to compare.
    """

    def __init__(self, limits: CallLimits, *, cache: bool, units: Sequence[Any] | None = None) -> None:
        self.limits = limits
        self._cache = cache
        by_selection = not cache or (units is not None and not isinstance(units, TEXTS) and all_different(units))
        self._content_keys = None if by_selection else ContentKeys()
        self._verdicts: dict[Hashable, Verdict] = {}
        self.failed = False
        self.hits: dict[Outcome, Kept] = {}  # the smallest that failed, the last of the others

    def key(self, content: Kept) -> Hashable:
        return content.kept if self._content_keys is None else self._content_keys.of(content.units)

    def recall(self, key: Hashable) -> Verdict | None:
        return self._verdicts.get(key)

    def before(self) -> None:
        self.limits.before()

    def room(self, pending: int) -> bool:
        return self.limits.room(pending)

    def certain(self, key: Hashable) -> None:
        self.limits.certain(key)

    def asking(self, asked: Question[Kept]) -> None:
        """Not reported."""

    def answered(self, asked: Question[Kept], answer: Answer) -> None:
        self.failed |= answer.verdict.outcome is Outcome.FAIL
        if self._cache:
            self._verdicts[asked.key] = answer.verdict
        self.limits.answered(asked)

    def hit(self, content: Kept, wants: Outcome, label: str) -> None:
        smallest = self.hits.get(wants)
        if wants is not Outcome.FAIL or smallest is None or len(content.kept) < len(smallest.kept):
            self.hits[wants] = content
            self._measure()
            self.limits.report()

    def _measure(self) -> None:
        failing = self.hits.get(Outcome.FAIL)
        if failing is not None:
            self.limits.size = len(failing.kept)

    def cancelled(self) -> None:
        """Not counted."""


class DifferenceMemory(CallMemory):
    """For searches that bring a passing and a failing selection closer: the size is that of their difference."""

    def _measure(self) -> None:
        passing, failing = self.hits.get(Outcome.PASS), self.hits.get(Outcome.FAIL)
        least = len(passing.kept) if passing else 0
        self.limits.size = (len(failing.kept) if failing else self.limits.original) - least


class StepMemory(CallMemory):
    """For units that are steps executed in order: a run also answers for its prefixes."""

    def __init__(self, limits: CallLimits, units: Sequence[object]) -> None:
        super().__init__(limits, cache=True)
        self._numbers = numbered(units)
        self._prefixes = Prefixes()

    def key(self, content: Kept) -> Hashable:
        return tuple(self._numbers[unit] for unit in content.kept)

    def recall(self, key: Hashable) -> Verdict | None:
        return super().recall(key) or self._prefixes.recall(cast("tuple[int, ...]", key))

    def answered(self, asked: Question[Kept], answer: Answer) -> None:
        super().answered(asked, answer)
        self._prefixes.learn(cast("tuple[int, ...]", asked.key), answer.verdict)
