"""Matching in linear time: no pattern makes it slow, and it finds what `re` finds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.grammars.analysis import checked
from thresher.grammars.automaton import matcher
from thresher.grammars.language import Language
from thresher.grammars.parsing import NotInLanguage
from thresher.grammars.readers import read_grammar
from thresher.grammars.regex import shortest

LONG = "a" * 5000
PATTERNS = st.recursive(
    st.sampled_from(["a", "b", "[ab]", "[^a]", ".", "(?s:.)", "(?i:A)", r"\w", "\n", "ab"]),
    lambda inner: st.one_of(
        st.builds("(?:{}|{})".format, inner, inner),
        st.builds("{}{}".format, inner, inner),
        st.builds("(?:{})({})".format, inner, st.just("a")),
        st.builds("(?:{}){}".format, inner, st.sampled_from(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{2,}"])),
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("pattern", ["(((a+)+)+)+b", "(a|a|aa)*b", "(a*)*b", "a*a*a*a*b", "(a?){50}a*b", "(?i:(A+)+)b"])
def test_a_pattern_that_backtracks_without_end_ends(pattern: str) -> None:
    assert matcher(pattern)(LONG, 0) is None
    assert matcher(pattern)(LONG + "b", 0) == 5001


@given(PATTERNS, st.text("abA\n", max_size=8), st.integers(0, 3))
def test_it_finds_what_re_finds(pattern: str, text: str, position: int) -> None:
    position = min(position, len(text))
    found = re.compile(pattern).match(text, position)
    assert matcher(pattern)(text, position) == (found.end() if found else None)


@pytest.mark.parametrize("pattern", [r"(a+)+\b", "(a+)+(?!b)", r"(a|b)\1+", "(?a:(a+)+)", "(a{1,2000}){1,2000}"])
def test_what_it_cannot_match_is_left_to_re(pattern: str) -> None:
    found = re.compile(pattern).match("aa")
    assert matcher(pattern)("aa", 0) == (found.end() if found else None)


def test_a_lexer_rule_with_nested_repetitions_ends() -> None:
    with pytest.raises(NotInLanguage):
        Language(checked(read_grammar("x.g4", "grammar x; s: A EOF; A: ((('a'+)+)+)+ 'b' ;"))).parser.parse(LONG)


def test_no_short_text_of_nested_counts_is_written_out() -> None:
    assert shortest("((a{4000}){4000}){4000}") == []
