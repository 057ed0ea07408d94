"""Constants for names of SMT-LIB."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, all_at_once, check_edits, reduced, rendered


@pytest.mark.parametrize(("data", "texts"), [
    (b"(declare-fun x () Int)(assert (< x 3))", [b"(assert (< 0 3))"]),
    (b"(declare-fun f (Int) Bool)(assert (f 3))", [b"(assert true)", b"(assert false)"]),
    (b"(define-const m RoundingMode RTZ)(assert (fp.isZero (fp.sqrt m y)))", [b"(assert (fp.isZero (fp.sqrt RNE y)))"]),
    (b"(define-fun-rec f ((n Int)) Int (f n))(assert (= (f (f 1)) 2))", [b"(assert (= 0 2))"]),
    (b"(declare-const u U)(assert (p u))(check-sat)", []),
    (b"(declare-const x Int)(check-sat)", []),
])  # fmt: skip
def test_candidates(data: bytes, texts: list[bytes]) -> None:
    assert rendered("constant_names", "smt2", data) == texts


def test_all_names_at_once() -> None:
    data = b"(declare-const x Int)(declare-const y Bool)(assert (and y (< x 3)))"
    assert all_at_once("constant_names", "smt2", data) == b"(assert (and true (< 0 3)))"


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_shortens(language: str, data: bytes) -> None:
    check_edits("constant_names", language, data)
    assert all(len(text) < len(data) for text in rendered("constant_names", language, data))


def test_a_reduction() -> None:
    def fails(text: bytes) -> bool:
        known = b"(declare-fun x () Int)" in text or b"x" not in text.replace(b"div", b"")
        return b"(div " in text and b" 7)" in text and known and text.count(b" ") + text.count(b"(") > len("(  ")

    assert b"declare" not in reduced(b"(declare-fun x () Int)(assert (div x 7))", fails, "a.smt2", "constant_names")
