"""How holes close: golden cases, and laws over random tokens."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.structures.trees import splice
from thresher.structures.trees.splice import Cut, Spacing, spliced


def free(text: str) -> str:
    """The text without what is in ⟨⟩; after a bar stands what replaces it."""
    plain, cuts = bytearray(), list[Cut]()
    for index, piece in enumerate(re.split(r"⟨([^⟩]*)⟩", text)):
        cut, _, filler = piece.partition("|") if index % 2 else (piece, "", "")
        if index % 2:
            cuts.append((len(plain), len(plain) + len(cut.encode()), filler.encode()))
        plain += cut.encode()
    return spliced(bytes(plain), cuts, 0, len(plain), Spacing.FREE).decode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int x; ⟨int y;⟩ int z;", "int x; int z;"),
        ("int x; ⟨int y;⟩\nint z;", "int x;\nint z;"),
        ("{\n    a;\n    ⟨b;⟩\n}", "{\n    a;\n}"),
        ("{\n    ⟨a;⟩\n    b;\n}", "{\n    b;\n}"),
        ("{\n    ⟨a;⟩\n    ⟨b;⟩\n}", "{\n}"),
        ("a # comment\n⟨b⟩ c", "a # comment\nc"),
        ("x = 1 ⟨# why⟩\ny = 2", "x = 1\ny = 2"),
        ("if a:\n    b\n    ⟨c⟩\nd", "if a:\n    b\nd"),
        ("⟨import x⟩\n\nfoo", "foo"),
        ("⟨import x⟩\n    foo", "    foo"),
        ("a\n⟨b⟩", "a\n"),
        ("a\n⟨b⟩\n", "a\n"),
        ("a ⟨b⟩", "a"),
        ("f(a ⟨b⟩)", "f(a)"),
        ("f(⟨a⟩ b)", "f(b)"),
        ("f( a ⟨b⟩ )", "f( a )"),
        ("int x ⟨= 5⟩;", "int x;"),
        ("a⟨(b)⟩ c", "a c"),
        ("a⟨(b)⟩c", "a c"),
        ("a+⟨(b)⟩+c", "a+ +c"),
        ("{a:⟨+⟩-1}", "{a:-1}"),
        ("a:⟨b⟩=c", "a: =c"),
        ('x ⟨y⟩"s"', 'x "s"'),
        ("'a'⟨x⟩'b'", "'a' 'b'"),
        ("return⟨(x)|0⟩;", "return 0;"),
        ("while (⟨y != 0|0⟩ ) {", "while (0 ) {"),
        ("⟨all⟩", ""),
        ("  ⟨all⟩ \n", ""),
        ("⟨a⟩ ⟨b⟩ c", "c"),
    ],
)
def test_golden(text: str, expected: str) -> None:
    assert free(text) == expected


TOKENS = st.lists(
    st.tuples(
        st.sampled_from(["a", "bb", "c1", "(", ")", ",", ";", "+", "="]),
        st.sampled_from(["", " ", "  ", "\n", "\n\n", "\n    "]),
        st.booleans(),
    ),
    max_size=12,
)


def _laid_out(tokens: list[tuple[str, str, bool]]) -> tuple[bytes, list[Cut], list[tuple[int, int]]]:
    data, cuts, kept = b"", [], []
    for index, (token, gap, stays) in enumerate(tokens):
        start = len(data)
        data += token.encode()
        if stays:
            kept.append((start, len(data)))
        else:
            cuts.append((start, len(data), b""))
        words = index + 1 < len(tokens) and token.isalnum() and tokens[index + 1][0].isalnum()
        data += (gap or (" " if words else "")).encode()
    return data, cuts, kept


@given(TOKENS)
def test_no_word_is_glued_and_no_line_break_lost(tokens: list[tuple[str, str, bool]]) -> None:
    data, cuts, kept = _laid_out(tokens)
    result = spliced(data, cuts, 0, len(data), Spacing.FREE)
    assert b"".join(result.split()) == b"".join(data[start:stop] for start, stop in kept)
    words = [data[start:stop] for start, stop in kept if data[start:stop].isalnum()]
    assert re.findall(rb"\w+", result) == words
    for (_, left), (right, _) in pairwise(kept):
        after, before = _white(data[left:]), _white(data[:right][::-1])
        gap = _gap_before(result, kept, data, right)
        if after and before:
            assert gap
        if b"\n" in after + before:
            assert b"\n" in gap
        assert gap in (b"", b" ") or gap in re.findall(rb"\s+", data[left:right])


def _white(text: bytes) -> bytes:
    return text[: len(text) - len(text.lstrip())]


def _gap_before(result: bytes, kept: list[tuple[int, int]], data: bytes, start: int) -> bytes:
    """The white space before a kept token in the result, found by counting the ink before it."""
    ink = sum(stop - begin for begin, stop in kept if begin < start)
    seen = 0
    for position, byte in enumerate(result):
        if bytes([byte]).strip():
            if seen == ink:
                return _white(result[:position][::-1])[::-1]
            seen += 1
    raise AssertionError(start, data)


@given(TOKENS, st.lists(st.sampled_from(["", "0", "x1", "+"]), min_size=12, max_size=12))
def test_what_stands_in_the_place_of_a_cut_is_not_glued(
    tokens: list[tuple[str, str, bool]], fillers: list[str]
) -> None:
    data, cuts, _ = _laid_out(tokens)
    texts = iter(fillers)
    cuts = [(start, stop, next(texts).encode()) for start, stop, _ in cuts]
    replaced = {start: text for start, _, text in cuts}
    found = re.finditer(rb"\w+|[^\w\s]", data)
    expected = [replaced.get(token.start(), token.group()) for token in found]
    result = spliced(data, cuts, 0, len(data), Spacing.FREE)
    assert re.findall(rb"\w+|[^\w\s]", result) == [token for token in expected if token]


@given(TOKENS)
def test_nothing_cut_changes_nothing(tokens: list[tuple[str, str, bool]]) -> None:
    data, _, _ = _laid_out(tokens)
    for spacing in Spacing:
        assert spliced(data, [], 0, len(data), spacing) == data


@given(TOKENS)
def test_exact_keeps_every_other_byte(tokens: list[tuple[str, str, bool]]) -> None:
    data, cuts, _ = _laid_out(tokens)
    gone = {position for start, stop, _ in cuts for position in range(start, stop)}
    expected = bytes(byte for position, byte in enumerate(data) if position not in gone)
    assert spliced(data, cuts, 0, len(data), Spacing.EXACT) == expected


@given(
    st.lists(st.sampled_from(["a", " ", "\n", ";", "(", ")", "⟨b⟩", "⟨b|c⟩", "⟨ ⟩", "+", '"']), max_size=12).map(
        "".join
    )
)
def test_long_pieces_are_closed_up_like_short_ones(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splice, "LONG", 0)
        long = free(text)
    assert long == free(text)


@pytest.mark.parametrize(("data", "old", "new", "result"), [
    (b"(+(* a b)c)", b"(* a b)", b"0", b"(+ 0 c)"),
    (b"(!(and p):named q)", b"(and p)", b"p", b"(! p:named q)"),
    (b"(f(g)#x0)", b"(g)", b"y", b"(f y#x0)"),
    (b"(a-b(c)-d)", b"(c)", b"", b"(a-b -d)"),
    (b'(= s(t)"u")', b"(t)", b"", b'(= s "u")'),
])  # fmt: skip
def test_words_with_operators_in_them_stay_apart(data: bytes, old: bytes, new: bytes, result: bytes) -> None:
    cut = data.index(old), data.index(old) + len(old), new
    assert spliced(data, [cut], 0, len(data), Spacing.ATOMS) == result
