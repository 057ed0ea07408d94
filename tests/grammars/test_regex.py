"""Short texts for regular expressions: each matches, and none is shorter."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.grammars.regex import shortest


def _regexes() -> st.SearchStrategy[str]:
    """Regular expressions over a, b and c."""
    letters = st.sampled_from(["a", "b", "c", "[ab]", "[^a]", ".", "ab"])
    return st.recursive(
        letters,
        lambda inner: st.one_of(
            st.tuples(inner, inner).map("".join),
            st.tuples(inner, inner).map(lambda two: f"(?:{two[0]}|{two[1]})"),
            st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "*?", "+?"])).map(
                lambda two: f"(?:{two[0]}){two[1]}"
            ),
        ),
        max_leaves=4,
    )


@given(_regexes())
@settings(max_examples=200)
def test_the_first_text_is_a_shortest_one_of_all(pattern: str) -> None:
    found = shortest(pattern)
    assert found
    assert all(re.fullmatch(pattern, text) for text in found)
    assert list(map(len, found)) == sorted(map(len, found))
    shorter = ("".join(letters) for size in range(min(len(found[0]), 5)) for letters in product("abc", repeat=size))
    assert not [text for text in shorter if re.fullmatch(pattern, text)]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("[0-9]+", "0"),
        ("[1-9][0-9]*", "1"),
        (r"[A-Za-z_]\w*", "a"),
        ("0[xX][0-9a-f]+", "0xa"),
        (r'"(\\.|[^"\\\n])*"', '""'),
        ("'[^']'", "'a'"),
        ("(?i:select)", "select"),
        (r"/\*(?:.|\n)*?\*/", "/**/"),
        (r"[^\x00-\x7f]", "é"),
        ("[α-ω]+", "α"),
        (r"\d{3}", "000"),
        ("(?!if)[a-z]+", "a"),
        ("a(?=b)b", "ab"),
        ("", ""),
        (r"\s", " "),
        (r"\S\s\S", "a a"),
        ("(?>ab|a)c", "ac"),
        ("a++b", "ab"),
    ],
)
def test_texts_that_people_would_choose(pattern: str, expected: str) -> None:
    assert shortest(pattern, 1) == [expected]


@pytest.mark.parametrize("pattern", ["a(?!)", r"[^\s\S]", "(?!a)a"])
def test_what_matches_nothing_has_no_text(pattern: str) -> None:
    assert shortest(pattern) == []


def test_references_back_are_not_followed() -> None:
    assert shortest(r"(a)?b\1", 1) == []
    assert shortest(r"(a*)b\1", 1) == ["b"]


def test_a_huge_repetition_is_written_out_once() -> None:
    assert shortest("a{2000}", 1) == ["a" * 2000]


def test_keywords_can_be_avoided_since_there_are_several_texts() -> None:
    assert len(shortest("[a-z]+")) > 20
