"""Bodies that return at once, where the compile check does not accept empty ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from thresher.formats.source.document import SourceDocument
from thresher.plan.stages.returning_bodies import with_returning_bodies

FUNCTIONS = b"""struct s { int a; };
int f(int a) { int b = a; return b + 1; }
int *g(int *a) { int *b = a + 1; return b; }
void h(int *a) { int b = *a; *a = b + 1; }
struct s i(struct s a) { a.a = a.a + 1; a.a = a.a + 2; return a; }
"""


def emptied(accepts: Callable[[bytes], bool], text: bytes = FUNCTIONS, language: str = "c") -> bytes:
    """The text with all bodies removed."""
    document = with_returning_bodies(SourceDocument(text, language), accepts)
    tree = document.tree
    bodies = [node for node in range(len(tree)) if tree.kind(node).name == "compound_statement"]
    kept = tree.without(tree.everything, bodies)
    assert document.valid(kept)
    return tree.render(kept)


def test_bodies_return_if_the_check_asks_for_it() -> None:
    text = emptied(lambda data: data.count(b"return") == 3)
    assert b"f(int a) {return 0;}" in text
    assert b"g(int *a) {return 0;}" in text
    assert b"h(int *a) {}" in text
    assert b"i(struct s a) {static struct s r;return r;}" in text


@pytest.mark.parametrize("accepts", [lambda _: True, lambda _: False])
def test_bodies_are_empty_otherwise(accepts: Callable[[bytes], bool]) -> None:
    assert b"return" not in emptied(accepts)


def test_other_languages_have_bodies_of_their_own() -> None:
    text = b"class A { int f(int a) { int b = a; return b; } }"
    document = SourceDocument(text, "java")
    assert with_returning_bodies(document, lambda data: b"return 0" in data) is document
