"""Names that occur once."""

from __future__ import annotations

import re

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered


@pytest.mark.parametrize(
    ("language", "data", "texts"),
    [
        ("c", b"int a() { return b + b + c + d; }", [b"int a() { return b + b + a + a; }"]),
        ("python", b"a(bb)\n", [b"a(a)\n"]),
        ("python", b"bb(a)\n", []),
        ("c", b"int a;", []),
        ("c", b"", []),
    ],
)
def test_candidates(language: str, data: bytes, texts: list[bytes]) -> None:
    assert rendered("lone_names", language, data) == texts


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_is_well_formed(language: str, data: bytes) -> None:
    check_edits("lone_names", language, data)


def test_more_goes_when_a_name_is_known() -> None:
    def fails(text: bytes) -> bool:
        first, *others = re.findall(rb"\w+", text) or [b""]
        return first == b"a" and (others == [b"b", b"c"] or set(others) == {b"a"}) and text.startswith(b"a(")

    assert reduced(b"a(b, c)", fails, "input.py", "lone_names") == b"a(a)"
