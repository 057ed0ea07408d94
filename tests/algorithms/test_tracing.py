"""Searches that are followed step by step."""

from __future__ import annotations

from thresher.algorithms.lists.dd import dd
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.tracing import Trace
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection


def test_no_candidate_is_tested_twice_and_the_result_is_the_search_s() -> None:
    asked: list[Selection] = []

    def test(kept: Selection) -> Outcome:
        asked.append(kept)
        return Outcome.FAIL if {0, 6, 7} <= set(kept) else Outcome.PASS

    trace = Trace(ddmin(Selection.all(8)), test)
    steps = list(trace.steps())
    assert trace.result == Selection.of([0, 6, 7])
    assert len(asked) == len(set(asked)) == trace.tests == sum(not step.known for step in steps)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert all(step.progress == (step.outcome is Outcome.FAIL) for step in steps)


def test_nothing_is_tested_ahead() -> None:
    asked: list[Selection] = []

    def test(kept: Selection) -> Outcome:
        asked.append(kept)
        return Outcome.PASS

    steps = Trace(ddmin(Selection.all(4)), test).steps()
    next(steps)
    assert len(asked) == 1


def test_a_search_that_wants_passing_candidates_too() -> None:
    trace = Trace(dd(Selection(), Selection.all(4)), lambda kept: Outcome.FAIL if 2 in kept else Outcome.PASS)
    steps = list(trace.steps())
    assert any(step.progress and step.outcome is Outcome.PASS for step in steps)
    near, far = trace.result
    assert list(far - near) == [2]
