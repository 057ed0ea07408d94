"""`thresher explain` with real programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

LOWER = """
import ast, sys
for node in ast.walk(ast.parse(open(sys.argv[1]).read())):
    if isinstance(node, ast.Call) and len(node.args) == 2:
        raise ValueError("cannot lower a call")
    if isinstance(node, ast.Call) and len(node.args) == 1:
        raise TypeError("something else")
"""
SOURCE = """
import os
def main(arguments):
    for argument in arguments:
        total = len(argument) + 1
    return os.path.join("a", total)
"""


@pytest.fixture
def reduced(thresher: Thresher, tmp_path: Path) -> Path:
    """A program that cannot stand calls with two arguments, and a reduction of one that has such a call."""
    (tmp_path / "lower.py").write_text(LOWER)
    (tmp_path / "input.py").write_text(SOURCE)
    done = thresher("reduce", "input.py", "--no-report", "--", "python3", "lower.py", "{}")
    assert done.code == 0, done.talk
    return tmp_path / "input.min.py"


def test_what_is_needed_and_what_may_vary(thresher: Thresher, reduced: Path) -> None:
    before = reduced.read_bytes()
    done = thresher("explain")
    assert done.code == 0, done.talk
    text = done.out.decode()
    assert "may be any call with two arguments" in text
    assert "⟨expression⟩(⟨expression⟩,⟨expression⟩)" in text
    assert "TypeError" in text  # what is said with one argument less
    assert reduced.read_bytes() == before


def test_nothing_is_asked_twice(thresher: Thresher, reduced: Path) -> None:
    journal = next(reduced.parent.glob(".thresher/*/journal.jsonl"))
    before = journal.read_bytes()
    first = json.loads(thresher("explain", "--json").out)
    assert first["complete"]
    assert 0 < first["tests"] <= 5 * len(first["varies"])  # the removals are known from the reduction
    assert all(row["outcome"] or row["reason"] == "does not parse" for row in first["without"])
    again = json.loads(thresher("explain", "--json", "input.py").out)
    assert again == first | {"tests": 0}
    stated = thresher("explain", "input.py", "--json", "--", "python3", "lower.py", "{}")
    assert json.loads(stated.out) == again
    assert journal.read_bytes() == before  # the reduction's own numbers stay as they are


def test_it_is_a_part_of_the_report(thresher: Thresher, reduced: Path) -> None:
    done = thresher("explain")
    report = next(reduced.parent.glob(".thresher/*/report.html"))
    assert "report.html" in done.talk
    assert "any call with two arguments" in report.read_text()
    assert "thresher reduce input.py" in report.read_text()


def test_the_cost_is_limited(thresher: Thresher, reduced: Path) -> None:
    done = thresher("explain", "--max-tests", "2")
    assert done.code == 1
    assert "--max-tests 2 reached" in done.out.decode()
    assert "not asked" in done.out.decode()
    assert json.loads(thresher("explain", "--json").out)["complete"]


def test_an_input_that_was_not_reduced_is_explained_as_it_is(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"a17")
    done = thresher("explain", "x.txt", "--json", "--test", "grep -q '[a-z]1[0-9]' x.txt")
    assert done.code == 0, done.talk
    record = json.loads(done.out)
    assert {row["text"]: row["may_be"] for row in record["varies"]} == {
        "a": "not any letter: q, e will do, but not Z",
        "1": "exactly so; with 7: pass (exit 1)",
        "7": "any digit",
    }
    assert record["pattern"] == "a1⟨digit⟩"


def test_what_another_command_made_is_not_explained(thresher: Thresher, reduced: Path) -> None:
    path = next(reduced.parent.glob(".thresher/*/command.json"))
    path.write_text(json.dumps({"arguments": ["events", "reduce"], "directory": str(reduced.parent)}))
    expect_line(thresher("explain"), 2, "was not made by thresher reduce")


def test_bad_usage(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("explain"), 2, "no reduction was made")
    expect_line(thresher("explain", lines), 2, "no reduction was made")
    expect_line(thresher("explain", "--test", "true"), 2, "name the file")
    expect_line(thresher("explain", lines, "-o", "x"), 2, "give the command")
    expect_line(thresher("explain", lines, "--test", "false"), 3, "not interesting")
