"""Lines of programs, as they are written after --at."""

from __future__ import annotations

from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.states.location import Location, parse_location

PROGRAM = "def f():\n    # nothing\n\n    return 1\n\n\nf()\n"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "f.py"
    path.write_text(PROGRAM)
    return path


def test_a_line_and_how_often(program: Path) -> None:
    assert parse_location(f"{program}:4") == Location(program, 4, 1)
    assert str(parse_location(f"{program}:7:2")) == "f.py:7 (2nd time)"


@pytest.mark.parametrize(("text", "message"), [
    ("{}:2", "no code in line 2 of .*; the next line with code is 4"),
    ("{}:99", "no code in line 99"),
    ("{}", "--at takes FILE:LINE"),
    ("{}:0", "--at takes FILE:LINE"),
    ("{}:4:0", "--at takes FILE:LINE"),
    ("nowhere.py:3", "there is no file nowhere.py"),
])  # fmt: skip
def test_wrong_lines(program: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_location(text.format(program))


def test_a_file_that_is_not_python(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int main(void) {}")
    with pytest.raises(UsageError, match="cannot be read as a Python program"):
        parse_location(f"{tmp_path / 'a.c'}:1")
