"""Neighbours joined."""

from __future__ import annotations

import re

import pytest

from tests.passes.candidates import TEXTS, all_at_once, check_edits, reduced, rendered


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("c", b"int a; int b;", b"int a,b;"),
        ("c", b"int *a; int b = 1;", b"int *a,b = 1;"),
        ("cpp", b"namespace a { int x; } namespace a { int y; }", b"namespace a { int x;int y; }"),
        ("cpp", b"namespace a { namespace b { int x; } } namespace a { namespace b { int y; } }",
         b"namespace a { namespace b { int x;int y; } }"),
        ("java", b"class A { int a; int b; }", b"class A { int a,b; }"),
        ("csharp", b"class A { int a; int b; }", b"class A { int a,b; }"),
        ("javascript", b"let a = 1; let b = 2;", b"let a = 1,b = 2;"),
        ("javascript", b"if (x) { f(); } if (x) { g(); }", b"if (x) { f();g(); }"),
        ("go", b"package p\nvar a int\nvar b int\n", b"package p\nvar a,b int\n"),
        ("python", b"import os\nimport sys\n", b"import os,sys\n"),
        ("css", b"a { color: red } b { color: red }", b"a,b { color: red }"),
        ("sql", b"INSERT INTO t VALUES (1); INSERT INTO t VALUES (2);", b"INSERT INTO t VALUES (1),(2);"),
    ],
)  # fmt: skip
def test_a_candidate(language: str, data: bytes, text: bytes) -> None:
    assert text in rendered("joining", language, data)


def test_a_row_becomes_one() -> None:
    assert all_at_once("joining", "c", b"int a; int b; int c;") == b"int a,b,c;"


@pytest.mark.parametrize("data", [b"f(a + 1, b + 1);", b"int a;", b"", b"int a; int a;", b"int a; char b;"])
def test_nothing_to_join(data: bytes) -> None:
    assert rendered("joining", "c", data) == []


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_shortens(language: str, data: bytes) -> None:
    check_edits("joining", language, data)
    assert all(len(text) < len(data) for text in rendered("joining", language, data))


def declares_both(text: bytes) -> bool:
    return all(re.search(rb"\blong[^;]*\b" + name + rb"\b[^;]*;", text) for name in (b"a", b"b"))


def test_a_reduction() -> None:
    result = reduced(b"long a;\nint other;\nlong b;\n", declares_both, "input.c", "joining")
    assert result.rstrip() == b"long a,b;"
