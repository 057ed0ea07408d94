"""What a finished reduction claims holds for any test, whatever list algorithm was chosen."""

from __future__ import annotations

import random

import pytest

import thresher
from thresher.algorithms.registry import list_algorithms
from thresher.plan import PlanOptions, plan_for
from thresher.verify.granularity import granularity

LINES = [b"line %d\n" % number for number in range(7)]


@pytest.mark.parametrize("algorithm", list_algorithms())
def test_no_single_line_can_be_removed_from_a_finished_result(algorithm: str) -> None:
    """The test is not monotone: it fails for some random subsets only."""
    for seed in range(25):
        dice = random.Random(seed)
        failing = {b"".join(LINES)}
        failing |= {b"".join(line for line in LINES if dice.random() < 0.6) for _ in range(40)}
        result = thresher.reduce(
            b"".join(LINES), failing.__contains__, name="a.txt", format="lines", algorithm=algorithm
        )
        left = result.data.splitlines(keepends=True)
        smaller = [b"".join(left[:at] + left[at + 1 :]) for at in range(len(left))]
        assert result.complete
        assert not [text for text in smaller if text and text in failing], seed


def test_a_tree_algorithm_that_guarantees_nothing_claims_nothing_about_nodes() -> None:
    def claim(algorithm: str) -> str:
        return granularity(b"int a;", "a.c", plan_for("a.c", b"int a;", PlanOptions(algorithm=algorithm))).claim

    assert claim("hdd") == "no single token can be removed"
    assert claim("hdd*") == "no single syntax node or token can be removed"
