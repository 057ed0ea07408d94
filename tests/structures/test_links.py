"""What must go together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.trees import marked
from thresher.kernel.selection import Selection
from thresher.structures.links import Link, links
from thresher.structures.tree import Tree

PROGRAM = "«int «x»;» «int «y» «= «x»»;» f(«y»⟦, ⟧«1»);"


def named(tree: Tree, kept: Selection | None = None) -> dict[bytes, tuple[int, ...]]:
    return {link.name: link.nodes for link in links(tree, tree.everything if kept is None else kept)}


def test_the_least_around_each_occurrence_of_a_name() -> None:
    assert named(marked(PROGRAM)) == {b"x": (2, 6), b"y": (4, 7)}


def test_only_kept_occurrences_count() -> None:
    tree = marked(PROGRAM)
    assert named(tree, tree.without(tree.everything, [5])) == {b"y": (4, 7)}


def test_what_holds_nothing_any_more_is_a_leaf() -> None:
    tree = marked("«a«b»» «a»")
    assert named(tree) == {}
    assert named(tree, tree.without(tree.everything, [2])) == {b"a": (1, 3)}


def test_a_node_that_stays_is_gone_around() -> None:
    tree = marked("«let «a»|-|;» «a»").replacing({2: None})
    assert named(tree) == {b"a": (1, 3)}
    assert named(tree.replacing({1: None})) == {}


def test_numbers_strings_and_lone_words_are_no_names() -> None:
    assert named(marked("«1» «1» «'s'» «'s'» «word»")) == {}


def test_what_a_language_puts_in_a_place_is_no_name() -> None:
    assert named(marked("«int» «int»|int|")) == {}


def test_the_declaration_goes_without_a_trace() -> None:
    assert named(marked("«foo»|f()| «foo»")) == {}
    assert named(marked("«foo» «foo»|0|")) == {b"foo": (1, 2)}


def test_occurrences_inside_one_node_are_no_link() -> None:
    tree = marked("«let «a» = «a»»")
    assert named(tree.replacing({2: None, 3: None})) == {}
    assert named(tree.replacing({2: None})) == {}


def test_the_weight_counts_what_is_kept() -> None:
    tree = marked("«a «b»» «c»")
    link = Link(b"name", (1, 3))
    assert link.weight(tree, tree.everything) == 3
    assert link.weight(tree, tree.without(tree.everything, [2])) == 2


@given(st.lists(st.sampled_from(["a", "b", "(", ")"]), max_size=12))
def test_nothing_is_left_of_a_name(parts: list[str]) -> None:
    tree = marked(balanced(parts))
    for link in links(tree, tree.everything):
        left = tree.without(tree.everything, link.nodes)
        assert link.name not in tree.render(left)
        assert len(link.nodes) > 1


def balanced(parts: list[str]) -> str:
    text, deep = "", 0
    for part in parts:
        if part == "(":
            text, deep = text + "«(", deep + 1
        elif part == ")" and deep:
            text, deep = text + ")»", deep - 1
        elif part != ")":
            text += f" «{part}» "
    return text + ")»" * deep
