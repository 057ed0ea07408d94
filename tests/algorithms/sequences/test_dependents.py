"""Steps that only go together."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.algorithms.sequences.dependents import dependents
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.selection import Selection


def shop(steps: Sequence[str]) -> Verdict:
    """Only what is in the cart can be taken out, and only an empty cart fails when it is emptied."""
    cart: list[str] = []
    for number, step in enumerate(steps, start=1):
        if step.startswith("+"):
            cart.append(step[1:])
        elif step == "empty":
            return Verdict(Outcome.PASS if cart else Outcome.FAIL, used=number)
        elif step[1:] in cart:
            cart.remove(step[1:])
        else:
            return Verdict(Outcome.UNRESOLVED, "it is not in the cart", used=number)
    return Verdict(Outcome.PASS)


def reduced(steps: Sequence[str]) -> tuple[list[str], int]:
    def verdict(kept: Selection) -> Verdict:
        return shop([steps[unit] for unit in kept])

    found = answered(
        dependents(Selection.all(len(steps))),
        lambda kept: verdict(kept).outcome,
        cached=True,
        shrink=lambda kept: kept[: verdict(kept).used or len(kept)],
    )
    return [steps[unit] for unit in found.result], found.runs


def test_what_was_put_in_goes_with_its_taking_out() -> None:
    assert reduced(["+a", "-a", "empty"]) == (["empty"], 2)


def test_a_chain_of_three_goes() -> None:
    assert reduced(["+a", "-a", "+a", "-a", "empty"])[0] == ["empty"]


def test_nothing_is_removed_where_runs_report_no_progress() -> None:
    steps = ["+a", "-a", "empty"]

    def outcome(kept: Selection) -> Outcome:
        return shop([steps[unit] for unit in kept]).outcome

    assert list(answered(dependents(Selection.all(3)), outcome).result) == [0, 1, 2]
    assert list(answered(one_by_one(Selection.all(3)), outcome).result) == [0, 1, 2]


@given(st.lists(st.sampled_from(["+a", "+b", "-a", "-b"]), max_size=10))
def test_the_result_fails_and_is_a_part(steps: list[str]) -> None:
    whole = [*steps, "empty"]
    if shop(whole).outcome is Outcome.FAIL:
        left, _ = reduced(whole)
        assert shop(left).outcome is Outcome.FAIL
        places = iter(whole)
        assert all(step in places for step in left)
