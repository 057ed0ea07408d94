"""HDD and its variants: transcripts, counted bounds, large trees."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from tests.trees import Chance, bracketed, depths, marked
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.trees.hdd import coarse, hdd, hdd_leaves, hdd_plus, hdd_preorder, hdd_r, hdd_star
from thresher.algorithms.trees.levels import Position
from thresher.algorithms.trees.lift import Minimizer
from thresher.algorithms.trees.single_removals import single_removals
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.tree import Tree, tree_from_columns

PROGRAM = """«void» «f()» {
    «int x;» «int y;»
    «if («x!=0»|0|) { «y= x;» } else { «return 0;» }»
    «while («y!=0»|0|) { «y--;» }»
    «return y;»
}"""  # Figure 2.1 of the thesis


def test_the_motivating_example_of_the_thesis() -> None:
    tree = marked(PROGRAM)

    def compiles_and_decrements(kept: Selection) -> bool:
        text = tree.render(kept)
        needs_x = b"x!=0" in text or b"y= x" in text
        return b"f()" in text and b"y--" in text and b"int y" in text and (b"int x" in text or not needs_x)

    transcript = answered(hdd(tree, tree.everything, minimizer=ddmin), compiles_and_decrements, cached=True)
    assert tree.render(transcript.result).split() == b"f() { int y; while (0) { y--; } }".split()
    assert transcript.runs <= 30


def test_levels_are_asked_top_down() -> None:
    tree = marked("«a(«b»«c»)»«d(«e»)»")
    asked = answered(hdd(tree, tree.everything, minimizer=ddmin), lambda kept: 3 in kept, cached=True).asked
    assert [tree.render(kept) for kept in asked] == [b"a(bc)", b"", b"a(b)", b"a(c)", b"a()"]


def test_children_of_different_parents_go_together_or_each_for_itself() -> None:
    tree = marked("«(«a»«b»)»«(«c»«d»)»")
    needed = {1, 4}

    def fails(kept: Selection) -> bool:
        return all(node in kept for node in needed)

    together = answered(hdd(tree, tree.everything, minimizer=ddmin), fails, cached=True)
    alone = answered(hdd_r(tree, tree.everything, minimizer=ddmin), fails, cached=True)
    assert tree.render(together.result) == tree.render(alone.result) == b"()()"
    assert [tree.render(kept) for kept in together.asked[-2:]] == [b"(a)()", b"()()"]
    assert [tree.render(kept) for kept in alone.asked[2:]] == [b"(a)(cd)", b"()(cd)", b"()(c)", b"()()"]


def test_what_deeper_levels_made_superfluous_goes_in_another_round() -> None:
    tree = marked("«int x;» «y = «x + »1;»")
    uses = 3

    def fails(kept: Selection) -> bool:
        return 2 in kept and (1 in kept or uses not in kept)

    assert tree.render(answered(hdd(tree, tree.everything), fails).result) == b"int x; y = 1;"
    for search in (hdd_plus, hdd_star):
        assert tree.render(answered(search(tree, tree.everything), fails).result) == b"y = 1;"


def test_only_nodes_that_vanish_are_coarse() -> None:
    tree = marked("«a;» if («x»|0|) «y;»|;| «z;»")
    result = answered(coarse(tree, tree.everything), lambda kept: True).result
    assert tree.render(result) == b"if (x) y;"


def test_nodes_that_are_their_replacement_are_left_alone() -> None:
    tree = marked("while («0»|0|) «{«a;»}»|{}|")
    transcript = answered(hdd_star(tree, tree.everything, minimizer=ddmin), lambda kept: 2 in kept, cached=True)
    assert tree.render(transcript.result) == b"while (0) {}"
    assert transcript.runs == 2


def test_the_certificate_lists_each_node() -> None:
    tree = marked("«a(«b»)» «c»")
    probes = list(single_removals(tree, tree.everything))
    assert [tree.render(probe.candidate) for probe in probes] == [b"c", b"a(b)", b"a() c"]
    assert [probe.origin for probe in probes] == [(1, 1), (1, 3), (2, 2)]
    again = [probe.origin for probe in single_removals(tree, tree.everything, after=Position(1, 1))]
    assert again == [(1, 3), (2, 2), (1, 1)]


@given(depths(30), st.integers())
def test_no_single_leaf_can_go_from_the_last_level(levels: list[int], seed: int) -> None:
    """Section 3.4 of the thesis: whatever the test, the last call of ddmin has tried each leaf alone."""
    tree = bracketed(levels)
    oracle = Chance(seed, tree.everything)
    kept = answered(hdd_leaves(tree, tree.everything, minimizer=ddmin), oracle).result
    leaves = [node for node in kept if node > 0 and tree.end(node) == node + 1]
    assert not any(oracle(kept - Selection((leaf, leaf + 1))) is Outcome.FAIL for leaf in leaves)


def test_leaves_wait_for_the_last_level() -> None:
    tree = marked("«a»«(«b»)»«c»")
    asked = answered(hdd_leaves(tree, tree.everything, minimizer=ddmin), lambda kept: 2 in kept, cached=True).asked
    assert [tree.render(kept) for kept in asked] == [b"a c", b"a(b)", b"a()", b"()"]


def test_a_branch_is_finished_before_the_next() -> None:
    tree = marked("«(«a»«b»)»«(«c»«d»)»")
    search = hdd_preorder(tree, tree.everything, minimizer=ddmin)
    asked = answered(search, lambda kept: 1 in kept and 4 in kept, cached=True).asked
    assert [tree.render(kept) for kept in asked[2:]] == [b"(a)(cd)", b"()(cd)", b"()(c)", b"()()"]


@given(depths(40), st.integers())
def test_quadratic_at_worst(levels: list[int], seed: int) -> None:
    tree = bracketed(levels)
    oracle = Chance(seed, tree.everything)
    nodes = len(tree)
    assert answered(hdd(tree, tree.everything, minimizer=ddmin), oracle).runs <= nodes**2 + 3 * nodes
    assert answered(hdd_r(tree, tree.everything, minimizer=ddmin), oracle).runs <= nodes**2 + 3 * nodes
    assert answered(hdd_plus(tree, tree.everything, minimizer=ddmin), oracle).runs <= 2 * nodes**2 + 4 * nodes


def test_quadratic_when_all_is_needed_in_a_flat_list() -> None:
    tree = bracketed([0, *[1] * 64])
    runs = answered(hdd(tree, tree.everything, minimizer=ddmin), lambda kept: len(kept) == 65).runs
    assert 64 * 2 <= runs <= 64**2 + 3 * 64


def balanced(branching: int, height: int) -> Tree:
    """All nodes have so many children down to the leaves; a leaf is one byte."""
    depth_of = array("I", [height])
    for depth in range(height - 1, -1, -1):
        depth_of = array("I", [depth]) + depth_of * branching
    starts, stops = array("I"), array("I")
    widths = [branching ** (height - depth) for depth in range(height + 1)]
    leaf = 0
    for depth in depth_of:
        starts.append(leaf)
        stops.append(leaf + widths[depth])
        leaf += depth == height
    return tree_from_columns(
        b";" * leaf,
        starts=starts,
        stops=stops,
        depths=depth_of,
        kinds=array("I", [0]) * len(depth_of),
        vocabulary=[NodeKind("node", frozenset())],
    )


@pytest.mark.parametrize(("branching", "height"), [(10, 2), (10, 3), (10, 4), (10, 6), (4, 5), (4, 7), (2, 16)])
def test_logarithmic_in_the_ideal_case(branching: int, height: int) -> None:
    """Section 3.3: one child of each needed node is needed, b**2 tests a level at most."""
    tree = balanced(branching, height)
    needed = len(tree) * 2 // 3
    while tree.end(needed) > needed + 1:
        needed += 1
    transcript = answered(hdd(tree, tree.everything, minimizer=ddmin), lambda kept: needed in kept, cached=True)
    assert len(transcript.result) == height + 1
    assert transcript.runs <= height * (branching**2 + 3 * branching + 1)
    assert transcript.runs <= 4 * height * branching.bit_length()


@pytest.mark.parametrize("search", [hdd, hdd_preorder, hdd_r])
def test_a_chain_of_a_hundred_thousand(search: Minimizer) -> None:
    deep = 100_000
    tree = bracketed(range(deep))
    last = deep - 5
    transcript = answered(search(tree, tree.everything), lambda kept: last in kept)  # type: ignore[call-arg,arg-type]
    assert transcript.result == Selection((0, last + 1))
    assert transcript.runs == last + 1
