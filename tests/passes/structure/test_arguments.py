"""Parameters with their arguments."""

from __future__ import annotations

import pytest

import thresher
from tests.passes.candidates import TEXTS, check_edits, rendered


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("python", b"def f(a):\n    g()\nf(1)\n", b"def f():\n    g()\nf()\n"),
        ("python", b"def f(a, b):\n    g(a, b)\nf(1, 2)\n", b"def f(b):\n    g(a, b)\nf(2)\n"),
        ("python", b"class a:\n def f(b,c):b.f(c)\na().f(1)\n", b"class a:\n def f(b):b.f()\na().f()\n"),
        ("python", b"def f(a, b=0): pass\nf(1)\nf(1, 2)\n", b"def f(b=0): pass\nf()\nf(2)\n"),
        ("c", b"int f(int a) { return f(f(1)); }", b"int f() { return f(); }"),
        ("c", b"int f(int a, int b) { return f(f(1, 2), 3); }", b"int f(int b) { return f(3); }"),
        ("c", b"#define M(a) 1\nint x = M(2);", b"#define M() 1\nint x = M();"),
    ],
)  # fmt: skip
def test_a_candidate(language: str, data: bytes, text: bytes) -> None:
    assert text in rendered("arguments", language, data)


@pytest.mark.parametrize("data", [b"f(a); f(b);", b"int f(int a) { return 1; }", b"if (a) b; if (c) d;", b"f(;", b""])
def test_without_a_declaration_and_a_use_nothing_is_tried(data: bytes) -> None:
    assert rendered("arguments", "c", data) == []


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_is_well_formed(language: str, data: bytes) -> None:
    check_edits("arguments", language, data)


def test_a_recursive_method_loses_its_parameter() -> None:
    def fails(text: bytes) -> bool:
        names: dict[str, object] = {}
        try:
            exec(text, names)
        except RecursionError:
            return True
        except (SyntaxError, NameError, TypeError, AttributeError):
            return False
        return False

    data = b"class Tree:\n    def grow(self, by):\n        self.grow(by)\nTree().grow(4)\n"
    assert thresher.reduce(data, fails, name="a.py").data == b"class b:\n def a(c):c.a()\nb().a()"


def test_brackets_go_as_a_whole_in_a_language_without_a_grammar() -> None:
    def fails(text: bytes) -> bool:
        mixin, _, call = text.partition(b"}")
        return b"{b:c()" in mixin and (b"(" not in mixin.partition(b"{")[0] or call.strip() == b".a(d);")

    assert thresher.reduce(b".a(@e){b:c()}.a(d);", fails, name="a.less").data == b"{b:c()"
