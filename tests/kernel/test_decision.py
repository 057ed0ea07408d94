"""A decision tree is followed by the probe protocol."""

from __future__ import annotations

from functools import partial
from operator import le

from tests.fakes import answered
from thresher.kernel.decision import Ask, Decision, Done, follow


def bisection(low: int, high: int) -> Decision[int, int]:
    """The smallest number that fails, between low and high."""
    if low == high:
        return Done(low)
    middle = (low + high) // 2
    return Ask(middle, lambda found: bisection(low, found), lambda: bisection(middle + 1, high))


def test_answers_decide_the_branch() -> None:
    for wanted in range(17):
        transcript = answered(follow(bisection(0, 16)), partial(le, wanted))
        assert transcript.result == wanted
        assert transcript.runs <= 5


def test_asking_ahead_changes_nothing() -> None:
    for ahead in (1, 2, 5):
        transcript = answered(follow(bisection(0, 100)), lambda number: number >= 61, ahead=ahead)
        assert transcript.result == 61
        assert transcript.asked == answered(follow(bisection(0, 100)), lambda number: number >= 61).asked


def test_a_hit_may_be_smaller_than_what_was_asked() -> None:
    transcript = answered(
        follow(bisection(0, 100)), lambda number: number >= 61, shrink=lambda found: max(61, found - 9)
    )
    assert transcript.result == 61


def test_nothing_to_ask() -> None:
    assert answered(follow(Done("result")), lambda _: True).result == "result"
