"""Every candidate is in the language: random grammars and texts, against a recognizer by brute force."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.grammars.grammars import Writer, characters, derives, document, grammars, plain_bodies, removals
from thresher.grammars.document import GrammarDocument
from thresher.grammars.grammar import Grammar
from thresher.grammars.language import Language
from thresher.kernel.selection import Selection
from thresher.structures.shape import without_runs
from thresher.structures.tree import Tree

randoms = st.randoms(use_true_random=False)
anything = grammars() | grammars(plain_bodies)


def drawn(grammar: Grammar, random: Random, *, flat: bool = True) -> GrammarDocument | None:
    """A document with a text that is derived at random."""
    text = Writer(grammar, random).text()
    return None if text is None else GrammarDocument("input", text.encode(), Language(grammar, flat=flat))


def promotions(tree: Tree) -> list[Selection]:
    """Every candidate in which a node stands in the place of one around it."""
    found = []
    for inner in range(1, len(tree)):
        outer = inner
        while (outer := tree.parent(outer)) > 0:
            if tree.fits(inner, outer):
                runs = (outer, inner), (tree.end(inner), tree.end(outer))
                found.append(without_runs(tree.everything, [run for run in runs if run[0] < run[1]]))
    return found


def in_language(found: GrammarDocument, kept: Selection) -> bool:
    return derives(found.language.grammar, characters(found.tree.render(kept)))


@given(anything, randoms, st.booleans())
@settings(deadline=None, max_examples=200)
def test_a_node_alone_can_always_be_removed(grammar: Grammar, random: Random, flat: bool) -> None:
    found = drawn(grammar, random, flat=flat)
    if found is None:
        return
    assert found.tree.render(found.tree.everything) == found.data
    for kept in removals(found.tree):
        assert found.valid(kept), found.tree.render(kept)
        assert in_language(found, kept)


@given(anything, randoms)
@settings(deadline=None, max_examples=100)
def test_what_is_said_to_be_valid_is(grammar: Grammar, random: Random) -> None:
    """Any selection of nodes, whether an algorithm would ask for it or not."""
    found = drawn(grammar, random)
    if found is None:
        return
    for _ in range(8):
        kept = Selection.of(node for node in range(len(found.tree)) if node == 0 or random.random() < 0.7)
        assert found.valid(kept) == in_language(found, kept)


@given(anything, randoms)
@settings(deadline=None, max_examples=100)
def test_a_promotion_that_fits_stays_in_the_language(grammar: Grammar, random: Random) -> None:
    found = drawn(grammar, random)
    if found is None:
        return
    for kept in promotions(found.tree):
        assert found.valid(kept) == in_language(found, kept)
