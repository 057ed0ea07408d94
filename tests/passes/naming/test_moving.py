"""A definition goes into its class."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, rendered


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"struct a{int f();};int a::f(){return 1;}", b"struct a{int f(){return 1;}};"),
        (b"struct a{struct b;};struct a::b{int c;};", b"struct a{struct b{int c;};};;"),
        (
            b"template<class T>struct a{int f();};template<class T>int a<T>::f(){return 1;}",
            b"template<class T>struct a{int f(){return 1;}};",
        ),
    ],
)
def test_a_candidate(data: bytes, text: bytes) -> None:
    assert text in rendered("moving", "cpp", data)


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("moving", language, data)
