"""Short names."""

from __future__ import annotations

import re

import pytest

from tests.passes.candidates import TEXTS, all_at_once, check_edits, reduced, rendered
from thresher.formats.structured.brackets import parse_document
from thresher.passes.naming.names import edits
from thresher.passes.ranking import applied


@pytest.mark.parametrize(
    ("language", "data", "short"),
    [
        ("c", b"int foo(int bar) { return foo(bar); }", b"int a(int b) { return a(b); }"),
        ("c", b"int aa = b + bbb; // aa", b"int c = b + a; // aa"),
        ("python", b"def count(n):\n  return 'count' + n", b"def a(n):\n  return 'count' + n"),
        ("xml", b"<list><item/></list>", b"<a><b/></a>"),
        ("smt2", b"(check-sat)(assert-not x!1 x!1)", b"(b)(a c c)"),
    ],
)
def test_all_at_once(language: str, data: bytes, short: bytes) -> None:
    assert all_at_once("names", language, data) == short


def test_words_of_an_unknown_language() -> None:
    document = parse_document("", b".shade(@color) { width-of: mix('shade', 1px) } .shade(b);")
    texts = {applied(document.tree, edit.cuts) for edit in edits(document)}
    assert b".a(@color) { width-of: mix('shade', 1px) } .a(b);" in texts
    assert b".shade(@color) { c: mix('shade', 1px) } .shade(b);" in texts
    assert all(b"'shade', 1px" in text for text in texts)


def test_there_are_names_enough() -> None:
    data = ";".join(f"name_{number}" for number in range(100)).encode()
    words = all_at_once("names", "javascript", data).split(b";")
    assert len(set(words)) == 100
    assert max(map(len, words)) == 2


def test_a_long_name_may_lose_its_half() -> None:
    assert rendered("names", "c", b"int a_very_long_name_indeed;") == [b"int a;", b"int a_very_long;"]


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_shortens(language: str, data: bytes) -> None:
    check_edits("names", language, data)
    assert all(len(text) < len(data) for text in rendered("names", language, data))


def is_counted(text: bytes) -> bool:
    return re.search(rb"long (\w+);.*printf\(\1\b", text, re.DOTALL) is not None


def test_what_has_a_meaning_keeps_its_name() -> None:
    result = reduced(b"long count;\nint other;\nprintf(count, other);", is_counted, "input.c", "names")
    assert result == b"long a;printf(a);"
