"""A declaration and its uses go together."""

from __future__ import annotations

from tests.fakes import answered
from tests.trees import marked
from thresher.algorithms.hdd_star import hdd_star
from thresher.algorithms.linked import linked
from thresher.kernel.selection import Selection

NAMESPACE = "namespace «detail»{int f();} int i = ««detail»::» f();"


def test_a_qualifier_goes_with_what_it_names() -> None:
    tree = marked(NAMESPACE).replacing({3: None})

    def compiles(kept: Selection) -> bool:
        text = tree.render(kept)
        return text.count(b"detail") != 1

    alone = answered(hdd_star(tree, tree.everything), compiles).result
    assert alone == tree.everything
    transcript = answered(linked(tree, tree.everything), compiles)
    assert tree.render(transcript.result).split() == b"namespace {int f();} int i = f();".split()
    assert transcript.runs == 1


def test_the_largest_removal_comes_first_and_each_name_once() -> None:
    tree = marked("«a» «b» «c» «a» «b» «b» «c» «c» «c»")
    asked = answered(linked(tree, tree.everything), lambda kept: False).asked
    assert [tree.render(kept) for kept in asked] == [b"a b a b b", b"a c a c c c", b"b c b b c c c"]
    asked = answered(linked(tree, tree.everything), lambda kept: b"c" in tree.render(kept)).asked
    assert [tree.render(kept) for kept in asked] == [b"a b a b b", b"a c a c c c", b"c c c c"]


def test_without_names_nothing_is_asked() -> None:
    tree = marked("«1» «1» «a» «b»")
    assert answered(linked(tree, tree.everything), lambda kept: True).runs == 0
