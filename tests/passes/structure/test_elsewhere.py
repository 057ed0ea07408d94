"""A name from elsewhere in place of an expression."""

from __future__ import annotations

import re

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("cpp", b"struct s{void f();}v;void g(){s<int>::t{}.f();}", b"struct s{void f();}v;void g(){v.f();}"),
        ("c", b"int a,b;int f(){return g(1+2*3,4);}", b"int a,b;int f(){return f;}"),
        ("python", b"a=1\nb=f(g(2,3),4)\n", b"a=1\nb=b\n"),
        ("javascript", b"let a;b(c(1,2)+d(3,4));", b"let a;b(a+d(3,4));"),
        ("java", b"class A{int a;int f(){return g(1,2)+h(3);}}", b"class A{int a;int f(){return f;}}"),
    ],
)
def test_a_candidate(language: str, data: bytes, text: bytes) -> None:
    assert text in rendered("elsewhere", language, data)


def test_the_shortest_expression_with_the_nearest_name_is_tried_first() -> None:
    *_, last = rendered("elsewhere", "c", b"int a,b;int f(){return g(1+2*3,4);}")
    assert last == b"int a,b;int f(){return g(g,4);}"


@pytest.mark.parametrize(
    ("language", "data"),
    [("c", b"int a;int b=a+1;"), ("c", b"1+2*3;"), ("xml", b'<a b="c d e f g h"/>'), ("c", b"")],
)
def test_no_name_before_it_or_too_short(language: str, data: bytes) -> None:
    assert rendered("elsewhere", language, data) == []


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits(language: str, data: bytes) -> None:
    check_edits("elsewhere", language, data)


def test_a_value_that_is_made_in_a_place_becomes_a_name() -> None:
    text = b"int g(s v){return s<int>::t{1,2};}"
    needed = re.compile(rb"g\(s v\)\{return (?:v|s<int>::t[{]1,2[}]);")
    left = reduced(text, lambda data: needed.search(data) is not None, "a.cc", "elsewhere")
    assert b"return v;" in left
