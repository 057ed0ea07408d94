"""One name for two."""

from __future__ import annotations

import re

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("c", b"int a; int foo; f(a, foo);", b"int a; f(a, a);"),
        ("c", b"int a, foo; f(a, foo);", b"int a; f(a, a);"),
        ("c", b"int a; long foo = 3; f(a, foo);", b"int a; f(a, a);"),
        ("c", b"void f(int a, int foo) { a = foo; }", b"void f(int a) { a = a; }"),
        ("c", b"int f() { return 1; } int g() { return 2; } int x = f() + g();",
         b"int f() { return 1; } int x = f() + f();"),
        ("c", b"int f() { int a; return a; } char f() { return ggg + ggg; }",
         b"int f() { int a; return a; } char f() { return a + a; }"),
        ("c", b"int f(int a) { return a; } int g() { int m; int a; f(m, a); }",
         b"int f(int a) { return a; } int g() { int a; f(a, a); }"),
        ("c", b"int a; void f(int b) { b = 1; }", b"int a; void f() { a = 1; }"),
        ("rust", b"impl<Aa, Bb> X<Aa> for Bb {} impl<Aa, Bb> Y<Aa, Bb> {}",
         b"impl<Aa> X<Aa> for Aa {} impl<Aa> Y<Aa, Aa> {}"),
        ("xml", b'<a><b id="one"/><b id="two"/><c ref="one"/><c ref="two"/></a>',
         b'<a><b id="one"/><c ref="one"/><c ref="one"/></a>'),
        ("smt2", b"(declare-const x Int)(declare-const yy Int)(assert (= x yy))",
         b"(declare-const x Int)(assert (= x x))"),
        ("python", b"class a(b): 0\nclass c(a): 0\n", b"class c(b): 0\n"),
        ("python", b"class a(b): c\nd(a)\nclass c(b): 0\n", b"d(c)\nclass c(b): 0\n"),
    ],
)  # fmt: skip
def test_a_candidate(language: str, data: bytes, text: bytes) -> None:
    assert text in rendered("merging", language, data)


@pytest.mark.parametrize(("language", "data"), [("c", b"int a; int foo;"), ("c", b"f(f);"), ("c", b"")])
def test_nothing_to_merge(language: str, data: bytes) -> None:
    assert rendered("merging", language, data) == []


def test_a_name_is_not_replaced_by_one_that_is_only_shorter() -> None:
    data = b"class RegistryMeta(type): x\nclass Bee(metaclass=RegistryMeta): 0\n"
    assert all(b"metaclass=type" not in text for text in rendered("merging", "python", data))


def test_a_name_whose_declaration_has_the_other_name_in_it_is_first() -> None:
    data = b"class b: 0\nclass a: 0\nclass d(a): 0\nd(a, a, b, b)\n"
    assert rendered("merging", "python", data)[-1] == b"class b: 0\nclass a: 0\na(a, a, b, b)\n"


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound_and_few(language: str, data: bytes) -> None:
    check_edits("merging", language, data)
    assert len(rendered("merging", language, data)) <= len(re.findall(rb"\w+", data))


def declares_all(text: bytes) -> bool:
    declared, used = re.findall(rb"int (\w+);", text), re.search(rb"f\((\w+), ?(\w+)\)", text)
    return used is not None and len(declared) == len(set(declared)) and set(used.groups()) <= set(declared)


def test_a_reduction() -> None:
    data = b"int first;\nint second;\nf(first, second);"
    assert reduced(data, declares_all, "input.c").count(b"int") == 2
    assert reduced(data, declares_all, "input.c", "merging").count(b"int") == 1
