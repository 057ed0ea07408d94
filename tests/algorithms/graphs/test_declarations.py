"""Which declarations of a program are units."""

from __future__ import annotations

from thresher.algorithms.graphs.declarations import declarations_of
from thresher.formats.source.source import parse_source


def test_declarations_in_namespaces_are_units_in_units() -> None:
    text = b'int a; namespace n { struct b { int c; }; namespace m { void d(); } } extern "C" { int e; } int f() { }'
    found = declarations_of(parse_source(text, "cpp").tree)
    texts = [text[span.start : span.stop].split(b"{")[0].split(b";")[0].strip() for span in found.spans]
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
    assert found.around == (-1, -1, 1, 1, 3, -1, 5, -1)
    assert found.outermost() == [0, 1, 2, 3, 4, 5, 6, 7]


def test_members_and_bodies_are_units_in_their_declarations() -> None:
    text = b"""namespace n { template<class T> struct a { public: a(int x) : y(x) { f(); } int y; void f(); }; }
struct b { struct c { int d; }; };
auto e() { return 1; }
auto g() -> int { return 1; }
"""
    found = declarations_of(parse_source(text, "cpp").tree, inside=True)
    texts = [text[span.start : span.stop].split(b"{")[0].strip() or b"{" for span in found.spans]
    assert texts[:7] == [
        b"namespace n",
        b"template<class T> struct a",
        b"a(int x) : y(x)",
        b": y(x)",
        b"{",
        b"int y;",
        b"void f();",
    ]
    assert texts[7:] == [b"struct b", b"struct c", b"int d;", b"auto e()", b"{", b"auto g() -> int", b"{"]
    assert found.around == (-1, 0, 1, 2, 2, 1, 1, -1, 7, 8, -1, 10, -1, 12)
    assert found.outermost() == [0, 1, 1, 1, 1, 1, 1, 7, 7, 7, 10, 10, 12, 12]
    assert found.bodies == {4: 2, 11: 10, 13: 12}
    assert set(found.tied) == {(3, 4), (4, 3), (10, 11)}  # initializers with the body; a return type that is deduced
    assert (7, 11) in set(found.edges([(7, 10)]))  # who refers to a function needs its body


def test_an_attribute_goes_with_the_declaration_after_it() -> None:
    text = b"struct a { public: __attribute__((x)) int b(); private: int c; };\n"
    found = declarations_of(parse_source(text, "cpp").tree, inside=True)
    texts = [text[span.start : span.stop] for span in found.spans]
    members = [
        unit for unit, each in enumerate(texts) if each.endswith(b"int b();") or each.startswith(b"__attribute__")
    ]
    assert len(members) == 1 or {tuple(members), tuple(members[::-1])} <= set(found.tied)
    assert not any(each.startswith(b"p") for each in texts)
