"""Constants for terms of SMT-LIB."""

from __future__ import annotations

import re

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered


def test_candidates() -> None:
    data = b"(declare-const a Int)(declare-const b Int)(assert (= (+ a b) 1))(assert (< b 2))"
    assert rendered("constants", "smt2", data) == [
        b"(assert false)",
        b"(declare-const a Int)(declare-const b Int)(assert false)(assert false)",
        b"(declare-const b Int)(assert false)(assert (< b 2))",
        b"(declare-const b Int)(assert (= 0 1))(assert (< b 2))",
        b"(declare-const a Int)(declare-const b Int)(assert (= (+ a b) 1))(assert false)",
    ]


def test_a_definition_around_a_term_stays() -> None:
    data = b"(declare-const x Int)(define-fun y () Int (+ x 1))(check-sat)"
    assert rendered("constants", "smt2", data) == [b"(define-fun y () Int 0)(check-sat)"]


def test_a_name_where_a_sort_has_no_constant() -> None:
    data = b"(declare-sort U 0)(declare-const u U)(declare-fun f (U) U)(assert (p (f u)))"
    assert b"(declare-sort U 0)(declare-const u U)(assert (p u))" in rendered("constants", "smt2", data)


@pytest.mark.parametrize(
    ("language", "data"),
    [("lisp", b"(define (f) (assert (= (+ a b) 1)))(assert (= 1 (f)))"), ("c", b"int a = f(1, 2);")],
)
def test_nothing_for_other_languages(language: str, data: bytes) -> None:
    assert not rendered("constants", language, data)
    assert not rendered("constant_names", language, data)


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_shortens(language: str, data: bytes) -> None:
    check_edits("constants", language, data)
    assert all(len(text) < len(data) for text in rendered("constants", language, data))


def test_a_reduction() -> None:
    data = b"(declare-const a Int)(assert (= (div (+ a 1) 7) (* a a)))(check-sat)"
    needed = re.compile(rb"\(assert ?\(= ?\(div ?(0|\(\+ a 1\)) 7\).*\(check-sat\)", re.DOTALL)
    result = reduced(data, lambda text: needed.search(text) is not None, "a.smt2", "constants")
    assert b"(div 0 7)" in result
