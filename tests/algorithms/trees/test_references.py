"""Which of some neighbours are referenced in others."""

from __future__ import annotations

import pytest

from thresher.algorithms.trees.levels import inside
from thresher.algorithms.trees.references import SiblingReferences, names_of
from thresher.formats.source.source import parse_document


def free(name: str, *units: str, without: tuple[int, ...] = ()) -> list[int]:
    """The places of the units that are free in a text of them, once some are gone."""
    tree = parse_document(name, "\n".join(units).encode(), None).tree
    children = list(inside(tree, tree.everything, 0))
    assert len(children) == len(units)
    references = SiblingReferences(tree, tree.everything, children, names_of(tree, tree.everything))
    return [children.index(unit) for unit in references.free(set(children) - {children[place] for place in without})]


def test_what_is_used_is_tied_until_its_users_are_gone() -> None:
    program = ("int a;", "int b = 1;", "int *c = &b;", "void f(void) { a = 1; }", "int main() { f(); }")
    assert free("a.c", *program) == [2, 4]
    assert free("a.c", *program, without=(2, 4)) == [1, 3]
    assert free("a.c", *program, without=(2, 3, 4)) == [0, 1]


def test_a_prototype_and_its_function_are_free_together() -> None:
    assert free("a.c", "static int f(int);", "static int f(int x) { return x; }") == [0, 1]
    assert free("a.c", "static int f(int);", "static int f(int x) { return x; }", "int g() { return f(1); }") == [2]


def test_names_inside_of_functions_tie_nothing() -> None:
    assert free("a.c", "int f(int x) { int i = x; return i; }", "int g(int x) { int i = x; return i; }") == [0, 1]


@pytest.mark.parametrize(
    ("name", "units"),
    [
        ("a.js", ("function main() { return later(1); }", "function later(x) { return x; }")),
        ("a.rs", ("fn main() -> u32 { later(1) }", "fn later(x: u32) -> u32 { x }")),
        ("a.py", ("def main():\n    return later(1)", "def later(x):\n    return x")),
        ("a.go", ("func main() int { return later(1) }", "func later(x int) int { return x }")),
    ],
)
def test_a_function_may_be_used_before_it_is_there(name: str, units: tuple[str, ...]) -> None:
    assert free(name, *units) == [0]
    assert free(name, *units, without=(0,)) == [1]


def test_of_what_is_needless_nothing_needed_speaks() -> None:
    program = b"int a; int b; int f() { return a; } int g() { return b; } int h() { f(); } int i() { h(); }"
    tree = parse_document("a.c", program, None).tree
    a, b, f, g, h, i = units = list(inside(tree, tree.everything, 0))
    references = SiblingReferences(tree, tree.everything, units, names_of(tree, tree.everything))
    assert references.needless(units, [h]) == [b, g, i]
    assert references.needless([a, b, f], [h]) == [a, b, f]
    assert references.needless(units, []) == units


def test_a_group_is_everything_that_references_a_name() -> None:
    program = b"int main() { int a = f(); int b = a; g(b); int c; h(c); }"
    tree = parse_document("a.c", program, None).tree
    block = next(node for node in range(len(tree)) if tree.kind(node).name == "compound_statement")
    a, b, g, c, h = units = list(inside(tree, tree.everything, block))
    references = SiblingReferences(tree, tree.everything, units, names_of(tree, tree.everything))
    assert references.groups(units) == [[g], [h], [b, g], [c, h], [a, b, g]]
    assert references.groups([a, c, h]) == [[a], [h], [c, h]]


def test_an_import_is_known_by_the_last_word_of_its_path() -> None:
    tree = parse_document("a.go", b'package main\nimport "unicode/utf8"\nvar x = utf8.RuneError\n', None).tree
    assert list(names_of(tree, tree.everything).values()).count(b"utf8") == 2
