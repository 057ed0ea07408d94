"""Chains of nodes around the same text."""

from __future__ import annotations

from hypothesis import given

from tests.structures.trees.test_tree import worded
from tests.trees import marked, without
from thresher.structures.trees.collapse_chains import collapse_chains
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree


def test_a_chain_becomes_one_node_that_may_stand_for_each() -> None:
    tree = collapse_chains(marked("«sum:«term:«name:x»»» + «term:«number:1»»"))
    assert len(tree) == 3
    assert tree.kind(1).name == "sum"
    assert tree.kind(1).labels == {"sum", "term", "name"}
    assert tree.fits(2, 1)
    assert tree.render(without(tree, "x")) == b"+ 1"


def test_the_shortest_replacement_is_kept() -> None:
    tree = collapse_chains(marked("(«««x»|0|»|{}|»|None|) ««y»|None|»|None| «««z»|1|»|b|»"))
    assert [tree.replacement(node) for node in (1, 2, 3)] == [b"0", None, b""]


def test_text_of_its_own_keeps_a_node() -> None:
    tree = marked("«(«x»)»«y»«»")
    assert collapse_chains(tree) is tree


def test_separators_are_renumbered() -> None:
    tree = collapse_chains(marked("f(««a»»⟦, ⟧««b»»⟦, ⟧««c»»)"))
    assert len(tree) == 4
    assert tree.render(without(tree, "a")) == b"f(b, c)"
    assert tree.render(without(tree, "a", "b")) == b"f(c)"


@given(worded(Spacing.FREE))
def test_squeezing_changes_no_text(tree: Tree) -> None:
    collapsed = collapse_chains(tree)
    assert collapsed.render(collapsed.everything) == tree.data
    assert collapse_chains(collapsed) is collapsed
    spans = {(tree.starts[node], tree.stops[node]) for node in range(len(tree))}
    assert {(collapsed.starts[node], collapsed.stops[node]) for node in range(len(collapsed))} == spans
