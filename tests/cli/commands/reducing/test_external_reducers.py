"""`--reduce-with` and `thresher reducer`, with reducers in other languages."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

EXAMPLES = Path(__file__).parents[4] / "examples" / "reducers"


@pytest.fixture
def patch(tmp_path: Path) -> list[str]:
    """A patch that does not apply, in one large hunk whose header says how many lines it has."""
    if shutil.which("git") is None or shutil.which("node") is None:
        pytest.skip("not installed: git, node")
    lines = [f"line {number} of the file" for number in range(30)]
    (tmp_path / "notes.txt").write_text("\n".join(lines) + "\n")
    changed = [f"+another {line}\n-{line}" if number == 20 else f" {line}" for number, line in enumerate(lines)]
    changed[10] = " a line that is not there"
    header = "--- a/notes.txt\n+++ b/notes.txt\n@@ -1,30 +1,30 @@\n"
    (tmp_path / "bug.patch").write_text(header + "\n".join(changed) + "\n")
    return ["bug.patch", "--no-report", "--with", "notes.txt", "--", "git", "apply", "--check", "{}"]


def test_a_reducer_in_javascript_makes_a_real_case_smaller(thresher: Thresher, patch: list[str]) -> None:
    alone = thresher("reduce", *patch)
    assert alone.code == 0, alone.talk
    helped = thresher("reduce", "--reduce-with", f"node {EXAMPLES / 'hunks.js'}", *patch)
    assert helped.code == 0, helped.talk
    assert "patch failed" in helped.talk
    assert helped.out.count(b"\n") < alone.out.count(b"\n") / 3
    again = thresher("reduce", "--reduce-with", f"node {EXAMPLES / 'hunks.js'}", *patch)
    assert again.out == helped.out
    assert "0 in this run" in again.talk  # all its candidates were journalled


def test_thresher_as_the_reducer_of_another_program(thresher: Thresher, lines: Path) -> None:
    reducer = f"{sys.executable} -m thresher reducer input.txt"
    test = "sh -c 'grep -q 17 input.txt && grep -q 31 input.txt'"
    options = ["--format", "paragraphs", "--no-report", "--reduce-with", reducer, "--test", test]
    done = thresher("reduce", lines, *options)
    assert done.code == 0, done.talk
    assert done.out == b"1731"


def test_it_ends_when_the_other_program_closes_its_end(tmp_path: Path) -> None:
    reducer = [sys.executable, "-m", "thresher", "reducer", "x.txt"]
    request = b'{"reduce": "YQpiCg=="}\n'
    done = subprocess.run(reducer, cwd=tmp_path, input=request, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_a_language_model_may_suggest_anything(thresher: Thresher, lines: Path, tmp_path: Path) -> None:
    model = tmp_path / "model.sh"
    model.write_text("#!/bin/sh\ncat > /dev/null\necho 'Here it is:'\necho '```'\necho 'seventeen: 17'\necho '```'\n")
    model.chmod(0o755)
    reducer = f"{sys.executable} {EXAMPLES / 'language_model.py'}"
    test = "sh -c 'grep -q 17 input.txt && test $(wc -l < input.txt) -ne 59'"
    options = ["--min-granularity", "lines", "--format", "lines", "--no-report", "--reduce-with", reducer]
    helped = thresher("reduce", lines, *options, "--test", test, MODEL_COMMAND=str(model))
    assert helped.code == 0, helped.talk
    assert helped.out == b"seventeen: 17\n"
    without = thresher("reduce", lines, *options, "--fresh", "--test", test, MODEL_COMMAND="")
    assert without.code == 0, without.talk
    assert without.out == b"line 17 has words\n"


def test_a_reducer_that_is_not_there(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--reduce-with", "no-such-program x", "--test", "grep -q 17 input.txt")
    expect_line(done, 2, "'no-such-program' was not found")
