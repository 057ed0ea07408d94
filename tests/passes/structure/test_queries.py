"""A query inside a query in place of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.passes.candidates import TEXTS, check_edits, rendered
from thresher import reduce

NESTED = b"SELECT a FROM t JOIN (SELECT b / 0 FROM u UNION SELECT 5) AS d WHERE a IN (SELECT c FROM v);"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (NESTED, b"SELECT b / 0 FROM u UNION SELECT 5;"),
        (NESTED, b"SELECT c FROM v;"),
        (b"SELECT b FROM u WHERE c UNION ALL SELECT 5", b"SELECT b FROM u WHERE c"),
        (b"SELECT b FROM u UNION ALL SELECT 5", b"SELECT 5"),
        (b"WITH q AS (SELECT x FROM y) SELECT z FROM q", b"SELECT x FROM y"),
        (b"CREATE VIEW v AS SELECT a FROM (SELECT b FROM c)", b"SELECT a FROM (SELECT b FROM c)"),
    ],
)
def test_a_candidate(data: bytes, text: bytes) -> None:
    assert text in rendered("queries", "sql", data)


@pytest.mark.parametrize(("language", "data"), [*TEXTS, ("sql", NESTED)])
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("queries", language, data)


def test_a_query_is_left_by_itself() -> None:
    def fails(text: bytes) -> bool:
        with closing(sqlite3.connect(":memory:")) as database:
            database.execute("create table t(a, b)")
            try:
                database.execute(text.decode()).fetchall()
            except (sqlite3.Error, sqlite3.Warning, ValueError, UnicodeDecodeError) as error:
                return "integer overflow" in str(error)
            return False

    query = (
        b"WITH q AS (SELECT a, count(b) AS n FROM t GROUP BY a) "
        b"SELECT x.a, (SELECT max(b) FROM t) FROM (SELECT 1 AS a, 2 AS n) AS x "
        b"LEFT JOIN (SELECT abs(-9223372036854775808) AS bad, 1 AS a UNION ALL SELECT 5, 6) AS d ON d.bad > 1 OR x.a "
        b"WHERE EXISTS (SELECT 1) OR x.n NOT IN (SELECT b FROM t) ORDER BY 1 LIMIT 5"
    )
    assert fails(query)
    result = reduce(query, fails, name="a.sql", without=["expressions"])
    assert result.data.count(b"SELECT") == 1
    plain = reduce(query, fails, name="a.sql", without=("expressions", "queries"))
    assert result.statistics.tests < plain.statistics.tests
