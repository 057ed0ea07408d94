"""Every candidate is in the language: random grammars and texts, against a recognizer by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.grammars.brute_force import characters, derives
from tests.grammars.grammars import Writer, document, grammars, plain_bodies, removals
from thresher.grammars.document import GrammarDocument
from thresher.grammars.grammar import Grammar
from thresher.grammars.language import Language
from thresher.kernel.selection import Selection
from thresher.structures.trees.shape import without_runs
from thresher.structures.trees.tree import Tree

randoms = st.randoms(use_true_random=False)
anything = grammars() | grammars(plain_bodies)


def drawn(grammar: Grammar, random: Random, *, flat: bool = True) -> GrammarDocument | None:
    """A document with a text that is derived at random."""
    text = Writer(grammar, random).text()
    return None if text is None else GrammarDocument("input", text.encode(), Language(grammar, flat=flat))


def promotions(tree: Tree) -> Iterator[Selection]:
    """Every candidate in which a node stands in the place of one around it."""
    for inner in range(1, len(tree)):
        outer = inner
        while (outer := tree.parent(outer)) > 0:
            if tree.fits(inner, outer):
                runs = (outer, inner), (tree.end(inner), tree.end(outer))
                yield without_runs(tree.everything, [run for run in runs if run[0] < run[1]])


def in_language(found: GrammarDocument, kept: Selection) -> bool:
    return derives(found.language.grammar, characters(found.tree.render(kept)))


@given(anything, randoms, st.booleans())
@settings(max_examples=80)
def test_a_node_alone_can_always_be_removed(grammar: Grammar, random: Random, flat: bool) -> None:
    found = drawn(grammar, random, flat=flat)
    if found is None:
        return
    assert found.tree.render(found.tree.everything) == found.data
    for kept in islice(removals(found.tree), 12):
        assert found.valid(kept), found.tree.render(kept)
        assert in_language(found, kept)


@given(anything, randoms)
@settings(max_examples=50)
def test_candidates_called_valid_are_valid(grammar: Grammar, random: Random) -> None:
    """Any selection of nodes, whether an algorithm would ask for it or not."""
    found = drawn(grammar, random)
    if found is None:
        return
    for _ in range(8):
        kept = Selection.of(node for node in range(len(found.tree)) if node == 0 or random.random() < 0.7)
        assert found.valid(kept) == in_language(found, kept)


@given(anything, randoms)
@settings(max_examples=50)
def test_a_promotion_that_fits_stays_in_the_language(grammar: Grammar, random: Random) -> None:
    found = drawn(grammar, random)
    if found is None:
        return
    for kept in islice(promotions(found.tree), 12):
        assert found.valid(kept), found.tree.render(kept)
        assert in_language(found, kept)


JSON = """
value: object | array | STRING | NUMBER | 'true'
object: '{' (pair (',' pair)*)? '}'
pair: STRING ':' value
array: '[' (value (',' value)*)? ']'
STRING = "(\\\\.|[^"\\\\])*"
NUMBER = [0-9]+
~BLANKS = \\s+
~COMMENT = //[^\\n]*
"""
TEXTS = [
    b'{"a": [1, 2, {"b": true}], "c": "d"}',
    b'{"a": 1, // first\r\n\t"b": 2 // second\r\n}\r\n',
    '  {"é": ["中", "😀"], // ünïcode\n "z": "á"}  '.encode(),
    b'{"\xff\xfe": ["\x80", 1], // \xc3 alone\n"b": true}',
    b"// nothing but this\n[1]// and this",
    b'"one"',
]


@pytest.mark.parametrize("data", TEXTS)
def test_bytes_stay_as_they_are(data: bytes) -> None:
    found = document(JSON, data)
    tree = found.tree
    assert tree.render(tree.everything) == data
    assert tree.data == data
    for kept in removals(tree):
        text = tree.render(kept)
        assert found.valid(kept), text
        for piece in (b"\xff\xfe", b"\x80", "中".encode()):
            assert text.count(piece) <= data.count(piece)


def test_comments_are_nodes_that_can_go() -> None:
    tree = document(JSON, b"[1 // one\n, 2] // two").tree
    assert {b"[1\n, 2] // two", b"[1 // one\n, 2]"} <= {tree.render(kept) for kept in removals(tree)}


def test_chains_of_rules_around_the_same_text_are_one_node() -> None:
    tree = document("s: a; a: b; b: c; c: 'x' d 'y'; d: e; e: N\nN = [0-9]+", "x12y").tree
    assert [tree.kind(node).name for node in range(len(tree))] == ["document", "s", "d"]
    assert tree.kind(1).labels == {"s", "a", "b", "c"}
    assert tree.render(tree.without(tree.everything, [2])) == b"x0y"


def test_a_rule_around_another_takes_it_in_its_place() -> None:
    tree = document("e: '(' e ')' | N\nN = [0-9]+", "((7))").tree
    inner = len(tree) - 1
    assert tree.fits(inner, 1)
    assert tree.render(without_runs(tree.everything, [(1, inner)])) == b"7"


def test_an_empty_text_has_a_tree_of_one_node() -> None:
    tree = document("s: 'a'*\n~BLANKS = [ ]+", "").tree
    assert len(tree) == 1
    assert len(document("s: 'a'*\n~BLANKS = [ ]+", "   ").tree) == 1


@pytest.mark.parametrize("grammar", ["s: 'b' 'a' s | 'b' | ", "s: s 'b' 'a' | 'a' | "])
def test_in_a_list_that_ends_in_nothing_what_stands_between_goes_with_its_element(grammar: str) -> None:
    tree = document(grammar, "baba").tree
    assert [tree.render(kept) for kept in removals(tree)] == [b"", b"ba", b"ba"]
