"""Inputs with odd names: what a shell, a format string or a decoder would trip over is a name like any other."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Done, command

PROGRAM = """\
import sys
if b"line 7" in open(sys.argv[1], "rb").read():
    raise ValueError("seven")
"""
LONG = b"x" * 240 + b".txt"
NAMES = [b"%s.txt", b"{}.txt", b"new\nline.txt", b"-dash.txt", b'it\'s "q" $x.txt', b"\xff\xfe.txt", LONG]


def run(folder: Path, *arguments: str) -> Done:
    done = subprocess.run(command(*arguments), cwd=folder, capture_output=True, check=False, timeout=200)
    return Done(done.returncode, done.stdout, done.stderr.decode())


@pytest.fixture(params=NAMES, ids=range(len(NAMES)))
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The name of an input with twelve lines."""
    name = os.fsdecode(request.param)
    (tmp_path / name).write_bytes(b"".join(b"line %d here\n" % number for number in range(12)))
    (tmp_path / "p.py").write_text(PROGRAM)
    return f"./{name}"


def test_a_file_with_an_odd_name_is_reduced_and_reported(odd: str, tmp_path: Path) -> None:
    done = run(tmp_path, "reduce", odd, "-j", "1", "--", "python3", "p.py", "{}")
    assert (done.code, done.out) == (0, b"line 7"), done.talk
    assert "ValueError: seven" in done.talk
    assert run(tmp_path, "report", odd).code == 0


def test_a_file_with_an_odd_name_is_reproduced(tmp_path: Path) -> None:
    for name in ("%s.txt", "-dash.txt"):
        (tmp_path / name).write_bytes(b"line 6\nline 7\n")
        (tmp_path / "p.py").write_text(PROGRAM)
        done = run(tmp_path, "reduce", "--all", f"./{name}", "-o", f"./{name}.d", "--", "python3", "p.py", "{}")
        assert "reproduces the failure" in done.talk, done.talk
        script = (tmp_path / f"{name}.d" / "reproduce.sh").read_text()
        assert "seven" in script
        assert ("./-dash.txt" if name.startswith("-") else "%s.txt") in script
