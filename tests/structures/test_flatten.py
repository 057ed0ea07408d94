"""Lists spelled by recursion."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.structures.trees.test_tree import worded
from tests.trees import marked, without
from thresher.structures.flatten import flatten
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.collapse_chains import squeeze
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

LEFT = "x = «sum:«sum:«sum:«a» + «b»» - «c»» + «d»»;"
RIGHT = "[«list:«a», «list:«b», «list:«c»»»»]"
ELSE = "«if:if («a») «x;» else «if:if («b») «y;» else «if:if («c») «z;»»»»"


@pytest.mark.parametrize(
    ("text", "gone", "expected"),
    [
        (LEFT, ["a + b"], "x = c + d;"),
        (LEFT, ["c"], "x = a + b + d;"),
        (LEFT, ["a + b", "c"], "x = d;"),
        (LEFT, ["d"], "x = a + b - c;"),
        (RIGHT, ["a"], "[b, c]"),
        (RIGHT, ["b"], "[a, c]"),
        (RIGHT, ["c"], "[a, b]"),
        (RIGHT, ["a", "b"], "[c]"),
        (ELSE, ["if (a) x;"], "if (b) y; else if (c) z;"),
        (ELSE, ["if (c) z;", "if (a) x;"], "if (b) y;"),
        ("«post:«post:«post:x»++»[«1»]»", ["++"], "x[1]"),
        ("«not:!«not:!«not:!x»»»", ["!"], "!x"),
    ],
)
def test_elements_go_with_their_separators(text: str, gone: list[str], expected: str) -> None:
    tree = squeeze(flatten(marked(text)))
    assert tree.render(tree.everything) == tree.data
    assert tree.render(without(tree, *gone)).decode() == expected


def test_two_in_a_row_are_no_list_unless_told() -> None:
    tree = marked("«sum:«sum:«a» + «b»» + «c»»")
    assert flatten(tree) is tree
    assert flatten(tree, kinds=["product"]) is tree
    assert flatten(tree, kinds=["sum"]).render(without(flatten(tree, kinds=["sum"]), "a + b")) == b"c"


def test_brackets_around_brackets_are_no_list() -> None:
    tree = marked("«b:{ «b:{ «b:{ }» }» }»")
    assert flatten(tree) is tree


def test_an_item_may_be_a_list_itself() -> None:
    item = "«s:«s:«s:«c»*«d»»*«e»»*«g»»"
    tree = squeeze(flatten(marked(f"«s:«s:«s:«a»+«b»»+{item}»+«f»»")))
    assert tree.render(without(tree, "a+b", "c*d")) == b"e*g+f"


def test_separators_elsewhere_survive() -> None:
    tree = squeeze(flatten(marked("f(«p»⟦, ⟧«s:«s:«s:«a»+«b»»+«c»»+«d»»⟦, ⟧«q»)")))
    assert tree.render(without(tree, "p", "a+b")) == b"f(c+d, q)"
    assert tree.render(without(tree, "p", "a+b+c+d")) == b"f(q)"


def test_a_list_whose_items_had_separators_already() -> None:
    tree = squeeze(flatten(marked("«l:«l:«l:«a»»⟦, ⟧«b»»⟦, ⟧«c»»")))
    assert tree.render(without(tree, "a")) == b"b, c"
    assert tree.render(without(tree, "b")) == b"a, c"


def test_a_hundred_thousand_summands() -> None:
    count = 100_000
    builder = TreeBuilder(b"1" + b"+1" * (count - 1))
    for _ in range(count):
        builder.open("sum", 0)
    builder.leaf("number", 0, 1)
    builder.close(1)
    for index in range(1, count):
        builder.leaf("number", 2 * index, 2 * index + 1)
        builder.close(2 * index + 1)
    tree = squeeze(flatten(builder.build()))
    assert tree.height == 1
    assert len(tree) == count + 1
    assert tree.render(tree.without(tree.everything, range(1, count))) == b"1"


@given(worded(Spacing.FREE))
def test_flattening_changes_no_text(tree: Tree) -> None:
    flat = flatten(tree, kinds=["node"])
    assert flat.render(flat.everything) == tree.data
    assert b"".join(flat.render(flat.without(flat.everything, [0])).split()) == b""
