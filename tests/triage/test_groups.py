"""Inputs by their failures."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from thresher.oracle.failures.signature import Signature
from thresher.triage.groups import census
from thresher.triage.survey import SurveyedInput

signatures = st.builds(
    Signature,
    exit_code=st.none(),
    signal=st.sampled_from([6, 11]),
    kind=st.just("signal"),
    lines=st.just(()),
    backtrace=st.sampled_from([(), ("f",), ("g",)]),
)
inputs = st.builds(
    SurveyedInput,
    path=st.just(Path()),
    size=st.integers(0, 9),
    digest=st.sampled_from(["x", "y"]),
    failures=st.lists(signatures, max_size=2, unique=True).map(tuple),
    steady=st.booleans(),
)


@given(st.lists(inputs, max_size=12))
def test_every_input_is_in_one_place_and_signatures_are_never_mixed(seen: list[SurveyedInput]) -> None:
    named = [
        SurveyedInput(Path(str(n)), each.size, each.digest, each.failures, each.steady) for n, each in enumerate(seen)
    ]
    result = census(named)
    in_groups = [each for group in result.groups for each in group.members]
    placed = [*in_groups, *result.passing, *result.unsteady]
    assert sorted(placed, key=lambda each: each.path) == sorted(named, key=lambda each: each.path)
    assert len({group.signature for group in result.groups}) == len(result.groups)
    for group in result.groups:
        assert all(each.failures == (group.signature,) for each in group.members)
        first = group.representative
        assert all((not first.steady, first.size) <= (not each.steady, each.size) for each in group.members)


def test_failures_with_one_signature_are_reported() -> None:
    bare, placed = Signature(None, 11, "signal"), Signature(None, 11, "signal", (), ("f",))
    hang = Signature(None, None, "hang", ("timed out",))
    groups = census([SurveyedInput(Path(str(n)), 1, "", (s,), True) for n, s in enumerate((bare, placed, hang))]).groups
    doubts = {group.signature: group.doubt for group in groups}
    assert "SIGSEGV alone: may be several bugs" in doubts[bare]
    assert doubts[placed] == ""
    assert "may be several bugs" in doubts[hang]
