"""Words that the grammars do not know: masked for the parser, there for everybody else."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.formats.source.masking.masked_text import masked
from thresher.formats.source.source import parse_source

PIECES = (
    b'__attribute__|((|))|"a(b"|__extension__|int x|;|{|}|\n| |\r\n|\0|__is_enum(T)|_T C::*|typename A<B>::c('
    b"|extern template class a<b>|operator->|.|= {}|,|=|\n{}|delete;"
).split(b"|")


@given(st.lists(st.sampled_from(PIECES)).map(b"".join), st.sampled_from(["c", "cpp", "python"]))
def test_places_and_lines_stay(text: bytes, language: str) -> None:
    copy, spans = masked(language, text)
    assert len(copy) == len(text)
    assert [at for at, byte in enumerate(copy) if byte == 10] == [at for at, byte in enumerate(text) if byte == 10]
    assert all(not copy[start:stop].strip() for start, stop in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    changed = [at for at, (new, old) in enumerate(zip(copy, text, strict=True)) if new != old]
    assert language != "python" or not changed


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cpp", b'namespace std __attribute__ ((__visibility__ ("default"))) { int x; }'),
        ("cpp", b"__extension__ template<> struct a<__int128> { };"),
        ("cpp", b"template<class T, class C> struct a<T C::*> { };"),
        ("cpp", b"template<class T> requires __is_enum(T) && true void f();"),
        ("cpp", b"struct a { [[nodiscard]]\n friend constexpr bool operator==(a, a) noexcept { return 1; } };"),
        ("cpp", b"extern template class a<char>; extern template bool f(const b&); int x;"),
        ("cpp", b"void f() { if consteval { g(); } }"),
        ("cpp", b"template<class T> void f(T x = {}, const void* = 0) = delete;"),
        ("cpp", b"enum a {\n# 3 \"file\" 3 4\n b = 1,\n# 5 \"file\"\n c };"),
        ("c", b"extern double _Complex f (double _Complex x) __attribute__ ((__nothrow__ , __leaf__));"),
        ("c", b"__declspec(dllexport) int __stdcall f(void);"),
    ],
)  # fmt: skip
def test_what_compilers_accept_parses(language: str, text: bytes) -> None:
    assert parse_source(text, language).errors == 0


def test_a_masked_word_can_be_removed_and_goes_with_its_declaration() -> None:
    text = b"int x;\n__extension__ __attribute__((a(b))) typedef int y;\nnamespace n __attribute__((c)) { int z; }\n"
    tree = parse_source(text, "cpp").tree
    masked_nodes = [node for node in range(len(tree)) if tree.kind(node).name == "masked"]
    rest = tree.render(tree.without(tree.everything, masked_nodes))
    assert rest == b"int x;\ntypedef int y;\nnamespace n { int z; }\n"
    without = [tree.render(tree.without(tree.everything, [node])) for node in tree.children(0)]
    assert b"int x;\nnamespace n __attribute__((c)) { int z; }\n" in without


def test_a_text_that_parses_is_not_masked() -> None:
    tree = parse_source(b"int f(void) __attribute__((noreturn));", "c").tree
    assert "masked" not in {tree.kind(node).name for node in range(len(tree))}


def test_invalid_candidates_are_still_found() -> None:
    document = parse_source(b"namespace n __attribute__((c)) { int f() { return 1; } }", "cpp")
    assert document.valid_text(b"namespace n { int f() { return 1; } }")
    assert not document.valid_text(b"namespace n { int f() { return 1 } }")
