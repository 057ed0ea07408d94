"""Values for names of SMT-LIB that a command asks for."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered

ASKED = b"(declare-const x Int)(assert (> x 0))(check-sat)(get-value (x))"


@pytest.mark.parametrize(("data", "texts"), [
    (ASKED, [b"(define-const x Int 1)(check-sat)(get-value (x))", b"(define-const x Int 0)(check-sat)(get-value (x))"]),
    (b"(declare-fun s () U)(assert (p s))(get-value (s))", []),
    (b"(declare-fun f (Int) Int)(assert (= (f 1) 2))(get-value (f))", []),
    (b"(declare-const x Int)(assert (> x 0))(check-sat)", []),
])  # fmt: skip
def test_candidates(data: bytes, texts: list[bytes]) -> None:
    assert rendered("fixed_values", "smt2", data) == texts


def test_literals_of_the_text_are_values() -> None:
    data = b'(declare-fun s () String)(declare-fun t () String)(assert (and (= t "xy") (str.prefixof s t)))(eval s)'
    assert rendered("fixed_values", "smt2", data)[-3] == b'(define-fun s () String "xy")(eval s)'


def test_assertions_about_other_names_may_stay() -> None:
    data = b"(declare-const x Int)(declare-const y Int)(assert (> x y))(assert (= y 7))(get-value (x))"
    kept = b"(define-const x Int 1)(declare-const y Int)(assert (= y 7))(get-value (x))"
    texts = rendered("fixed_values", "smt2", data)
    assert kept in texts
    assert texts[-1] == b"(define-const x Int 0)(get-value (x))"


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_shortens(language: str, data: bytes) -> None:
    check_edits("fixed_values", language, data)
    assert all(len(text) < len(data) for text in rendered("fixed_values", language, data))


def test_a_reduction() -> None:
    def fails(text: bytes) -> bool:
        return text.endswith(b"(get-value (x))") and (text.startswith(b"(define-const x Int 1)") or text == ASKED)

    assert reduced(ASKED, fails, "a.smt2", "fixed_values") == b"(define-const x Int 1)(get-value (x))"
