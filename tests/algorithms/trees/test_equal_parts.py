"""Parts of about the same weight: which they are, and what finding the needed ones costs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.fakes import answered
from thresher.algorithms.trees.equal_parts import HEAVY, LIGHT, SMALL, equal_parts, parts_of
from thresher.algorithms.trees.levels import weight
from thresher.formats.source.source import parse_document
from thresher.kernel.selection import Selection
from thresher.structures.trees.tree import Tree


def nested(depth: int, name: str = "") -> str:
    """Blocks of three statements, the last of which is a block again; each statement has a number of its own."""
    if not depth:
        return f"x{name} = x{name} * 2 + y{name} * 3 + z{name};"
    return "if (a) {" + "".join(nested(depth - 1, name + digit) for digit in "012") + "}"


def program(depth: int = 6) -> Tree:
    return parse_document("a.c", f"void f() {{{nested(depth)}}}".encode(), None).tree


def test_parts_are_neither_heavy_nor_light_nor_nested() -> None:
    tree = program()
    parts = parts_of(tree, tree.everything)
    weights = [weight(tree, tree.everything, node) for node in parts]
    assert all(len(tree) / LIGHT <= each <= len(tree) / HEAVY for each in weights)
    assert sum(weights) > 0.8 * len(tree)
    assert all(tree.end(node) <= after for node, after in pairwise(parts))


@pytest.mark.parametrize("needed", [[b"x000000 ="], [b"x012012 =", b"x222222 ="], [b"x111111 =", b"x111110 ="]])
def test_much_goes_in_few_tests(needed: list[bytes]) -> None:
    tree = program()

    def fails(kept: Selection) -> bool:
        text = tree.render(kept)
        return all(each in text for each in needed)

    done = answered(equal_parts(tree, tree.everything), fails)
    assert len(done.result) < SMALL
    assert done.runs < 40
    assert fails(done.result)


def test_nothing_is_asked_about_small_trees_and_flat_lists() -> None:
    small = program(3)
    assert answered(equal_parts(small, small.everything), lambda kept: True).runs == 0
    flat = parse_document("a.c", b"".join(b"int a%d = 1;\n" % number for number in range(SMALL)), None).tree
    assert answered(equal_parts(flat, flat.everything), lambda kept: True).runs == 0


def test_it_ends_when_nothing_can_go() -> None:
    tree = program()
    assert answered(equal_parts(tree, tree.everything), lambda kept: False).runs <= 8
