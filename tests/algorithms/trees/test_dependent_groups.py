"""What can only go together goes together."""

from __future__ import annotations

import re

import pytest

from tests.fakes import answered
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.trees.dependent_groups import MISSES_IN_A_ROW, DependentGroups
from thresher.algorithms.trees.heaviest import heaviest
from thresher.algorithms.trees.references import names_of
from thresher.formats.source.source import parse_document
from thresher.kernel.place import Place
from thresher.kernel.selection import Selection

GO = b"""package main

import (
	"io"
	"os"
)

func window(xs []int) int { return xs[5] }

func main() {
	w := make(os.Stdout)
	io.WriteString(w, "a")
	w.Flush()
	total := window(nil)
	println(total)
}
"""


def is_go(text: bytes) -> bool:
    """Whether all that is declared in a function or imported is used, and all that is used declared."""
    uses = set(re.findall(rb"\b(io|os)\.", text)), set(re.findall(rb'"(io|os)"', text))
    declared = set(re.findall(rb"(\w+) :=", text))
    return uses[0] == uses[1] and all((name in declared) == (len(used(name, text)) > 0) for name in (b"w", b"total"))


def used(name: bytes, text: bytes) -> list[bytes]:
    return re.findall(rb"\b%s\b(?! :=)" % name, text)


def test_a_variable_goes_with_its_uses_and_the_imports_that_only_these_need() -> None:
    tree = parse_document("a.go", GO, None).tree

    def fails(kept: Selection) -> bool:
        text = tree.render(kept)
        return b"window(nil)" in text and b"xs[5]" in text and is_go(text)

    left = tree.render(answered(heaviest(tree, tree.everything, minimizer=hgt), fails).result)
    assert not used(b"w", left)
    assert b'"' not in left


def test_what_is_guessed_from_its_uses_goes_with_them() -> None:
    text = b"fn main() { let mut q = Queue::new(8); q.push(1); let f = crash(); f.go(); }"
    tree = parse_document("a.rs", text, None).tree

    def fails(kept: Selection) -> bool:
        left = tree.render(kept)
        return b"crash()" in left and b"f.go()" in left and (b"let mut q" in left) == (b"q.push" in left)

    assert b"q" not in tree.render(answered(heaviest(tree, tree.everything, minimizer=hgt), fails).result)


def test_it_gives_up_soon() -> None:
    lines = b"".join(b"int a%d = 1; a%d++; a%d--; " % (number, number, number) for number in range(40))
    tree = parse_document("a.c", b"int main() { %s }" % lines, None).tree
    groups = DependentGroups(tree, names_of(tree, tree.everything))
    node = next(node for node in range(len(tree)) if tree.kind(node).name == "compound_statement")
    assert answered(groups.search(tree.everything, node, Place()), lambda kept: False).runs == MISSES_IN_A_ROW
    assert answered(groups.search(tree.everything, node, Place()), lambda kept: False).runs == 0


@pytest.mark.parametrize("text", [b"int f(int a, int b) { return a; }", b"", b"int a; int a; int a;"])
def test_lists_without_references_cost_nothing(text: bytes) -> None:
    tree = parse_document("a.c", text, None).tree
    groups = DependentGroups(tree, names_of(tree, tree.everything))
    for node in range(len(tree)):
        done = answered(groups.search(tree.everything, node, Place()), lambda kept: True)
        assert (done.runs, done.result) == (0, tree.everything)
