"""Promotion: a node gives way to a node of its kind inside it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from tests.trees import Chance, bracketed, depths, marked
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.trees.hdd import hdd_star
from thresher.algorithms.trees.hoist import hoist
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.structures.trees.shape import without_runs
from thresher.structures.trees.tree import Tree

# ((1+(2*3))/(2-2))+(3*5), Figure 5.3 of the thesis; the shortest expression is 1
SUM = "«E:(«E:«E:1»|1| + «E:(«E:«E:2»|1|*«E:3»|1|»|1|)»|1|»|1|)»|1|"
EXPRESSION = f"«E:«E:(«E:{SUM} / «E:(«E:«E:2»|1| - «E:2»|1|»|1|)»|1|»|1|)»|1| + «E:(«E:«E:3»|1|*«E:5»|1|»|1|)»|1|»|1|"


def divides_by_zero(text: bytes) -> bool:
    try:
        eval(text)
    except ZeroDivisionError:
        return True
    except SyntaxError as error:
        raise AssertionError(text) from error
    return False


def test_the_arithmetic_example_of_the_thesis() -> None:
    tree = marked(EXPRESSION)
    assert divides_by_zero(tree.data)

    def fails(kept: Selection) -> bool:
        return divides_by_zero(tree.render(kept))

    reduced = answered(hdd_star(tree, tree.everything, minimizer=ddmin), fails).result
    assert tree.render(reduced) == b"(1 / (2 - 2)) + 1"
    hoisted = answered(hoist(tree, reduced), fails).result
    assert tree.render(hoisted) == b"1 / (2 - 2)"


def test_two_of_the_largest_gains_come_first() -> None:
    tree = marked("«a:1 «a:2 «a:3 «b:4»» «a:5»»»")
    asked = answered(hoist(tree, tree.everything), lambda kept: 4 in kept).asked
    assert [tree.render(kept).decode() for kept in asked] == ["5", "1 5", "1 3 4", "3 4"]


def test_what_missed_before_a_hit_comes_last() -> None:
    tree = marked("«a:1 «a:2 «a:3»»» «a:4 «a:5»»")
    asked = answered(hoist(tree, tree.everything), lambda kept: 1 in kept).asked
    assert [tree.render(kept).decode() for kept in asked] == ["3 4 5", "1 2 3 5", "1 3 5", "3 5"]


def test_a_node_of_another_kind_does_not_fit() -> None:
    tree = marked("«a:1 «b:2»»")
    assert answered(hoist(tree, tree.everything), lambda kept: True).runs == 0
    tree = marked("«a:1 «b:2»»", labels={"a": ["expression"], "b": ["expression"]})
    assert tree.render(answered(hoist(tree, tree.everything), lambda kept: True).result) == b"2"


def test_the_reach_and_the_number_of_questions_are_limited() -> None:
    tree = bracketed(range(100))
    far = answered(hoist(tree, tree.everything, reach=3), lambda kept: False)
    assert far.runs == (98 + 1) + (97 + 1)  # over one step or two; three is no power of two
    assert answered(hoist(tree, tree.everything, most=10), lambda kept: False).runs == 10


def test_brackets_around_brackets_go() -> None:
    deep = 300
    tree = bracketed(range(deep))
    transcript = answered(hoist(tree, tree.everything), lambda kept: deep - 1 in kept)
    assert tree.render(transcript.result) == b"()"
    assert transcript.runs < 100


@given(depths(), st.integers())
def test_no_promotion_is_left(levels: list[int], seed: int) -> None:
    tree = bracketed(levels)
    oracle = Chance(seed, tree.everything)
    kept = answered(hoist(tree, tree.everything), oracle).result
    for inner in kept:
        for outer in kept:
            if outer < inner < tree.end(outer) and changes(tree, kept, outer, inner):
                assert oracle(promoted(tree, kept, outer, inner)) is not Outcome.FAIL


def promoted(tree: Tree, kept: Selection, outer: int, inner: int) -> Selection:
    runs = (outer, inner), (tree.end(inner), tree.end(outer))
    return without_runs(kept, [run for run in runs if run[0] < run[1]])


def changes(tree: Tree, kept: Selection, outer: int, inner: int) -> bool:
    return tree.render(kept) != tree.render(promoted(tree, kept, outer, inner))
