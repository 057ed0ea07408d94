"""An expression of SQL as the whole statement."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered

SECRET = b"secret(1 + 2, 'abcdef')"


@pytest.mark.parametrize(("data", "first"), [
    (b"select a, 1 / 0 + length('xyz') from t where b > 3 order by a;", b"select 1 / 0 + length('xyz');"),
    (b"select t.a, t.b / 0 + length(t.c) from t, u where t.b > 3 order by 1",
     b"select t.b / 0 + length(t.c) from t, u"),
    (b"update t set a = b, c = cast('x12345' as int) where d", b"select cast('x12345' as int)"),
    (b"update t set a = b + cast('x12345' as int), c = d", b"select b + cast('x12345' as int) from t"),
    (b"SELECT a, 1 / 0 + length('xyz') FROM t ORDER BY a", b"SELECT 1 / 0 + length('xyz')"),
    (b"insert into t(a) values ((select max(id) / 0 from boxes))", b"select max(id) / 0 from boxes"),
    (b"select x from (select a from u where a > 1) v where x < (select max(b) + 17 from w)",
     b"select x < (select max(b) + 17 from w) from (select a from u where a > 1) v"),
])  # fmt: skip
def test_the_first_that_is_tried(data: bytes, first: bytes) -> None:
    assert rendered("expressions", "sql", data)[-1] == first


def test_what_has_half_of_the_rest_is_tried_next() -> None:
    data = b"select f(1111111111, 2222222222), g(333333333), h(44444), k(5) from t"
    found = [text.partition(b"(")[0] for text in reversed(rendered("expressions", "sql", data))]
    assert found == [b"select f", b"select g", b"select h"]


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_right(language: str, data: bytes) -> None:
    check_edits("expressions", language, data)


def test_an_expression_deep_inside_is_found_in_few_tests() -> None:
    query, tests = SECRET, 0
    for depth in range(12):
        query = b"case when x%d > 5 then %s else coalesce(y, 'some text of its own') end" % (depth, query)

    def fails(text: bytes) -> bool:
        nonlocal tests
        tests += 1
        return SECRET in text and text.startswith(b"select ") and text.count(b"case") == text.count(b"end")

    assert reduced(b"select a, " + query + b" from t order by a", fails, "a.sql", "expressions") == b"select " + SECRET
    assert tests < 60


def test_statements_of_a_script_go_as_a_list_first() -> None:
    assert not rendered("expressions", "sql", b"select f(1) + 2, a from t;\n" * 3)
