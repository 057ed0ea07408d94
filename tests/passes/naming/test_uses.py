"""A name goes with all its uses."""

from __future__ import annotations

import pytest

import thresher
from tests.passes.candidates import TEXTS, check_edits, rendered


@pytest.mark.parametrize(
    ("language", "data", "texts"),
    [
        (
            "rust",
            b"fn e<R,F:FnMut(u8)->R>(f:F)->R{loop{}}",
            {b"fn e<F:FnMut(u8)>(f:F){loop{}}", b"fn e<R>(f)->R{loop{}}"},
        ),
        (
            "typescript",
            b"class A<T, U> extends B<T, U> {}",
            {b"class A<U> extends B<U> {}", b"class A<T> extends B<T> {}"},
        ),
        ("c", b"int a; int b; int f(void) { b = 1; return a; }", set()),
        ("python", b"def f(a, b): g(b, 1)", {b"def f(a): g(1)"}),
    ],
)
def test_what_is_tried(language: str, data: bytes, texts: set[bytes]) -> None:
    assert set(rendered("uses", language, data)) == texts


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("uses", language, data)


def test_a_parameter_goes_with_its_uses() -> None:
    data = b"fn e<R, F: FnMut(u8) -> R>(f: F) -> R { crash(f) }\n"

    def consistent(text: bytes) -> bool:
        return b"FnMut" in text and b"crash" in text and text.count(b"R") in (0, 3)

    assert b"R" not in thresher.reduce(data, consistent, name="a.rs").data
