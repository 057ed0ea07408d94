"""Narrower bit vectors."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, rendered


@pytest.mark.parametrize(("data", "last"), [
    (b"(declare-fun v () (_ BitVec 16))(assert (= v #x00f5))", b"(declare-fun v () (_ BitVec 1))(assert (= v #b1))"),
    (b"(declare-fun v () (_ BitVec 9))(assert (= v (_ bv6 9)))", b"(declare-fun v () (_ BitVec 1))(assert (= v #b0))"),
    (b"(define-fun v () (_ BitVec 2) #b11)(assert (p #x1))", b"(define-fun v () (_ BitVec 1) #b1)(assert (p #x1))"),
    (
        b"(declare-const v (_ BitVec 8))(declare-const w (_ BitVec 4))",
        b"(declare-const v (_ BitVec 1))(declare-const w (_ BitVec 1))",
    ),
])  # fmt: skip
def test_all_vectors_of_a_width_become_narrower(data: bytes, last: bytes) -> None:
    assert rendered("bit_widths", "smt2", data)[-1] == last


def test_wider_ones_are_tried_as_well() -> None:
    found = rendered("bit_widths", "smt2", b"(declare-const v (_ BitVec 64))")
    assert [text[-3:-2] for text in found] == [b"8", b"4", b"2", b"1"]


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_nothing_else_changes(language: str, data: bytes) -> None:
    check_edits("bit_widths", language, data)
    assert not rendered("bit_widths", language, data)
