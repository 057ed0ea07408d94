"""Which words of a command are options, and which variants are tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from thresher.conditions.explain_options import split


@pytest.mark.parametrize(
    ("command", "varied"),
    [
        ("gcc -O2 -Wall {}", ["-O2", "-Wall"]),
        ("gcc {} -o out -lm", ["-o out", "-lm"]),
        ("git log --oneline -3", ["--oneline", "-3"]),
        ("timeout 5 gcc -O2 {}", ["-O2"]),
        ("tool - -- {} -x", ["-x"]),
        ("tool --dry-run -n -v {}", ["-v"]),
        ("bash -n {}", []),
        ("perl -c {}", []),
        ("python3 -W error {} --deep", ["--deep"]),
        ("python3 -m json.tool --json-lines {}", ["--json-lines"]),
        ("/usr/bin/env python3.11 -X dev -c pass -v {}", ["-v"]),
        ("sh -c 'x {}' -y", ["-y"]),
    ],
)
def test_options_that_are_safe_to_leave_out(command: str, varied: list[str]) -> None:
    assert [each.text for each in split(_words(command)).varied] == varied


def _words(command: str) -> list[str]:
    return command.split(" ") if "'" not in command else ["sh", "-c", "x {}", "-y"]


def test_options_of_a_script_but_not_of_its_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tool.py").touch()
    parts = split(["python3", "-X", "dev", "tool.py", "--deep", "{}", "--level", "3"])
    assert [each.text for each in parts.varied] == ["--deep", "--level 3"]
    assert parts.words([]) == ["python3", "-X", "dev", "tool.py", "{}"]
    assert parts.words(parts.varied) == ["python3", "-X", "dev", "tool.py", "--deep", "{}", "--level", "3"]
