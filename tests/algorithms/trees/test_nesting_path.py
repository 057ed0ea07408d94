"""Deep nesting as one list."""

from __future__ import annotations

from tests.fakes import answered
from thresher.algorithms.trees.nesting_path import nesting_path
from thresher.formats.source.source import parse_document
from thresher.kernel.selection import Selection
from thresher.structures.trees.tree import Tree


def nested(levels: int) -> Tree:
    text = b"[1, " * levels + b"{}" + b", 2]" * levels
    return parse_document("a.json", text, None).tree


def depth(text: bytes) -> int:
    return text.count(b"[")


def test_thousands_of_levels_take_a_few_questions() -> None:
    tree = nested(3000)
    done = answered(nesting_path(tree, tree.everything), lambda kept: depth(tree.render(kept)) >= 10)
    assert depth(tree.render(done.result)) == 10
    assert len(tree.render(done.result)) < 25
    assert done.runs < 80


def test_levels_of_two_kinds_in_turn_go_together() -> None:
    text = b'{"a": [' * 200 + b"7" + b"]}" * 200
    tree = parse_document("a.json", text, None).tree

    def fails(kept: Selection) -> bool:
        data = tree.render(kept)
        return data.count(b"[") >= 5 and b"7" in data

    found = tree.render(answered(nesting_path(tree, tree.everything), fails).result)
    assert depth(found) == 5
    assert parse_document("a.json", found, None).valid_text(found)


def test_a_shallow_tree_is_left_alone() -> None:
    tree = nested(20)
    assert answered(nesting_path(tree, tree.everything), lambda kept: True).runs == 0
