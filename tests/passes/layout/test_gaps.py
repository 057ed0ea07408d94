"""White space that could not go all at once."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, all_at_once, check_edits


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("c", b"int  a ;\n\n  int b;\n", b"int a;int b;"),
        ("c", b"a = b ;", b"a=b;"),
        ("ruby", b"a = ' x '\nb\n", b"a=' x 'b"),
    ],
)
def test_what_all_edits_make(language: str, data: bytes, text: bytes) -> None:
    assert all_at_once("gaps", language, data) == text


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("gaps", language, data)
