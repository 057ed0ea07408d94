"""Neighbours that go together."""

from __future__ import annotations

import pytest

import thresher
from tests.passes.candidates import TEXTS, check_edits, reduced, rendered
from thresher.formats.source.source import parse_document
from thresher.passes.ranking import MOST, token_spans
from thresher.passes.structure.adjacent import edits


@pytest.mark.parametrize(
    ("language", "data", "texts"),
    [
        ("smt2", b"(a b c)", {b"(a)", b"(c)", b"()"}),
        ("json", b"[1,2,3]", {b"[3]", b"[1]", b"[]"}),
        ("javascript", b"a;b;c;", {b"c;", b"a;", b"", b"a;;", b";c;", b"a;b"}),
        (
            "c",
            b"int f(){if(c){s();}}",
            {b"int f(){if(0);}", b"{if(c){s();}}", b"int f(){if(c){0;}}", b"int f(){{s();}}"},
        ),
        ("c", b"", set()),
    ],
)
def test_candidates(language: str, data: bytes, texts: set[bytes]) -> None:
    assert set(rendered("adjacent", language, data)) == texts


@pytest.mark.parametrize(
    ("language", "data", "tokens"),
    [
        ("cpp", b"A<B<c>> d;", b"A < B < c > > d ;"),
        ("cpp", b"a = b >> 1;", b"a = b >> 1 ;"),
        ("c", b'f( "x y" ,\n 0 );', b'f ( "x_y" , 0 ) ;'),
        ("c", b"", b""),
    ],
)
def test_tokens_end_where_nodes_do(language: str, data: bytes, tokens: bytes) -> None:
    spans = token_spans(parse_document("input", data, language).tree)
    assert [data[start:stop].replace(b" ", b"_") for start, stop in spans] == tokens.split()


def test_what_keeps_the_words_comes_first() -> None:
    texts = rendered("adjacent", "cpp", b"template<>struct X<int>{};")
    assert texts == [b"template<>struct int{};", b"struct X<int>{};", b"X<int>{};"]


def test_nothing_is_listed_for_a_large_text() -> None:
    data = b"f();" * MOST
    assert not list(edits(parse_document("input", data, "c")))


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_shortens(language: str, data: bytes) -> None:
    check_edits("adjacent", language, data)
    assert all(len(text) < len(data) for text in rendered("adjacent", language, data))


def test_a_reduction() -> None:
    """Two statements that need each other go together."""

    def fails(text: bytes) -> bool:
        return text.count(b"lock") == text.count(b"free") and b"crash()" in text

    before = thresher.reduce(b"lock();free();crash();", fails, name="a.js").data
    after = reduced(b"lock();free();crash();", fails, "a.js", "adjacent")
    assert after == b"crash()"
    assert len(after) <= len(before)
