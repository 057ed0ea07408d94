"""Columns of tables and rows."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, rendered


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("sql", b"INSERT INTO t (a, b) VALUES (1, 2), (3, 4);", b"INSERT INTO t (a) VALUES (1), (3);"),
        ("sql", b"INSERT INTO t (a, b) VALUES (1, 2), (3, 4);", b"INSERT INTO t (b) VALUES (2), (4);"),
        ("sql", b"CREATE TABLE t (a int, b int); INSERT INTO t VALUES (1, 2);",
         b"CREATE TABLE t (b int); INSERT INTO t VALUES (2);"),
        ("python", b"def f(a, b):\n    g(a, b)\nf(1, 2)\n", b"def f(a):\n    g(a)\nf(1)\n"),
        ("c", b"int f(int a, int b) { return f(1, 2); }", b"int f(int a) { return f(1); }"),
        ("json", b"[[1, 2], [3, 4]]", b"[[2], [4]]"),
    ],
)  # fmt: skip
def test_a_candidate(language: str, data: bytes, text: bytes) -> None:
    assert text in rendered("columns", language, data)


@pytest.mark.parametrize("data", [b"f(a, b);", b"f(a); f(b);", b"", b"f(a, b); g(a, b, c);"])
def test_lists_of_different_lengths_have_no_columns(data: bytes) -> None:
    assert rendered("columns", "c", data) == []


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_is_well_formed(language: str, data: bytes) -> None:
    check_edits("columns", language, data)
