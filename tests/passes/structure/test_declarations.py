"""A declaration in place of a definition."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, all_at_once, check_edits, rendered


@pytest.mark.parametrize(
    ("language", "data", "texts"),
    [
        ("c", b"int f() { return 1; }", [b"int f() ;"]),
        ("cpp", b"struct a { int b; };", [b"struct a;"]),
        ("cpp", b"struct a { a() : b(1) {} };", [b"struct a;"]),
        ("cpp", b"a::a() : b(1) {}", [b"a::a() ;"]),
        ("java", b"class A { void f() {} }", []),
        ("python", b"x = {}", []),
        ("c", b"int a[] = {1};", []),
    ],
)
def test_candidates(language: str, data: bytes, texts: list[bytes]) -> None:
    assert rendered("declarations", language, data) == texts


def test_all_at_once() -> None:
    assert all_at_once("declarations", "c", b"int f(){return 1;}int g(){}") == b"int f();int g();"


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("declarations", language, data)
