"""One algorithm alone: `--only`."""

from __future__ import annotations

import pytest

from thresher.errors import UsageError
from thresher.plan import PlanOptions, plan_for
from thresher.plan.stages import ContainerStage, ListStage, TreeStage

GZIP = bytes.fromhex("1f8b08000000000000034b040043beb7e801000000")


def test_a_tree_algorithm_has_ddmin_inside() -> None:
    plan = plan_for("a.c", b"int a;", PlanOptions(algorithm="hdd", only=True))
    (stage,) = plan.stages
    assert isinstance(stage, TreeStage)
    assert (stage.algorithm, stage.minimizer) == ("hdd", "ddmin")


def test_another_list_algorithm_can_be_named() -> None:
    (stage,) = plan_for("a.c", b"int a;", PlanOptions(algorithm="hdd", minimizer="probdd", only=True)).stages
    assert isinstance(stage, TreeStage)
    assert stage.minimizer == "probdd"


def test_a_list_algorithm_on_one_kind_of_units() -> None:
    (stage,) = plan_for("a.txt", b"a b\n", PlanOptions(format="lines", algorithm="ddmin", only=True)).stages
    assert isinstance(stage, ListStage)


def test_the_parts_of_a_container_are_not_reduced() -> None:
    (stage,) = plan_for("a.gz", GZIP, PlanOptions(algorithm="hdd", only=True)).stages
    assert isinstance(stage, ContainerStage)


@pytest.mark.parametrize(("options", "message"), [
    (PlanOptions(only=True), "name it with --algorithm"),
    (PlanOptions(algorithm="ddmin", only=True), "choose one of paragraphs, lines, words, characters with --format"),
    (PlanOptions(algorithm="ddmin", min_granularity="lines", only=True), "leave out"),
    (PlanOptions(algorithm="hdd", only=True), "needs a tree"),
])  # fmt: skip
def test_what_cannot_run_alone(options: PlanOptions, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        plan_for("a.txt", b"a\nb c\n", options)
