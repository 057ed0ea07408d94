"""Brackets with the words before them, where the grammar finds an error."""

from __future__ import annotations

import re

import pytest

from tests.passes.candidates import rendered
from thresher import reduce


@pytest.mark.parametrize(
    ("language", "data", "texts"),
    [
        ("sql", b"WITH g AS()SELECT FROM~~~", {b"SELECT FROM~~~", b"WITH SELECT FROM~~~", b"WITH g SELECT FROM~~~"}),
        ("c", b"int f(int x) { return x; }", set()),
    ],
)
def test_candidates(language: str, data: bytes, texts: set[bytes]) -> None:
    assert texts <= set(rendered("phrases", language, data))


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
