"""Terms of SMT-LIB and their sorts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.formats.structured.sexp import parse_document
from thresher.formats.structured.smt_terms import SmtTerms, constants_of

DECLARED = b"(declare-fun x () Int)(declare-const v (_ BitVec 8))(declare-fun f (Int) Float32)(declare-const u U)" + (
    b"(declare-const a (Array Int Bool))(declare-const m RoundingMode)"
)
WORDS = ("(", ")", "(assert ", "(let ((", "(forall ((", "(_ bv1 8)", "x", "f", "=", "and", "!", "(declare-fun x ", "1")


def smt_terms(data: bytes) -> SmtTerms:
    return SmtTerms(parse_document("a.smt2", data).tree)


@pytest.mark.parametrize(("term", "sort"), [
    (b"(= u u)", b"Bool"),
    (b"(+ x 1)", b"Int"),
    (b"(ite (= u u) 1.5 2.5)", b"Real"),
    (b"(bvadd v v)", b"( _ BitVec 8 )"),
    (b"(bvult v v)", b"Bool"),
    (b"((_ extract 3 0) v)", b"( _ BitVec 4 )"),
    (b"(_ bv7 16)", b"( _ BitVec 16 )"),
    (b"((_ to_fp 11 53) m 1.0)", b"( _ FloatingPoint 11 53 )"),
    (b"(fp.add m (f 1) (f x))", b"( _ FloatingPoint 8 24 )"),
    (b"(select a 1)", b"Bool"),
    (b"(store a 1 true)", b"( Array Int Bool )"),
    (b"(let ((y (bvnot v))) (bvneg y))", b"( _ BitVec 8 )"),
    (b"(let ((y 1)) (or (= (g u) u)))", b"Bool"),
    (b"(unknown x)", None),
])  # fmt: skip
def test_sorts(term: bytes, sort: bytes | None) -> None:
    smt = smt_terms(DECLARED + b"(assert " + term + b")")
    (asserted,) = smt.asserted
    assert smt.text(asserted) == term
    assert smt.sort(asserted) == sort


def test_bound_names_have_sorts_and_bindings_are_no_terms() -> None:
    smt = smt_terms(b"(set-logic ALL)(assert (forall ((k Int)) (! (= k 1) :pattern ((h k)))))")
    assert {smt.text(term): smt.sort(term) for term in smt.terms}[b"k"] == b"Int"
    assert b"(h k)" not in map(smt.text, smt.terms)
    assert b"(k Int)" not in map(smt.text, smt.terms)


def test_what_is_needless_without_some_terms() -> None:
    smt = smt_terms(b"(declare-const x Int)(define-fun y () Int x)(declare-const z Int)(assert (= y 1))(get-value (z))")
    commands = [smt.text(command) for command in smt.needless_without(list(smt.asserted))]
    assert commands == [b"(define-fun y () Int x)", b"(declare-const x Int)"]


@pytest.mark.parametrize(("sort", "constants"), [
    (b"Bool", (b"true", b"false")),
    (b"( _ BitVec 3 )", (b"#b000",)),
    (b"( _ BitVec 64 )", (b"(_ bv0 64)",)),
    (b"( _ FloatingPoint 8 24 )", (b"(_ +zero 8 24)",)),
    (b"( Array Int Int )", ()),
])  # fmt: skip
def test_constants(sort: bytes, constants: tuple[bytes, ...]) -> None:
    assert constants_of(sort) == constants


@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_any_text_can_be_read(words: list[str]) -> None:
    smt = smt_terms("".join(("(check-sat)", *words)).encode())
    assert len(smt.terms) == len(set(smt.terms))
