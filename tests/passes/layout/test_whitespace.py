"""White space goes in one step."""

from __future__ import annotations

import pytest

import thresher
from tests.passes.candidates import TEXTS, all_at_once, check_edits
from thresher.formats.source.source import parse_document
from thresher.passes import pass_named
from thresher.passes.ranking import applied


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("c", b"int  a ;\n\n  int b;\n", b"int a;int b;"),
        ("c", b"a = b ;", b"a=b;"),
        ("c", b"int a;", b"int a;"),
    ],
)
def test_what_all_edits_make(language: str, data: bytes, text: bytes) -> None:
    assert all_at_once("whitespace", language, data) == text


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("whitespace", language, data)


def test_gaps_that_matter_stay() -> None:
    """In Python lines and indentation are needed, which the parser finds without a test."""
    data = b"def f( x ):\n    y  =  1\n    return y\n"
    assert thresher.reduce(data, lambda text: b"return" in text and b"f" in text and b"1" in text, name="a.py").data


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("a.rb", b"class A\n  def f( x )\n    y  =  1\n  end\nend\n", b"class A\n  def f(x)\n    y=1\n  end\nend\n"),
        ("a.c", b"#include <a.h>\nint  a ;\nint b;\n", b"#include<a.h>\nint a;int b;"),
    ],
)
def test_where_line_breaks_are_needed_the_rest_goes_in_one_test(name: str, data: bytes, text: bytes) -> None:
    document = parse_document(name, data, None)
    made = [applied(document.tree, edit.cuts) for edit in pass_named("whitespace").edits(document)]
    assert text in made
    assert all(map(document.valid_text, made))
    assert len(made) <= 2
