"""A part for the whole."""

from __future__ import annotations

import pytest

import thresher
from tests.passes.candidates import TEXTS, check_edits, rendered
from thresher import plan


@pytest.mark.parametrize(
    ("language", "data", "texts"),
    [
        ("c", b"int f(){int x=g(y);}", {b"int f(){x;}", b"int f(){int (y);}", b"int f(){int g;}", b"int f(){g(y);}",
                                        b"{int x=g(y);}", b"int x=g(y);", b"int f(){int g(y);}",
                                        b"int f(){int x(y);}"}),
        ("json", b"[1,2,3]", {b"1", b"2", b"3"}),
        ("smt2", b"(a b c)", {b"a", b"b", b"c", b"a b c"}),
        ("javascript", b"if(a){b}else{c}", {b"(a)", b"{b}", b"{c}", b"a", b"b", b"if(a){b}c"}),
        ("c", b"", set()),
    ],
)  # fmt: skip
def test_candidates(language: str, data: bytes, texts: set[bytes]) -> None:
    assert set(rendered("operands", language, data)) == texts


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_shortens(language: str, data: bytes) -> None:
    check_edits("operands", language, data)
    assert all(len(text) < len(data) for text in rendered("operands", language, data))


def test_a_reduction(monkeypatch: pytest.MonkeyPatch) -> None:
    """An initializer stands alone, which no label says."""
    monkeypatch.setattr(plan, "LATE", ("operands",))

    def fails(text: bytes) -> bool:
        return b"g(y);" in text and b"{" in text

    assert thresher.reduce(b"int f(){int x=g(y);}", fails, name="a.c").data == b"{g(y);}"
