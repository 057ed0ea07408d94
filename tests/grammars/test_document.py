"""Documents, and the error for a text that is not in the language."""

from __future__ import annotations

import pytest

from tests.grammars.grammars import document
from thresher.errors import UsageError

SUMS = "e: e '+' t | t; t: '(' e ')' | N\nN = [0-9]+\n~BLANKS = \\s+"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 +\n2 3", "input:2:3: not in the language of test.y (e): '3' where '+', the end is expected: 2 >>>3;"),
        ("1 +", "input:1:4: not in the language of test.y (e): the text ends where '(', N is expected: 1 +>>>;"),
        ("(1", "input:1:3: not in the language of test.y (e): the text ends where ')', '+' is expected: (1>>>;"),
        ("1 + ?x", "input:1:5: not in the language of test.y (e): no token begins with '?x' where '(', N is expected"),
        ("", "input:1:1: not in the language of test.y (e): the text ends where '(', N is expected: >>>;"),
        ("é", "input:1:1: not in the language of test.y (e): no token begins with 'é' where"),
    ],
)
def test_where_and_why_a_text_is_not_in_the_language(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        _ = document(SUMS, text).tree
    assert str(caught.value).startswith(message)
    assert str(caught.value).endswith("fix the grammar, or give another rule with --start")
    assert "\n" not in str(caught.value)


def test_of_many_expected_terminals_some_are_named() -> None:
    many = " | ".join(f"'{letter}'" for letter in "abcdefghijklmnop")
    with pytest.raises(UsageError, match=r"'a', 'b', .* or 8 others is expected"):
        _ = document(f"s: {many}", "?").tree


def test_a_long_line_is_shown_around_the_place() -> None:
    with pytest.raises(UsageError) as caught:
        _ = document(SUMS, "1+" * 500 + "+" + "1+" * 500).tree
    assert "input:1:1001:" in str(caught.value)
    assert len(str(caught.value)) < 250


def test_other_texts_of_the_language_are_valid() -> None:
    found = document(SUMS, "1+2")
    assert found.valid(found.tree.everything)
    assert found.valid_text(b"(3)")
    assert not found.valid_text(b"(3")
    assert not found.valid_text(b"\xff")
