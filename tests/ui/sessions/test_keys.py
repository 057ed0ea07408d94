"""Keys: nothing that is typed gets lost, and every key can be written down and typed again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.ui.sessions.keys import NAMED, bytes_of, is_answer, key_record, name_of, split_keys

TYPED = st.lists(
    st.binary(min_size=1, max_size=3) | st.sampled_from([*NAMED.values(), b"\x1bOA", b"\x1bx", "ä€😀".encode()])
).map(b"".join)


@given(TYPED)
def test_splitting_loses_nothing(typed: bytes) -> None:
    assert b"".join(split_keys(typed)) == typed


@given(TYPED)
def test_a_key_that_was_written_down_is_the_same_key(typed: bytes) -> None:
    for key in split_keys(typed):
        assert bytes_of(key_record(key)) == key


def test_names() -> None:
    assert [name_of(key) for key in split_keys(b"q\r\t\x1b[B\x1bOH\x03\x1bf\x7f")] == [
        "q", "Enter", "Tab", "Down", "Home", "Ctrl+C", "Alt+f", "Backspace",
    ]  # fmt: skip


def test_answers_of_a_terminal_are_no_keys() -> None:
    answers = [b"\x1b[?62;c", b"\x1b[24;80R", b"\x1b[0n", b"\x1bP1$r0m\x1b\\", b"\x1b]11;rgb:0/0/0\x07"]
    assert [is_answer(key) for key in split_keys(b"".join(answers))] == [True] * 5
    assert not any(is_answer(key) for key in NAMED.values())
