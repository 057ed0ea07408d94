"""What is in brackets without them."""

from __future__ import annotations

import re

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered
from thresher import reduce
from thresher.formats.source.source import parse_document
from thresher.passes.structure.brackets import edits


@pytest.mark.parametrize(
    ("language", "data", "texts"),
    [
        ("cpp", b"namespace a{int x;}", {b"int x;"}),
        ("c", b"int f(){if(c){s();}}", {b"if(c){s();}", b"int f(){s();}", b"int f()if(c){s();}", b"int if(c){s();}",
                                        b"int f(){if(c)s();}"}),
        ("rust", b"fn f(){g(x)[y];}", {b"fn f(){x;}", b"fn f(){y;}", b"fn f(){x}", b"fn f(){y}", b"fn f(){x[y];}",
                                       b"g(x)[y];"}),
        ("javascript", b"if(a){b}else{c}", {b"if(a)c", b"if(a){b}else c", b"if(a){b}c"}),
        ("smt2", b"(f (g x))", {b"(g x)", b"f (g x)", b"(f g x)"}),
        ("cpp", b"A<B<int>>c;", {b"A<int>c;", b"B<int>c;"}),
        ("c", b"x=a<b+c>d;", set()),
        ("c", b"f();", set()),
        ("c", b"", set()),
    ],
)  # fmt: skip
def test_candidates(language: str, data: bytes, texts: set[bytes]) -> None:
    assert set(rendered("brackets", language, data)) == texts


def test_brackets_without_a_partner_stay() -> None:
    document = parse_document("input", b"f(a]; g(b);", "c")
    assert {edit.cuts for edit in edits(document)} == {
        ((7, 8, b""), (9, 10, b"")),
        ((7, 8, b""), (9, 11, b"")),
        ((6, 8, b""), (9, 10, b"")),
        ((6, 8, b""), (9, 11, b"")),
    }


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_shortens(language: str, data: bytes) -> None:
    check_edits("brackets", language, data)
    assert all(len(text) < len(data) for text in rendered("brackets", language, data))


def test_a_reduction() -> None:
    def fails(text: bytes) -> bool:
        return b"struct X{}" in text and text.count(b"{") == text.count(b"}")

    assert reduced(b"namespace a{struct X{};struct Y{};}", fails, "a.cc", "brackets") == b"struct X{};"


QUERY = b"""WITH f AS (SELECT a, b FROM t1 WHERE c = 1), g AS (SELECT 1)
SELECT x.a, count(*) FROM t2 x LEFT JOIN LATERAL UNNEST(y) ~~~ z ON x.a = z.b
WHERE x.q IN (SELECT q FROM t3 WHERE zz > 4) GROUP BY 1 ORDER BY 2 LIMIT 10;
"""
CLAUSE = rb"\w+\s+as\s*\([^)]*\)\s*"
LAX_PARSER = re.compile(
    rb"(with\s+%b(,\s*%b)*)?select\b[^;]*\bfrom\b[^;]*~~~[^;]*;?\s*" % (CLAUSE, CLAUSE), re.IGNORECASE
)


def test_a_clause_beside_an_error_goes() -> None:
    assert reduce(QUERY, lambda text: bool(LAX_PARSER.fullmatch(text)), name="a.sql").data == b"SELECT FROM~~~"
