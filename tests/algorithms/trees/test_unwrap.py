"""A node gives way to what it holds."""

from __future__ import annotations

from tests.fakes import answered
from tests.trees import marked
from thresher.algorithms.trees.unwrap import unwrap
from thresher.kernel.selection import Selection
from thresher.structures.trees.splice import Spacing

PAGE = "«e:<a>«e:<b>«e:<c/>» «e:<d/>»</b>»</a>»"


def test_elements_give_way_to_their_children() -> None:
    tree = marked(PAGE, spacing=Spacing.EXACT)
    asked = answered(unwrap(tree, tree.everything), lambda kept: 2 in kept).asked
    assert [tree.render(kept) for kept in asked] == [b"<b><c/> <d/></b>", b"<c/> <d/>"]
    result = answered(unwrap(tree, tree.everything), lambda kept: 4 in kept).result
    assert tree.render(result) == b"<c/> <d/>"


def test_what_does_not_fit_stays_inside() -> None:
    tree = marked("«statement:{ «statement:a;» «label:b:» }»")
    assert answered(unwrap(tree, tree.everything), lambda kept: True).runs == 0
    kept = tree.everything - Selection((3, 4))
    assert tree.render(answered(unwrap(tree, kept), lambda kept: True).result) == b"a;"


def test_a_leaf_holds_nothing() -> None:
    tree = marked("«a» «b»")
    assert answered(unwrap(tree, tree.everything), lambda kept: True).runs == 0
