"""What commands of SMT-LIB and definitions of a Lisp refer to."""

from __future__ import annotations

import pytest

from thresher import reduce
from thresher.formats.structured.sexp import SexpDocument

TREES = b"(declare-datatypes ((Tree 0)) (((leaf (weight Int)) (node (left Tree)))))"


def closed(data: bytes, text: bytes) -> bytes:
    """The lists that the list with a text needs, and itself."""
    units = SexpDocument(data).named_units()
    spans = units.graph.spans
    wanted = next(number for number, span in enumerate(spans) if text in data[span.start : span.stop])
    kept = units.graph.closure({wanted} | units.always)
    return b"".join(data[spans[unit].start : spans[unit].stop] for unit in sorted(kept))


@pytest.mark.parametrize(("data", "left"), [
    (b"(set-logic ALL)(declare-fun x () Int)(declare-fun y () Int)(assert (here x))(check-sat)",
     b"(set-logic ALL)(declare-fun x () Int)(assert (here x))(check-sat)"),
    (b"(declare-sort S 0)(declare-sort T 0)(declare-const s S)(assert (here s))",
     b"(declare-sort S 0)(declare-const s S)(assert (here s))"),
    (TREES + b"(declare-const w Int)(assert (here (weight t)))", TREES + b"(assert (here (weight t)))"),
    (b"(declare-const x Int)(assert (< x 1))(assert (here))(get-value (x))",
     b"(declare-const x Int)(assert (here))(get-value (x))"),
    (b"(define (f x) (g x))(define (g y) y)(define z 1)(here (f 2))",
     b"(define (f x) (g x))(define (g y) y)(here (f 2))"),
    (b"(defun a () 1)(defvar b 2)(print (here b))() ; no list", b"(defvar b 2)(print (here b))"),
])  # fmt: skip
def test_a_list_is_kept_with_what_it_needs(data: bytes, left: bytes) -> None:
    assert closed(data, b"here") == left


def test_declarations_go_with_the_assertions_that_need_them() -> None:
    lines = [f"(declare-const v{n} Int)(assert (> v{n} {n} v{n // 2}))" for n in range(60)]
    sizes: list[int] = []

    def fails(data: bytes) -> bool:
        known = {b"v%d" % n for n in range(60) if b"const v%d " % n in data}
        used = {word for word in data.replace(b")", b" ").split() if word[:1] == b"v"}
        failed = b"v9 9 v4" in data and used <= known
        sizes.append(len(data) if failed else sizes[-1])
        return failed

    reduce("\n".join(lines).encode(), fails, name="a.smt2")
    assert min(sizes[:16]) < 100  # after 27 tests by lists of nodes alone
