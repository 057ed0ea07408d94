"""S-expressions: lists, atoms, comments, and brackets that have no partner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.formats.structured.sexp import count_faults, parse_document
from thresher.kernel.selection import Selection

PROGRAM = b"""; a comment (
(set-logic QF_BV)
(declare-fun |odd name)| () (_ BitVec 8))
(assert (= "a ""quoted"" )" '(quoted ,@x) #\\( #(1 2))) #| block ) |#
"""


def texts(data: bytes) -> set[bytes]:
    tree = parse_document("a", data).tree
    return {data[tree.starts[node] : tree.stops[node]] for node in range(1, len(tree))}


def test_brackets_in_strings_names_and_comments_are_none() -> None:
    assert count_faults(PROGRAM) == 0
    found = texts(PROGRAM)
    assert {b"; a comment (", b"|odd name)|", b"(_ BitVec 8)", b'"a ""quoted"" )"'} <= found
    assert {b"'(quoted ,@x)", b"#\\(", b"#(1 2)", b"#| block ) |#"} <= found


def test_a_term_goes_or_stands_for_the_one_around_it() -> None:
    document = parse_document("a.smt2", b"(and (or a b) c)\n")
    tree = document.tree
    outer, inner = 1, next(node for node in range(2, len(tree)) if tree.data.startswith(b"(or", tree.starts[node]))
    assert tree.render(tree.without(tree.everything, [inner])) == b"(and c)\n"
    assert tree.fits(inner, outer)
    promoted = tree.everything - Selection((outer, inner)) - Selection((tree.end(inner), tree.end(outer)))
    assert tree.render(promoted) == b"(or a b)\n"


@pytest.mark.parametrize(("data", "count"), [(b"(a", 1), (b"a)", 1), (b"(a]", 2), (b'(a "b)', 2), (b"[(])", 2)])
def test_what_has_no_partner_is_a_fault_and_a_node(data: bytes, count: int) -> None:
    document = parse_document("a", data)
    assert document.faults == count
    assert not document.valid_text(b"((((" + data)
    stray = [node for node in range(len(document.tree)) if document.tree.kind(node).name in ("stray", "close")]
    assert document.valid(document.tree.without(document.tree.everything, stray[:1]))


PIECES = [b"(", b")", b"a", b" ", b'"x"', b"|y|", b"; c\n", b"'", b"[", b"]", b"#"]


@given(st.lists(st.sampled_from(PIECES), max_size=30), st.data())
def test_any_nodes_may_go(pieces: list[bytes], data: st.DataObject) -> None:
    document = parse_document("a", b"".join(pieces))
    tree = document.tree
    kept = tree.everything
    for node in data.draw(st.sets(st.integers(1, max(1, len(tree) - 1)))):
        if node < len(tree):
            kept -= Selection((node, tree.end(node)))
    assert document.valid(kept)


def test_deep_nesting() -> None:
    tree = parse_document("a", b"(" * 100_000 + b")" * 100_000).tree
    assert tree.height == 100_000
