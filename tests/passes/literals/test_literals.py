"""Simple literals."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, all_at_once, check_edits, reduced, rendered


@pytest.mark.parametrize(
    ("language", "data", "texts"),
    [
        ("c", b"f(12u);", {b"f(0);", b"f(1);", b"f(12);"}),
        ("c", b"f(0x1F);", {b"f(0);", b"f(1);"}),
        ("c", b"f(1.5e-3);", {b"f(0);", b"f(1);"}),
        ("c", b"f('\\x41');", {b"f('0');"}),
        ("c", b'f("long");', {b'f("0");'}),  # an empty one is what removal makes
        ("c", b"f(7);", set()),
        ("c", b"f(1234567890);", {b"f(0);", b"f(1);", b"f(12345);"}),
        ("sql", b"SELECT 'abcdefgh';", {b"SELECT '';", b"SELECT '0';", b"SELECT 'abcd';"}),
        ("sql", b"SELECT 'abc';", {b"SELECT '';", b"SELECT '0';"}),
        ("rust", b"fn f() { g(12u32) }", {b"fn f() { g(0) }", b"fn f() { g(1) }", b"fn f() { g(12) }"}),
        ("smt2", b"(= x #x00ff)", {b"(= x 0)", b"(= x 1)", b"(= x #x0)", b"(= x #x1)"}),
        ("python", b"x = 'don\\'t'", {b"x = '0'"}),
        ("python", b'x = """a"b"""', {b'x = ""', b'x = "0"', b'x = """"""', b'x = """0"""'}),
        ("python", b"x = r'ab'", {b"x = r'0'", b"x = 'ab'"}),
        ("json", b"[-42]", {b"[0]", b"[1]", b"[-0]", b"[-1]"}),
    ],
)
def test_candidates(language: str, data: bytes, texts: set[bytes]) -> None:
    assert set(rendered("literals", language, data)) == texts


def test_the_first_way_is_taken() -> None:
    assert all_at_once("literals", "c", b"f(12u, 34);") == b"f(0, 0);"


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_shortens(language: str, data: bytes) -> None:
    check_edits("literals", language, data)
    assert all(len(text) < len(data) for text in rendered("literals", language, data))


def test_a_reduction() -> None:
    result = reduced(b"f(123, 456, 789);", lambda text: text.count(b",") == 2 and b"456" in text, "a.c", "literals")
    assert result == b"(0,456,0);"
