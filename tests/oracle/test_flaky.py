"""Repeated verdicts: right often enough, and not more runs than needed."""

from __future__ import annotations

import random

import pytest

from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.flaky import RepeatedOracle, Repetition, usable_rate
from thresher.oracle.running.handle import RunHandle


def coin(rate: float, seed: int) -> RepeatedOracle[bytes]:
    dice = random.Random(seed)

    def flip(content: object, running: RunHandle) -> Answer:
        return Answer(Verdict(Outcome.FAIL if dice.random() < rate else Outcome.PASS, "flip"))

    return RepeatedOracle(flip, Repetition(rate=0.5, confidence=0.99))


@pytest.mark.parametrize(("rate", "expected"), [(0.5, Outcome.FAIL), (0.9, Outcome.FAIL), (0.0, Outcome.PASS)])
def test_errors_are_as_rare_as_stated(rate: float, expected: Outcome) -> None:
    answers = [coin(rate, seed)(bytes, RunHandle()) for seed in range(600)]
    wrong = sum((answer.verdict.outcome is Outcome.FAIL) != (expected is Outcome.FAIL) for answer in answers)
    assert wrong <= 15  # 1 % of 600, and some luck
    assert sum(answer.runs for answer in answers) / len(answers) < 20


def test_a_much_rarer_failure_is_not_taken() -> None:
    answers = [coin(0.1, seed)(bytes, RunHandle()) for seed in range(300)]
    assert sum(answer.verdict.outcome is Outcome.FAIL for answer in answers) <= 10


def test_a_candidate_that_never_fails_keeps_its_reason() -> None:
    answer = coin(0.0, 1)(bytes, RunHandle())
    assert answer.verdict == Verdict(Outcome.PASS, "flip")
    assert answer.runs > 1


def test_the_rate_to_hold_candidates_to() -> None:
    assert usable_rate(0, 20) == 0.0
    assert usable_rate(20, 20) == 0.95
    assert 0.4 < usable_rate(10, 20) < 0.6
