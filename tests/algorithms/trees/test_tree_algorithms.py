"""What every tree algorithm promises, over random trees and oracles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from tests.trees import Chance, bracketed, depths
from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.algorithms.lists.probdd import probdd
from thresher.algorithms.registry import TreeAlgorithm, tree_algorithm, tree_algorithms
from thresher.algorithms.trees.lift import Minimizer
from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.tree import Tree

ALGORITHMS = sorted(tree_algorithms().values(), key=lambda algorithm: algorithm.name)
HDD = ("hdd", "hdd_leaves", "hdd_plus", "hdd_preorder", "hdd_r", "hdd_star")
MINIMAL = [algorithm for algorithm in ALGORITHMS if algorithm.guarantee is TreeGuarantee.ONE_TREE_MINIMAL]
REMOVING = [algorithm for algorithm in ALGORITHMS if algorithm.takes_minimizer]
MINIMIZERS: list[Minimizer] = [ddmin, hgt, one_by_one, probdd]
FILLERS = st.lists(st.sampled_from([b"", b"", b"0", b"()", None]), max_size=6)

any_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.name)


def search(algorithm: TreeAlgorithm, tree: Tree, minimizer: Minimizer) -> Search[Selection, Selection]:
    options = {"minimizer": minimizer} if algorithm.takes_minimizer else {}
    return algorithm.search(tree, tree.everything, **options)


def is_one_tree_minimal(tree: Tree, kept: Selection, fails: Chance) -> bool:
    return not any(
        fails(kept - Selection((node, tree.end(node)))) is Outcome.FAIL
        for node in kept
        if node > 0 and tree.removable(kept, node)
    )


@any_algorithm
@given(depths(), FILLERS, st.integers(), st.sampled_from(MINIMIZERS))
def test_the_result_fails_and_asking_ahead_changes_nothing(
    algorithm: TreeAlgorithm, levels: list[int], fillers: list[bytes | None], seed: int, minimizer: Minimizer
) -> None:
    tree = bracketed(levels, fillers[: len(levels) - 1])
    oracle = Chance(seed, tree.everything)
    alone = answered(search(algorithm, tree, minimizer), oracle)
    assert oracle(alone.result) is Outcome.FAIL
    assert all(after < before for before, after in zip(map(len, alone.hits), map(len, alone.hits[1:]), strict=False))
    ahead = answered(search(algorithm, tree, minimizer), oracle, ahead=7)
    assert ahead.result == alone.result
    assert ahead.asked == alone.asked


@pytest.mark.parametrize("algorithm", MINIMAL, ids=lambda algorithm: algorithm.name)
@given(depths(), FILLERS, st.integers(), st.sampled_from(MINIMIZERS))
def test_one_tree_minimal_on_any_test(
    algorithm: TreeAlgorithm, levels: list[int], fillers: list[bytes | None], seed: int, minimizer: Minimizer
) -> None:
    tree = bracketed(levels, fillers[: len(levels) - 1])
    oracle = Chance(seed, tree.everything)
    assert is_one_tree_minimal(tree, answered(search(algorithm, tree, minimizer), oracle).result, oracle)


@pytest.mark.parametrize("algorithm", REMOVING, ids=lambda algorithm: algorithm.name)
@given(depths(30), st.data(), st.sampled_from(MINIMIZERS))
def test_exactly_what_is_needed_is_left(
    algorithm: TreeAlgorithm, levels: list[int], data: st.DataObject, minimizer: Minimizer
) -> None:
    tree = bracketed(levels)
    needed = {0, *data.draw(st.sets(st.integers(0, len(tree) - 1), max_size=4))}
    closed = {around for node in needed for around in range(node + 1) if node < tree.end(around)}
    result = answered(search(algorithm, tree, minimizer), lambda kept: all(node in kept for node in needed)).result
    assert set(result) == closed


@pytest.mark.parametrize("algorithm", REMOVING, ids=lambda algorithm: algorithm.name)
@given(depths(20), st.data(), st.sampled_from(MINIMIZERS))
def test_hits_may_be_smaller_than_asked(
    algorithm: TreeAlgorithm, levels: list[int], data: st.DataObject, minimizer: Minimizer
) -> None:
    tree = bracketed(levels)
    needed = sorted({0, *data.draw(st.sets(st.integers(0, len(tree) - 1), max_size=3))})

    def used(kept: Selection) -> Selection:
        return kept[: kept.position(needed[-1]) + 1]

    def fails(kept: Selection) -> bool:
        return all(node in kept for node in needed)

    result = answered(search(algorithm, tree, minimizer), fails, shrink=used).result
    closed = {around for node in needed for around in range(node + 1) if node < tree.end(around)}
    assert set(result) == closed


@any_algorithm
def test_a_single_node_needs_no_question(algorithm: TreeAlgorithm) -> None:
    tree = bracketed([0])
    transcript = answered(search(algorithm, tree, ddmin), lambda kept: True)
    assert (transcript.runs, transcript.result) == (0, tree.everything)


def test_names() -> None:
    assert tree_algorithm("hdd+").name == "hdd_plus"
    assert tree_algorithm("hddr") is tree_algorithm("hdd_r")
    names = [algorithm.name for algorithm in ALGORITHMS]
    assert names == [
        *("callers", "coarse", "equal_parts", "function_bodies"),
        *HDD,
        *("heaviest", "hoist", "nesting_path", "unwrap"),
    ]
    with pytest.raises(UsageError, match="hdd_star"):
        tree_algorithm("ddmin")
