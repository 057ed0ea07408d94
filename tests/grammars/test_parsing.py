"""The parser against a recognizer by brute force, and derivations that are what they claim to be."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.grammars.brute_force import characters, derives, is_derivation
from tests.grammars.grammars import Writer, grammar, grammars, plain_bodies
from thresher.grammars.grammar import Grammar, Lexing, Terminal
from thresher.grammars.parsing import NotInLanguage, Parser

ALL = ["".join(letters) for size in range(5) for letters in product("abc", repeat=size)]


@given(grammars() | grammars(plain_bodies), st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_what_the_grammar_derives_is_parsed(grammar: Grammar, random) -> None:  # type: ignore[no-untyped-def]
    text = Writer(grammar, random).text()
    if text is not None:
        parser = Parser(grammar)
        assert is_derivation(parser, parser.parse(text).root, text)


@given(grammars() | grammars(plain_bodies), st.lists(st.sampled_from(ALL), min_size=10, max_size=30))
@settings(max_examples=80)
def test_what_it_does_not_derive_is_not(grammar: Grammar, texts: list[str]) -> None:
    parser = Parser(grammar)
    for text in texts:
        accepted = parser.accepts(text)
        assert accepted == derives(grammar, characters(text)), text
        if accepted:
            assert is_derivation(parser, parser.parse(text).root, text)


@pytest.mark.parametrize(
    "rules",
    [
        "s: ",
        "s: s | 'a'",
        "s: t | 'a'; t: u | 'b'; u: s | 'c'",
        "s: s s | 'a' | ",
        "s: t s 'a' | 'b'; t: | 'c'",
        "s: t u s 'a' | 'b'; t: | 'c'; u: t t",
        "s: s t | t; t: u u; u: | 'a'",
        "s: 'a' s 'a' | 'b' s 'b' | ",
        "s: t t t; t: 'a' | ",
        "s: t; t: s | 'a' t | ",
        "s: 'a' t 'c' | 'a' u 'b' | 'b' t 'b' | 'b' u 'c'; t: 'a'; u: 'a'",
        "s: (('a' 'b'?)* 'c')+ | ('a' | 'b' ('c' | ))* 'a'",
        "s: t* u+ t?; t: 'a' | ; u: 'b' | ",
        "s: s* 'a' | ",
        "s: (s?)* 'a'",
    ],
)
def test_grammars_that_many_a_parser_cannot_take(rules: str) -> None:
    """Empty productions, cycles, hidden left recursion, palindromes, and one that is LR(1) but not LALR(1)."""
    written = grammar(rules)
    for letter in "abc":
        written.terminals.setdefault(repr(letter), Terminal(repr(letter), letter))  # type: ignore[attr-defined]
    parser = Parser(written)
    for text in ALL:
        accepted = parser.accepts(text)
        assert accepted == derives(written, characters(text)), text
        if accepted:
            assert is_derivation(parser, parser.parse(text).root, text)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ("s: s s | 'a' | ", "a" * 60),
        ("s: s s s | s s | 'a'", "a" * 40),
        ("s: t s t | 'a' | ; t: s | t t", "a" * 15),
        ("e: e '+' e | 'n'", "n" + "+n" * 299),
        ("e: e '+' e | e '*' e | '(' e ')' | 'n'", "(n+n*n)" + "*n+(n)" * 50),
        ("e: 'if' 'x' e | 'if' 'x' e 'else' e | 'y'", "ifx" * 60 + "y" + "elsey" * 40),
    ],
    ids=["s s", "s s s", "cycles", "sums", "arithmetic", "dangling else"],
)
def test_ambiguity_does_not_explode(rules: str, text: str) -> None:
    """The number of derivations of these is beyond counting."""
    parser = Parser(grammar(rules))
    assert is_derivation(parser, parser.parse(text).root, text)


def test_a_deep_derivation() -> None:
    parser = Parser(grammar("s: '(' s ')' | 'a'"))
    text = "(" * 20_000 + "a" + ")" * 20_000
    assert is_derivation(parser, parser.parse(text).root, text)


def test_what_is_skipped_is_kept_in_order() -> None:
    parser = Parser(grammar("s: 'a'*\n~BLANKS = [ ]+\n~COMMENT = #.*"))
    skipped = parser.parse(" a a# a\n".strip("\n") + "").skipped
    assert [(token.start, token.stop) for token in skipped] == [(0, 1), (2, 3), (4, 7)]


@pytest.mark.parametrize(
    ("text", "position", "expected", "readable"),
    [
        ("", 0, ["'('", "'n'"], True),
        ("n n", 2, ["'+'", "the end"], True),
        ("n+", 2, ["'('", "'n'"], True),
        ("(n", 2, ["')'", "'+'"], True),
        ("n+?", 2, ["'('", "'n'"], False),
        ("n   ", None, [], True),
    ],
)
def test_where_a_text_leaves_the_language(text: str, position: int | None, expected: list[str], readable: bool) -> None:
    """After `n` the tables of the parser also have a bracket that could only come after an opening one."""
    parser = Parser(grammar("e: e '+' t | t; t: '(' e ')' | 'n'\n~BLANKS = [ ]+"))
    if position is None:
        assert parser.accepts(text)
        return
    with pytest.raises(NotInLanguage) as caught:
        parser.parse(text)
    names = [*parser.productions.names[: parser.productions.terminals], "the end"]
    assert caught.value.position == position
    assert caught.value.readable is readable
    assert sorted(names[number] for number in caught.value.expected) == expected


def test_with_expected_lexing_a_word_is_what_the_parser_waits_for() -> None:
    rules = "s: 'if' WORD '=' WORD\nWORD = [a-z]+\n~BLANKS = [ ]+"
    contextual = Parser(grammar(rules, Lexing.EXPECTED))
    assert contextual.accepts("if if = if")
    assert contextual.accepts("if x=y")
    assert not Parser(grammar(rules)).accepts("if if = if")


def test_an_immediate_token_allows_nothing_before_it() -> None:
    written = grammar(
        "s: WORD OPEN WORD | WORD PAREN WORD\nWORD = [a-z]+\nPAREN = \\(\n~BLANKS = [ ]+", Lexing.EXPECTED
    )
    terminals = {**written.terminals, "OPEN": Terminal("OPEN", r"\(", immediate=True, priority=1)}
    parser = Parser(Grammar("test", written.rules, terminals, "s", lexing=Lexing.EXPECTED))
    for text, name in (("f(x", "OPEN"), ("f (x", "PAREN")):
        assert parser.productions.names[parser.parse(text).root.children[1].symbol] == name


def test_with_expected_lexing_blanks_may_stand_where_the_text_could_end() -> None:
    parser = Parser(grammar("s: WORD+\nWORD = [a-z]+\n~BLANKS = [ ]+", Lexing.EXPECTED))
    assert parser.accepts("a b ")
