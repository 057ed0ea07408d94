"""Tokens that go although the rest does not parse."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered
from thresher.formats.source.source import parse_document
from thresher.passes.structure.unparsable import edits


def removed(language: str, data: bytes) -> list[bytes]:
    """What each edit cuts, in the order in which they are tried."""
    found = list(edits(parse_document("input", data, language)))
    return [data[start:stop] for edit in reversed(found) for start, stop, _ in edit.cuts]


@pytest.mark.parametrize(
    ("language", "data", "first"),
    [
        ("c", b"int f(){if(c){s();}}", [b");}}", b"}}", b";", b"int", b"f", b"if", b")", b"}", b"(", b"{", b"c"]),
        ("c", b"int a; int b;", [b";", b";", b"; int", b"a;"]),
        ("json", b"[1,2,3]", [b"1", b"]", b"[", b"2"]),
        ("cpp", b"template<>struct X<int>{};", [b"};", b";", b"template", b"struct", b"X", b">", b"}"]),
        ("c", b"", []),
    ],
)
def test_the_tail_comes_first_then_one_token_of_each_kind(language: str, data: bytes, first: list[bytes]) -> None:
    assert removed(language, data)[: len(first)] == first


def test_windows_come_last() -> None:
    assert sorted(removed("smt2", b"(a b c)")) == [b"(", b"(a", b"(a b", b")", b"b c)", b"c)"]


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_no_edit_alone_leaves_what_parses(language: str, data: bytes) -> None:
    check_edits("unparsable", language, data)
    assert rendered("unparsable", language, data) == []


def test_a_reduction() -> None:
    result = reduced(b"int main(){crash();return 0;}", lambda text: b"{crash(" in text, "a.c", "unparsable")
    assert result == b"{crash("
