"""A part goes with the variables and imports that only it uses."""

from __future__ import annotations

import re

import pytest

import thresher
from tests.passes.candidates import TEXTS, check_edits, rendered

FRAME = b"package p\nfunc f() {%s}\n"


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (b"a := h(); g(a)", b""),
        (b"a := h(); g(a)", b"_=h(); "),
        (b"for _, a := range h() { g(a) }", b"for range h() { }"),
        (b"a, b := h(); g(a); k(b)", b"a, _ := h(); g(a); "),
        (b"a := 1; a = 2; g(a)", b""),
        (b"a := 1; b := a; g(b)", b""),
        (b"switch a := h.(type) { case int: g(a) }", b"switch h.(type) { case int: }"),
    ],
)
def test_a_candidate(body: bytes, left: bytes) -> None:
    texts = {re.sub(rb"[\s;]", b"", text) for text in rendered("unused", "go", FRAME % body)}
    assert re.sub(rb"[\s;]", b"", FRAME % left) in texts


def test_an_import_goes_with_its_last_use() -> None:
    data = b'package p\nimport (\n"fmt"\nx "os/exec"\n)\nfunc f() { fmt.Println(1); x.Command("") }\n'
    texts = rendered("unused", "go", data)
    assert any(b"fmt" not in text and b"exec" in text for text in texts)
    assert any(b"exec" not in text and b"fmt.Println" in text for text in texts)
    assert all((b"exec" in text) == (b"x.Command" in text) for text in texts)


def test_a_name_is_a_variable_of_its_function() -> None:
    data = b"package p\nfunc f() { a := 1; g(a) }\nfunc h(a int) { k(a) }\n"
    assert any(b"a := 1" not in text and b"h(a int)" in text for text in rendered("unused", "go", data))


def test_nothing_is_used_that_was_removed() -> None:
    for text in rendered("unused", "go", FRAME % b"a := 1; b := a; g(b, a)"):
        assert b"a := 1" in text or b"a)" not in text


def test_languages_without_the_rule_have_no_edits() -> None:
    assert not rendered("unused", "python", b"a = 1\nprint(a)\n")


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("unused", language, data)


def test_a_reduction() -> None:
    data = b'package main\nimport "fmt"\nfunc main() {\n\ta := crash()\n\tb := a + 1\n\tfmt.Println(b)\n}\n'

    def compiles(text: bytes) -> bool:
        used = all(text.count(name) != 1 for name in (b"fmt", b"a", b"b") if re.search(rb"\b" + name + rb" ?:=", text))
        return b"crash()" in text and used and (b'"fmt"' in text) == (b"fmt." in text)

    assert b"fmt" not in thresher.reduce(data, compiles, name="a.go").data
