"""Minimal texts, as they are put in."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.grammars.grammars import grammar, grammars
from thresher.grammars.grammar import Grammar, Lexing, Terminal
from thresher.grammars.language import Language


def text(rules: str, lexing: Lexing = Lexing.LONGEST) -> str | None:
    """The minimal text of the start."""
    language = Language(grammar(rules, lexing))
    return language.spelling.text(language.parser.productions.start)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("s: 'if' NAME\nNAME = [a-z]+\n~BLANKS = [ ]+", "if a"),
        ("s: 'if' '(' NAME ')' NAME\nNAME = [a-z]+\n~BLANKS = [ ]+", "if(a)a"),
        ("s: '+' '+' | '+' '++' 'x'\n~BLANKS = [ ]+", "+ +"),
        ("s: 'a' 'b'", "ab"),
        ("s: NAME N\nNAME = [a-z][a-z0-9]*\nN = [0-9]+\n~BLANKS = \\s+", "a 0"),
        ("s: NAME\nA = a\nB = b\nNAME = [a-z]", "c"),
        ("s: STRING STRING\nSTRING = '[^']*'\n~BLANKS = [ ]+", "''''"),
        ("s: 'a'?", ""),
        ("s: s 'a'", None),
    ],
)
def test_tokens_stand_apart_where_they_would_run_together(rules: str, expected: str | None) -> None:
    assert text(rules) == expected


def test_with_expected_lexing_words_stand_apart_all_the_same() -> None:
    assert text("s: 'if' NAME '=' NAME\nNAME = [a-z]+\n~BLANKS = [ ]+", Lexing.EXPECTED) == "if a=a"


def test_the_authors_text_comes_first() -> None:
    base = grammar("s: N\nN = [0-9]+")
    language = Language(replace(base, terminals={"N": Terminal("N", "[0-9]+", minimal="42")}))
    assert language.minimal(language.parser.productions.start) == b"42"


def test_a_terminal_no_text_was_found_for_is_never_put_in() -> None:
    language = Language(grammar("s: STRANGE | 'x' 'x'\nSTRANGE = (a)?b\\1"))
    assert language.minimal(language.parser.productions.start) == b"xx"
    assert language.minimal(language.parser.productions.names.index("STRANGE")) is None


def test_a_keyword_is_not_a_name() -> None:
    keywords = " | ".join(f"'{letter}'" for letter in "abcdefg")
    assert text(f"s: NAME; k: {keywords}\nNAME = [a-z]+") not in set("abcdefg")


@given(grammars())
@settings(max_examples=40)
def test_a_minimal_text_is_in_the_language(grammar: Grammar) -> None:
    language = Language(grammar)
    for name in grammar.rules:
        found = language.spelling.text(language.parser.productions.names.index(name))
        if found is not None:
            assert Language(grammar.starting(name)).parser.accepts(found)
