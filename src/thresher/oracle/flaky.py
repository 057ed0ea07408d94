"""Reliable verdicts for a failure that occurs only in some runs: Wald's sequential probability ratio test.

A candidate counts as failing when it fails about as often as the original input does, and not when it fails at most a
quarter as often. Runs are repeated until one of the two is certain enough. That keeps a reduction from drifting to ever
rarer failures, which "one failure in N runs is enough" does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import log
from typing import Generic, TypeVar

from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer, Oracle
from thresher.oracle.running.handle import RunHandle

Content = TypeVar("Content")

RARER = 4.0  # a failure this many times rarer than the original's is another failure
LOWEST_RATE, HIGHEST_RATE = 0.1, 0.95


@dataclass(frozen=True, slots=True)
class Repetition:
    """The confidence that a verdict needs, and how often the original input fails."""

    rate: float
    confidence: float

    def decided(self, failures: int, runs: int) -> Outcome | None:
        """FAIL or PASS once the evidence suffices.

        >>> usual = Repetition(rate=0.5, confidence=0.99)
        >>> usual.decided(4, 4), usual.decided(1, 3), usual.decided(0, 9)
        (<Outcome.FAIL: 'fail'>, None, <Outcome.PASS: 'pass'>)
        """
        usual, rare = self.rate, self.rate / RARER
        evidence = failures * log(usual / rare) + (runs - failures) * log((1 - usual) / (1 - rare))
        certain = log(self.confidence / (1 - self.confidence))
        if evidence >= certain:
            return Outcome.FAIL
        return Outcome.PASS if evidence <= -certain else None


class RepeatedOracle(Generic[Content]):
    """Asks another oracle as often as necessary. A candidate that never fails keeps the reason of its first run."""

    def __init__(self, oracle: Oracle[Content], repetition: Repetition) -> None:
        self._oracle = oracle
        self.repetition = repetition

    def __call__(self, content: Callable[[], Content], running: RunHandle) -> Answer:
        first = answer = failing = self._oracle(content, running)
        if first.runs == 0:  # it does not count, and would not the next time either
            return first
        failures, runs, seconds = int(answer.verdict.outcome is Outcome.FAIL), 1, answer.seconds
        while (outcome := self.repetition.decided(failures, runs)) is None and not running.cancelled:
            answer = self._oracle(content, running)
            failures += answer.verdict.outcome is Outcome.FAIL
            failing = answer if answer.verdict.outcome is Outcome.FAIL else failing
            runs, seconds = runs + 1, seconds + answer.seconds
        if outcome is Outcome.FAIL:
            verdict = Verdict(Outcome.FAIL, "fails often enough")
            return replace(first, verdict=verdict, runs=runs, seconds=seconds, message=failing.message)
        verdict = Verdict(Outcome.UNRESOLVED, "fails too rarely") if failures else first.verdict
        return replace(first, verdict=verdict, runs=runs, seconds=seconds)


def usable_rate(failures: int, runs: int) -> float:
    """The rate that candidates are compared with, slightly below the observed one; 0 if it is too low to work with."""
    rate = (failures + 1) / (runs + 2)
    return 0.0 if failures / runs < LOWEST_RATE else min(rate, HIGHEST_RATE)
