"""How a text is cut into tokens."""

from __future__ import annotations

import pytest

from thresher.grammars.grammar import Grammar, Terminal, literal
from thresher.grammars.lexer import Lexer, Unreadable, fixed_text, is_fixed

WORD = Terminal("WORD", "[a-z]+")
BLANKS = Terminal("BLANKS", r"\s+", skip=True)


def lexer(*terminals: Terminal) -> Lexer:
    return Lexer(Grammar("test", {}, {terminal.name: terminal for terminal in terminals}, "none"))


def tokens(text: str, *terminals: Terminal) -> list[tuple[str, str]]:
    """The names and texts of a text's tokens."""
    names = [terminal.name for terminal in terminals]
    return [(names[token.terminal], text[token.start : token.stop]) for token in lexer(*terminals).tokens(text)]


def test_the_longest_match_wins() -> None:
    assert tokens("ifx", literal("if"), WORD) == [("WORD", "ifx")]
    assert tokens("<<=", literal("<"), literal("<<"), literal("<<=")) == [("'<<='", "<<=")]


def test_of_matches_of_the_same_length_the_first_terminal_wins() -> None:
    assert tokens("if", literal("if"), WORD) == [("'if'", "if")]
    assert tokens("if", WORD, literal("if")) == [("WORD", "if")]


def test_a_priority_comes_before_length() -> None:
    assert tokens("ifx", Terminal("IF", "if", priority=1), WORD) == [("IF", "if"), ("WORD", "x")]
    assert tokens("if", Terminal("IF", "if", priority=-1), WORD) == [("WORD", "if")]


def test_two_terminals_with_the_same_text() -> None:
    assert tokens("a", Terminal("FIRST", "a"), Terminal("SECOND", "a")) == [("FIRST", "a")]
    assert lexer(Terminal("FIRST", "a"), Terminal("SECOND", "a")).token("a", 0, ("DEFAULT_MODE",), {1}).terminal == 1


def test_an_empty_match_is_not_a_token() -> None:
    with pytest.raises(Unreadable) as caught:
        tokens("xx!", Terminal("STARS", r"\**"), WORD)
    assert caught.value.position == 2


def test_skipped_tokens_are_there_and_known_as_such() -> None:
    assert tokens("a b", WORD, BLANKS) == [("WORD", "a"), ("BLANKS", " "), ("WORD", "b")]
    assert lexer(WORD, BLANKS).skipped(1)
    assert not lexer(WORD, BLANKS).skipped(0)


INSIDE = frozenset(["INSIDE"])


def test_modes_are_entered_and_left() -> None:
    terminals = [
        Terminal("OPEN", "<", pushes=("INSIDE",)),
        Terminal("TEXT", "[^<>]+"),
        Terminal("NAME", "[a-z]+", modes=INSIDE),
        Terminal("NEST", "<", modes=INSIDE, pushes=("INSIDE",)),
        Terminal("CLOSE", ">", modes=INSIDE, pops=1),
    ]
    expected = "TEXT OPEN NAME NEST NAME CLOSE NAME CLOSE TEXT"
    assert [name for name, _ in tokens("1a<b<c>d>2e", *terminals)] == expected.split()
    with pytest.raises(Unreadable):
        tokens("<1>", *terminals)


def test_a_mode_is_changed_for_another() -> None:
    """What ANTLR's `mode` does: one is left and another entered."""
    terminals = [
        Terminal("OPEN", "<", pops=1, pushes=("INSIDE",)),
        Terminal("NAME", "[a-z]+", modes=INSIDE),
        Terminal("CLOSE", ">", modes=INSIDE, pops=1, pushes=("DEFAULT_MODE",)),
    ]
    assert [name for name, _ in tokens("<a><b>", *terminals)] == ["OPEN", "NAME", "CLOSE"] * 2


def test_the_last_mode_is_never_left() -> None:
    assert tokens(")))", Terminal("CLOSE", r"\)", pops=1)) == [("CLOSE", ")")] * 3


def test_more_is_the_beginning_of_the_token_that_follows() -> None:
    string = frozenset(["STRING"])
    terminals = [
        Terminal("QUOTE", '"', more=True, pushes=("STRING",)),
        Terminal("CHARACTER", '[^"]', more=True, modes=string),
        Terminal("STRING", '"', modes=string, pops=1),
        BLANKS,
    ]
    assert tokens('"ab" ""', *terminals) == [("STRING", '"ab"'), ("BLANKS", " "), ("STRING", '""')]
    with pytest.raises(Unreadable):
        tokens('"ab', *terminals)


def test_a_mode_without_terminals_has_no_tokens() -> None:
    with pytest.raises(Unreadable) as caught:
        tokens("<<", Terminal("OPEN", "<", pushes=("NOWHERE",)))
    assert caught.value.position == 1


def test_only_what_is_expected_and_what_is_skipped() -> None:
    found = lexer(literal(">"), literal(">>"), WORD, BLANKS)
    assert found.token(">>", 0, found.first)[:3] == (1, 0, 2)
    assert found.token(">>", 0, found.first, {0})[:3] == (0, 0, 1)
    assert found.token(" >", 0, found.first, {0})[:3] == (3, 0, 1)
    with pytest.raises(Unreadable):
        found.token("a", 0, found.first, {0})


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("abc", "abc"),
        (r"\+", "+"),
        (r"\ a", " a"),
        ("a.c", None),
        ("[a]", None),
        (r"\d", None),
        ("é", "é"),
        ("a|b", None),
    ],
)
def test_texts_that_are_all_a_pattern_matches(pattern: str, text: str | None) -> None:
    assert fixed_text(pattern) == text


def test_a_keyword_that_must_end_with_the_word_is_fixed() -> None:
    assert is_fixed(Terminal("IF", r"if(?!\w)", minimal="if"))
    assert not is_fixed(WORD)
