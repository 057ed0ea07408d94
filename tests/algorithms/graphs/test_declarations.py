"""Which declarations of a program are units."""

from __future__ import annotations

from thresher.algorithms.graphs.declarations import declarations_of
from thresher.formats.source.source import parse_source


def test_declarations_in_namespaces_are_units_in_units() -> None:
    text = b'int a; namespace n { struct b { int c; }; namespace m { void d(); } } extern "C" { int e; } int f() { }'
    spans, around = declarations_of(parse_source(text, "cpp").tree)
    texts = [text[span.start : span.stop].split(b"{")[0].split(b";")[0].strip() for span in spans]
    assert texts == [
        b"int a",
        b"namespace n",
        b"struct b",
        b"namespace m",
        b"void d()",
        b'extern "C"',
        b"int e",
        b"int f()",
    ]
    assert around == (-1, -1, 1, 1, 3, -1, 5, -1)
