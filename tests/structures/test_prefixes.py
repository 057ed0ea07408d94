"""What runs of sequences imply for others, against a machine that executes them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.kernel.outcome import Outcome, Verdict
from thresher.structures.prefixes import Prefixes, numbered

sequences = st.lists(st.integers(0, 3), max_size=7).map(tuple)


def machine(stuck: set[tuple[int, ...]], failing: set[tuple[int, ...]], steps: tuple[int, ...]) -> Verdict:
    """Gets stuck or fails as soon as what it has done is one of these."""
    for used in range(1, len(steps) + 1):
        if steps[:used] in stuck:
            return Verdict(Outcome.UNRESOLVED, "stuck", used)
        if steps[:used] in failing:
            return Verdict(Outcome.FAIL, "failed", used)
    return Verdict(Outcome.PASS)


@given(st.sets(sequences), st.sets(sequences), st.lists(sequences), st.lists(sequences))
def test_every_answer_is_what_a_run_would_say(
    stuck: set[tuple[int, ...]],
    failing: set[tuple[int, ...]],
    runs: list[tuple[int, ...]],
    asked: list[tuple[int, ...]],
) -> None:
    known = Prefixes()
    for steps in runs:
        known.learn(steps, machine(stuck, failing, steps))
    for steps in (*asked, *runs):
        answer, truth = known.recall(steps), machine(stuck, failing, steps)
        assert answer is None or (answer.outcome, answer.used) == (truth.outcome, truth.used)
        assert answer is not None or steps not in runs or truth.outcome is Outcome.FAIL
    for steps in runs:
        truth = machine(stuck, failing, steps)
        for length in range(truth.used or len(steps) + 1):
            assert known.recall(steps[:length]) is not None


def test_a_run_without_progress_predicts_nothing() -> None:
    known = Prefixes()
    known.learn((1, 2), Verdict(Outcome.UNRESOLVED))
    known.learn((1, 3), Verdict(Outcome.FAIL))
    assert known.recall((1,)) is known.recall((1, 2, 3)) is None


def test_runs_that_contradict_each_other_do_no_harm() -> None:
    known = Prefixes()
    known.learn((1, 2, 3), Verdict(Outcome.UNRESOLVED, "late", used=3))
    known.learn((1, 2, 4), Verdict(Outcome.UNRESOLVED, "early", used=2))
    answer = known.recall((1, 2, 3))
    assert answer is not None
    assert answer.reason == "early"
    known.forget()
    assert known.recall((1, 2, 3)) is None


def test_equal_units_have_equal_numbers() -> None:
    assert numbered([]) == []
    assert len(set(numbered([1, "1", {"a": 1}, {"a": 2}, {"a": 1}]))) == 4
