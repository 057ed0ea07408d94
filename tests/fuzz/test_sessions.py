"""A few of the mutants that `python -m benchmarks.session_mutants` tries: no traceback, and little time and memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.fuzz.sessions import COMMANDS


def test_mutants_of_every_session_file_end_in_one_line(tmp_path: Path) -> None:
    """In a process of its own, since it forks."""
    page = tmp_path / "page.md"
    words = [sys.executable, "-m", "benchmarks.session_mutants", "--mutants", "3", "--output", str(page)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = page.read_text().splitlines()
    assert sum(row.split(" | ")[2:3] == ["3"] for row in rows) == len(COMMANDS)
