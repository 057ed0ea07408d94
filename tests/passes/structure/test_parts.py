"""A part in place of a statement."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("c", b"int f(){if(g(1)){}}", b"int f(){g(1);}"),
        ("go", b"package a\nfunc f(){if g(1) {}}", b"package a\nfunc f(){g(1)}"),
        ("javascript", b"for(h of a.i.items);", b"a.i.items;"),
        ("javascript", b"(function(){f();g()})()", b"f();g()"),
        ("python", b"for x in f(1): pass\n", b"f(1)\n"),
        ("python", b"x = f(1)\n", b"f(1)\n"),
        ("c", b"int f(){int x=g(1);}", b"int f(){g(1);}"),
    ],
)
def test_a_candidate(language: str, data: bytes, text: bytes) -> None:
    assert text in rendered("parts", language, data)


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("parts", language, data)


def test_a_reduction() -> None:
    def fails(text: bytes) -> bool:
        return b"g(1" in text and b"f(" in text and text.count(b"(") == text.count(b")") and text.endswith(b"}")

    assert reduced(b"int f(){while(g(1)<2){h();}}", fails, "a.c", "parts") == b"int f(){g(1);}"
