"""The registry of passes, and their place in the plan."""

from __future__ import annotations

import pytest

from thresher.errors import UsageError
from thresher.passes import pass_named, passes
from thresher.plan import CLANG_DELTA, EARLY, LATE, Wishes, plan_for


def test_every_pass_has_its_turn() -> None:
    assert set(passes()) | {CLANG_DELTA} == {*EARLY, *LATE}


def test_passes_can_be_left_out() -> None:
    stages = plan_for("a.c", b"int a;", Wishes(without=("loose", CLANG_DELTA))).stages
    names = [stage.algorithm for stage in stages]
    assert "loose" not in names
    assert CLANG_DELTA not in names
    assert "brackets" in names


def test_an_unknown_one_is_named() -> None:
    with pytest.raises(UsageError, match="'magic'; there are whitespace"):
        plan_for("a.c", b"int a;", Wishes(without=("magic",)))
    with pytest.raises(UsageError, match="no pass"):
        pass_named("magic")


def test_one_algorithm_means_no_passes() -> None:
    stages = plan_for("a.c", b"int a;", Wishes(algorithm="hdd")).stages
    assert not any(stage.is_pass for stage in stages)
