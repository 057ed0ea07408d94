"""The registry of passes, and their place in the plan."""

from __future__ import annotations

import pytest

import thresher
from thresher.errors import UsageError
from thresher.passes import pass_named, passes
from thresher.passes.joint import JOINT
from thresher.plan import PlanOptions, plan_for
from thresher.plan.default import transformations
from thresher.plan.stages import ClangDeltaStage, EmbeddedStage, PassStage

CLANG_DELTA = ClangDeltaStage.transformation


def test_every_pass_has_its_turn() -> None:
    assert set(passes()) | {CLANG_DELTA} | {EmbeddedStage.transformation} | set(JOINT) == set(transformations())


def test_passes_can_be_left_out() -> None:
    stages = plan_for("a.c", b"int a;", PlanOptions(without=("unparsable", CLANG_DELTA))).stages
    names = [stage.transformation for stage in stages if isinstance(stage, PassStage | ClangDeltaStage)]
    assert "unparsable" not in names
    assert CLANG_DELTA not in names
    assert "brackets" in names


def test_an_unknown_one_is_named() -> None:
    with pytest.raises(UsageError, match=r"'magic'; choose from .*uses"):
        plan_for("a.c", b"int a;", PlanOptions(without=("magic",)))
    with pytest.raises(UsageError, match="unknown pass"):
        pass_named("magic")


def test_one_algorithm_means_no_passes() -> None:
    stages = plan_for("a.c", b"int a;", PlanOptions(algorithm="hdd")).stages
    assert not any(isinstance(stage, PassStage | ClangDeltaStage) for stage in stages)


PROGRAM = b"""
namespace outer { namespace inner { struct thing { int first; int second; }; int total(thing); } }
template <typename T> int twice(T value) { if (value > 100) { return value * 2; } return 0; }
int main() { outer::inner::thing one; int a = 17; int b = 0x1F; one.first = twice(a + b); return one.first; }
"""


@pytest.mark.parametrize("needed", [(b"total", b"thing"), (b"twice(", b"17"), (b"::", b"{", b"first")])
def test_any_number_of_jobs_gives_the_same_bytes(needed: tuple[bytes, ...]) -> None:
    def fails(text: bytes) -> bool:
        return all(each in text for each in needed)

    alone, several = (thresher.reduce(PROGRAM, fails, name="a.cc", jobs=jobs) for jobs in (1, 3))
    assert alone.data == several.data
    assert fails(alone.data)
