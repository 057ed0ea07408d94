"""Deep nestings: a few questions for thousands of levels."""

from __future__ import annotations

import pytest

import thresher
from thresher.algorithms.trees.deep_nesting import unsampled
from thresher.formats.source.source import parse_document


def nested(opening: bytes, inside: bytes, closing: bytes, levels: int) -> bytes:
    return opening * levels + inside + closing * levels


def depth(text: bytes) -> int:
    """How deep the brackets are; 0 if they are not in pairs."""
    deepest = now = 0
    for byte in text:
        now += (byte in b"([{") - (byte in b")]}")
        deepest = max(deepest, now)
    return 0 if now else deepest


@pytest.mark.parametrize(
    ("name", "opening", "closing", "most"),
    [("a.json", b"[", b"]", 100), ("a.json", b'{"a":', b"}", 250), ("a.js", b"f(", b")", 150)],
)
def test_thousands_of_levels_take_some_tests(name: str, opening: bytes, closing: bytes, most: int) -> None:
    asked = 0

    def fails(text: bytes) -> bool:
        nonlocal asked
        asked += 1
        return depth(text) >= 200

    result = thresher.reduce(nested(opening, b"1", closing, 1000), fails, name=name, valid=True)
    assert depth(result.data) == 200
    assert asked < most


def test_shallow_trees_are_tried_node_by_node() -> None:
    tree = parse_document("a.json", nested(b"[", b"1", b"]", 50), "json").tree
    assert not unsampled(tree, tree.everything)


def test_large_parts_beside_the_path_are_tried() -> None:
    side = b"[1,2,3,4,5,6,7,8,9],"
    tree = parse_document("a.json", nested(b"[" + side, b"1", b"]", 300), "json").tree
    skipped = unsampled(tree, tree.everything)
    assert skipped
    assert not any(tree.data.startswith(b"[1,2", tree.starts[node]) for node in skipped)
