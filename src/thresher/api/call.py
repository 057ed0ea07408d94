"""One call of a function for sequences: it runs a search with a function as the oracle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict, TypeVar, cast

from thresher.api.call_memory import CallLimits, CallMemory, DifferenceMemory, Kept, StepMemory
from thresher.api.progress import OnProgress, Stop
from thresher.engine.driver import Driver
from thresher.errors import NotFailing, Stopped, UsageError
from thresher.executors import executor_for
from thresher.kernel.outcome import Outcome, TestResult
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.oracle.answer import CallOracle
from thresher.oracle.running.handle import RunHandle

T = TypeVar("T")
S = TypeVar("S", bound=Sequence[Any])
Test: TypeAlias = Callable[[S], TestResult]
"""A test function: takes the kept units, returns True if the target failure occurs."""


class CallOptions(TypedDict, total=False):
    """The keywords that all functions for sequences take."""

    cache: bool
    jobs: int
    progress: OnProgress | None
    stop: Stop | None


@dataclass(frozen=True, slots=True)
class Call:
    """How to run the tests of one call."""

    test: Test[Any]
    cache: bool = True
    jobs: int = 1
    progress: OnProgress | None = None
    stop: Stop | None = None

    def search(self, search: Search[Selection, T], units: Any, *, prefixes: bool = False) -> T:
        """The result of a search on a sequence that fails; NotFailing if it does not."""
        if isinstance(units, (Mapping, Set)):
            kind = type(units).__name__
            raise UsageError(f"a list, tuple, str or bytes is needed, not a {kind}; make a list of what is in it")
        limits = self._limits(len(units))
        memory = StepMemory(limits, units) if prefixes else CallMemory(limits, cache=self.cache, units=units)
        result = self._drive(search, lambda kept: selected(units, kept), memory, lambda: _smallest(memory))
        if not memory.failed:
            verdict = CallOracle[Any](self.test)(lambda: units, RunHandle()).verdict
            if verdict.outcome is not Outcome.FAIL:
                raise NotFailing(f"the test says {verdict.outcome.value} for the whole sequence; nothing to reduce")
        return result

    def between(
        self,
        search: Search[Selection, tuple[Selection, Selection]],
        render: Callable[[Selection], Any],
        deltas: int,
        best: Callable[[Selection, Selection], object],
    ) -> tuple[Selection, Selection]:
        """The closest passing and failing selections of deltas that a search finds."""
        memory = DifferenceMemory(self._limits(deltas), cache=self.cache)

        def closest() -> object:
            ends = {Outcome.PASS: Selection(), Outcome.FAIL: Selection.all(deltas)}
            ends |= {outcome: hit.kept for outcome, hit in memory.hits.items()}
            near, far = ends[Outcome.PASS], ends[Outcome.FAIL]
            return best(near, far if near <= far else Selection.all(deltas))

        return self._drive(search, render, memory, closest)

    def _limits(self, original: int) -> CallLimits:
        return CallLimits(original, self.progress, None if self.stop is None else self.stop.conditions)

    def _drive(
        self,
        search: Search[Selection, T],
        render: Callable[[Selection], Any],
        memory: CallMemory,
        best: Callable[[], object],
    ) -> T:
        oracle = CallOracle[Kept](lambda content: self.test(content.units))
        try:
            with executor_for(self.jobs) as executor:
                driver = Driver[Kept](oracle, executor, memory, jobs=self.jobs, control=memory.limits.control)
                return driver.drive(
                    search, lambda kept: Kept(render(kept), kept), narrow=lambda kept, used: kept[:used]
                )
        except Stopped:
            message = "the search was stopped early; the best result so far is in the exception's attribute best"
            raise Stopped(message, best=best()) from None


def _smallest(memory: CallMemory) -> object:
    failing = memory.hits.get(Outcome.FAIL)
    return None if failing is None else failing.units


def selected(units: S, kept: Selection) -> S:
    """The kept units, in the type they came in."""
    if isinstance(units, str):
        return cast("S", "".join(units[start:stop] for start, stop in kept.runs()))
    if isinstance(units, (bytes, bytearray)):
        return cast("S", b"".join(units[start:stop] for start, stop in kept.runs()))
    return of_type(units, [unit for start, stop in kept.runs() for unit in units[start:stop]])


def of_type(model: S, units: Sequence[Any]) -> S:
    """Units in a sequence of the model's type; anything but str, bytes and tuple becomes a list."""
    match model:
        case str():
            return cast("S", "".join(units))
        case bytes() | bytearray():
            return cast("S", bytes(units))
        case tuple():
            return cast("S", tuple(units))
    return cast("S", list(units))
