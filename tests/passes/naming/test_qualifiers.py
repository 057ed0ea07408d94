"""Qualifiers go everywhere at once."""

from __future__ import annotations

import pytest

import thresher
from tests.passes.candidates import TEXTS, check_edits, rendered


@pytest.mark.parametrize(
    ("language", "data", "texts"),
    [
        ("cpp", b"namespace a{int x;}int y=a::x;", {b"int x;int y=x;", b"namespace a{int x;}int y=x;"}),
        ("cpp", b"std::f(std::g);", {b"f(g);"}),
        ("xml", b"<a:b><a:c/></a:b>", {b"<b><c/></b>"}),
        ("python", b"os.path(os.name)", {b"path(name)"}),
        ("c", b"int x;", set()),
    ],
)
def test_what_is_tried(language: str, data: bytes, texts: set[bytes]) -> None:
    assert set(rendered("qualifiers", language, data)) == texts


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("qualifiers", language, data)


def test_a_scope_and_its_uses_go_together() -> None:
    data = b"namespace n { struct s {}; int f(s); }\nint g() { return n::f(n::s{}); }\n"

    def consistent(text: bytes) -> bool:
        return b"f(" in text.split(b"return")[-1] and (b"n::" in text) == (b"namespace" in text)

    assert b"n" not in thresher.reduce(data, consistent, name="a.cc").data.replace(b"return", b"").replace(b"int", b"")
