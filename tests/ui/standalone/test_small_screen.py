"""The screen of generated scripts shows the same text as pyte."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.recordings import TODO
from thresher.ui.sessions.keys import split_keys
from thresher.ui.standalone.pty_program import PtyProgram
from thresher.ui.standalone.small_screen import SmallScreen
from thresher.ui.terminal.screen import TerminalScreen

NUMBER = st.integers(1, 12).map(str)
SEQUENCES = st.one_of(
    st.text("abc xyz", min_size=1, max_size=12),
    st.sampled_from(["\r", "\n", "\b", "\r\n", "\x1bM", "\x1b[m", "\x1b[1;31m", "\x1b(B", "\x1b[?25l", "\x1b]0;t\x07"]),
    st.builds("\x1b[{}{}".format, NUMBER, st.sampled_from("ABCDGdLMP@X")),
    st.builds("\x1b[{}{}".format, st.sampled_from("012"), st.sampled_from("JK")),
    st.builds("\x1b[{};{}H".format, NUMBER, NUMBER),
)


def both(data: bytes, columns: int = 20, rows: int = 8) -> tuple[list[str], list[str]]:
    ours, theirs = SmallScreen(columns, rows), TerminalScreen(columns, rows)
    ours.feed(data)
    theirs.feed(data)
    return ours.lines(), list(theirs.lines())


@given(st.lists(SEQUENCES, max_size=30))
def test_sequences_of_a_terminal(parts: list[str]) -> None:
    ours, theirs = both("".join(parts).encode())
    assert ours == theirs


def test_a_region_scrolls_alone() -> None:
    rows = b"".join(b"\x1b[%d;1Hrow %d" % (row, row) for row in range(1, 9))
    ours, theirs = both(rows + b"\x1b[2;6r\x1b[6;1H\nx\x1b[2;1H\x1bMy\x1b[r")
    assert ours == theirs == ["row 1", "y", "row 3", "row 4", "row 5", "row 6", "row 7", "row 8"]


def test_a_sequence_may_come_in_pieces() -> None:
    screen = SmallScreen(10, 2)
    for byte in b"ab\x1b[2;3Hcd":
        screen.feed(bytes([byte]))
    assert screen.lines() == ["ab", "  cd"]


@pytest.mark.parametrize("program", ["todo", "nano"])
def test_real_programs(program: str, tmp_path: Path) -> None:
    if program == "nano" and shutil.which("nano") is None:
        pytest.skip("not installed: nano")
    printed = bytearray()
    running = PtyProgram(
        ["python3", str(TODO), "items.txt"] if program == "todo" else ["nano", "items.txt"],
        directory=str(tmp_path),
        environment={**os.environ, "TERM": "xterm", "HOME": str(tmp_path), "LANG": "C.UTF-8"},
        rows=24,
        columns=80,
        output=printed.extend,
    )
    try:
        running.settle(0.05, lambda: False)
        for key in split_keys(b"asome text\rasecond\rkk\x1b[Bxd\x17x\r"):
            running.send(key, lambda: False)
            running.settle(0.01, lambda: False)
    finally:
        running.close()
    ours, theirs = both(bytes(printed), 80, 24)
    assert ours == theirs
    assert any("text" in line for line in ours)
