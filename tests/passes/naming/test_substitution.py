"""A generic parameter with its header and all arguments."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, rendered


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("cpp", b"template<class T,int N>struct a{T b[N];};a<int,3>c;", b"struct a{int b[3];};a c;"),
        ("cpp", b"template<class T>T f(T t){return t;}int g=f(1);", b"int f(int t){return t;}int g=f(1);"),
        ("cpp", b"template<class>struct a{};a<int>b;", b"struct a{};a b;"),
        ("rust", b"struct A<T>{a:T}fn g(a:A<u8>){}", b"struct A{a:u8}fn g(a:A){}"),
        ("java", b"class A<T>{T a;}class B{A<String> b;}", b"class A{String a;}class B{A b;}"),
        ("typescript", b"class A<T>{a:T}let b:A<string>;", b"class A{a:string}let b:A;"),
    ],
)
def test_a_candidate(language: str, data: bytes, text: bytes) -> None:
    assert text in rendered("substitution", language, data)


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("substitution", language, data)


def test_comparisons_are_not_lists() -> None:
    assert rendered("substitution", "c", b"int a=b<c;") == []
