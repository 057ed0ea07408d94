"""Keywords that are nodes in their grammar, as in SQL, go with what they lead."""

from __future__ import annotations

import thresher
from thresher.formats.source.source import parse_document


def test_a_keyword_is_grouped_with_what_it_leads() -> None:
    tree = parse_document("a.sql", b"WITH d AS (SELECT 0) SELECT 1 FROM a WHERE b", "sql").tree
    texts = {
        tree.data[tree.starts[node] : tree.stops[node]] for node in range(len(tree)) if tree.replacement(node) == b""
    }
    assert b"WITH d AS (SELECT 0)" in texts
    assert b"WHERE b" in texts


def test_a_clause_goes_with_its_keyword() -> None:
    data = b"WITH d AS (SELECT 0) SELECT x FROM a LEFT JOIN b ON c WHERE e AND f ORDER BY u LIMIT 1;"

    def fails(text: bytes) -> bool:
        return text.count(b"SELECT") == 1 + text.count(b"WITH") and b"FROM" in text.split() and b" a" in text

    result = thresher.reduce(data, fails, name="a.sql", without=("names",))
    assert result.data == b"SELECT FROM a"
