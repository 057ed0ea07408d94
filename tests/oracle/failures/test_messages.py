"""Which line names the failure of a program that nobody knows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.oracle.failures.messages import find_message, last_words, sentence


def message(text: str) -> str | None:
    finding = find_message(text)
    return finding.lines[0] if finding else None


CHOSEN = {
    "error: a\nerror: b\n": "error: a",
    "cannot open x\nerror: b\n": "error: b",
    "error: a\ntool: fatal: b\n": "tool: fatal: b",
    "warning: fatal stuff\nnote: see error\nbad value: expected y\n": "bad value: expected y",
    "a.c:3:1: unused thing [W1]\n": "unused thing [W1]",
    "oops at script.pl line 3.\n": "oops at script.pl line <line>.",
    "INTERNAL Error:\n\nlost 3 rows\n": "INTERNAL Error: lost <number> rows",
    "  12 | assert(fatal)\n     | ^ error\n--> error\nerror: real\n": "error: real",
    "3 errors generated.\n": None,
    "error: aborting due to 2 previous errors\n": None,
    "PLEASE submit a bug report to x\n": None,
    "make: *** [Makefile:3: all] Error 2\n": None,
    "all is fine\n": None,
    "": None,
}


@pytest.mark.parametrize(("text", "line"), CHOSEN.items(), ids=CHOSEN)
def test_the_line_that_is_chosen(text: str, line: str | None) -> None:
    assert message(text) == line


POSITIONS = [
    "a.c:3:1: bad",
    "src/a.c:3: bad",
    "a.ts(3,1): bad",
    "a.cs(3): bad",
    "C:\\src\\a.c:3: bad",
    "a.py:3:1-5: bad",
    "bad",
]


@pytest.mark.parametrize("line", POSITIONS)
def test_positions_are_removed(line: str) -> None:
    assert sentence(line) == "bad"


def test_last_words_that_stand_together() -> None:
    finding = last_words("fatal: early\nreading\npanic: first\nabort: second\n")
    assert finding is not None
    assert finding.lines == ("panic: first", "abort: second")
    assert last_words("error: not loud\n") is None


@given(st.text(max_size=200), st.integers(1, 999), st.integers(1, 999))
def test_messages_that_differ_in_numbers_are_equal(noise: str, first: int, second: int) -> None:
    told = {message(f"{noise}\nfatal error: lost row {number} of 'x{number}'\n") for number in (first, second)}
    assert len(told) == 1
