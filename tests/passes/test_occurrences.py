"""Which words are names, and where they are."""

from __future__ import annotations

import pytest

from thresher.formats.source.source import parse_document
from thresher.passes.occurrences import names_of


@pytest.mark.parametrize(
    ("language", "data", "names"),
    [
        ("c", b'struct s { int f; } s; // f\nchar *g = "g";', {b"s": 2, b"f": 1, b"g": 1}),
        ("c", b"#define TWICE(x) x + x + y\nint y;", {b"TWICE": 1, b"x": 3, b"y": 2}),
        ("python", b"a.b = a", {b"a": 2, b"b": 1}),  # where an attribute is none of a tag
        ("rust", b"fn f(n: u32) -> u32 { n }", {b"f": 1, b"n": 2}),
        ("sql", b"SELECT a FROM t WHERE a = 'a'", {b"a": 2, b"t": 1}),
        ("css", b"a { background-color: red }", {b"a": 1, b"background-color": 1, b"red": 1}),
        ("smt2", b"(assert (= x!1 |q r| 5))", {b"assert": 1, b"x!1": 1}),
        ("xml", b"<p:a q='a'><b/>a</p:a>", {b"p": 2, b"a": 3, b"q": 1, b"b": 1}),
        ("xml", b"<a><a></a></a>", {b"a": 4}),
    ],
)
def test_names(language: str, data: bytes, names: dict[bytes, int]) -> None:
    found = names_of(parse_document("input", data, language).tree)
    assert {name.text: len(name.occurrences) for name in found} == names
    for name in found:
        assert {data[each.start : each.stop] for each in name.occurrences} == {name.text}
        assert list(name.occurrences) == sorted(name.occurrences)
