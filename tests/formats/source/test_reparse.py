"""The check of a candidate: the same answer as a fresh parse, from the edits alone."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tree_sitter import Parser

from tests.formats.snippets import SNIPPETS
from tests.trees import marked
from thresher.formats.source.changed_bytes import edits_of
from thresher.formats.source.languages import grammar
from thresher.formats.source.parse_errors import count_errors
from thresher.formats.source.reparse import Reparser, difference
from thresher.formats.source.source import parse_source
from thresher.kernel.selection import Selection
from thresher.structures.trees.splice import Cut, Spacing
from thresher.structures.trees.tree import Tree


def applied(data: bytes, edits: list[Cut]) -> bytes:
    for start, stop, new in reversed(edits):
        data = data[:start] + new + data[stop:]
    return data


@given(st.text("ab\n", max_size=12).map(str.encode), st.text("ab\n", max_size=12).map(str.encode))
@example(b"x" * 200_000 + b"abc" + b"y" * 200_000, b"x" * 200_000 + b"d" + b"y" * 200_000)
def test_one_edit_leads_from_any_text_to_any_other(old: bytes, new: bytes) -> None:
    start, stop, text = difference(old, new)
    assert old[:start] + text + old[stop:] == new
    assert (stop - start, len(text)) != (1, 1) or old[start:stop] != text


DOCUMENTS = {language: parse_source(data, language) for language, data in SNIPPETS.items()}


@given(language=st.sampled_from(sorted(SNIPPETS)), data=st.data())
@settings(max_examples=150)
def test_the_edits_of_a_candidate_lead_to_it_and_parse_like_it(language: str, data: st.DataObject) -> None:
    document = DOCUMENTS[language]
    tree = document.tree
    kept = tree.everything
    for node in data.draw(st.sets(st.integers(1, len(tree) - 1), max_size=6)):
        kept -= Selection((node, tree.end(node)))
    edits, text = list(edits_of(tree, kept)), tree.render(kept)
    assert applied(tree.data, edits) == text
    reparser = Reparser(tree.data, language)
    fresh = Parser(grammar(language)).parse(text)
    assert (count_errors(reparser.edited(text, edits).walk()) == 0) == (not fresh.root_node.has_error)


@pytest.mark.parametrize("spacing", list(Spacing))
def test_edits_with_either_spacing(spacing: Spacing) -> None:
    tree: Tree = marked("a («b»⟦, ⟧«c») «d»|0| ; «e» f", spacing=spacing)
    for node in range(1, len(tree)):
        for other in range(node, len(tree)):
            kept = tree.everything - Selection.of([node, other])
            assert applied(tree.data, list(edits_of(tree, kept))) == tree.render(kept)


def test_a_hidden_missing_token_is_an_error() -> None:
    assert count_errors(Parser(grammar("toml")).parse(b"x = ").walk()) == 1


def test_python_must_have_bodies_unless_the_document_has_none() -> None:
    assert not Reparser(b"if a:\n  b\n", "python").valid_text(b"if a:\n")
    assert Reparser(b"if a:\nif b:\n  c\n", "python").valid_text(b"if a:\n")
    many = b"if a:\n  b\n" * 200
    assert not Reparser(many, "python").valid_text(many.replace(b"  b\n", b"", 100))


def test_what_no_strict_parser_accepted_needs_not_satisfy_it() -> None:
    assert Reparser(b"print 'old'\nprint 2\n", "python").valid_text(b"print 'old'\n")
    assert not Reparser(b"[1, 2]", "json").valid_text(b"")
    assert Reparser(b"[1, 2] [3]", "json").valid_text(b"")
