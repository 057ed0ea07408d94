"""Results claim no more than was tried: certificates name their units, and what was not tried inside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher

LONG = "abcdefghij" * 10
SOURCE = f"def f(a):\n    return {LONG}(a)\n"
USES_THE_NAME = """
import sys
sys.exit("the name is there" if "abcdefghij" * 10 in open(sys.argv[1]).read() else 0)
"""
CAVEAT = "the inside of 1 expression statement"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "p.py").write_text(USES_THE_NAME)
    path = tmp_path / "x.py"
    path.write_text(SOURCE)
    return path


def test_a_long_name_is_not_called_complete(thresher: Thresher, source: Path) -> None:
    done = thresher("reduce", source, "--json", "--", "python3", "p.py", "{}")
    assert done.code == 0, done.talk
    record = json.loads(done.out)
    assert record["finished"]
    assert not record["complete"]
    assert record["claim"].startswith("no single syntax node, token")
    assert CAVEAT in record["caveat"]
    assert CAVEAT in done.talk
    page = next((source.parent / ".thresher").glob("*/report.html")).read_text()
    assert '<strong class="good">complete' not in page
    assert CAVEAT in page


def test_verify_does_not_call_a_long_name_minimal(thresher: Thresher, source: Path) -> None:
    assert thresher("reduce", source, "-q", "--no-report", "--", "python3", "p.py", "{}").code == 0
    done = thresher("verify", "x.min.py", "-q", "--", "python3", "p.py", "{}")
    assert done.code == 0, done.talk
    *_, claim, caveat = done.out.decode().splitlines()
    assert claim.startswith("no single syntax node or token can be removed: none of ")
    assert caveat.startswith(f"not minimal in smaller units: {CAVEAT}")
    record = json.loads(thresher("verify", "x.min.py", "-q", "--json", "--", "python3", "p.py", "{}").out)
    assert not record["minimal"]


def test_units_that_reach_every_byte_are_called_complete(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("hay\nneedle\n" * 20)
    done = thresher("reduce", "x.txt", "--json", "--test", "grep -q needle x.txt")
    record = json.loads(done.out)
    assert record["complete"]
    assert record["claim"] == "no single paragraph, line, word or character can be removed"
    assert record["caveat"] == ""


def test_the_statistics_say_whether_the_format_was_kept(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.xml").write_bytes(b"<a><b>needle</b><c/></a>")
    command = ["reduce", "x.xml", "--json", "--test", "grep -q eedl x.xml"]
    record = json.loads(thresher(*command).out)
    assert record["after"]["bytes"] == 4
    assert record["claim"] == "no single XML node, token, line or character can be removed"
    assert "outside its format" in record["scope"]
    assert any("--valid" in note for note in record["notes"])
    record = json.loads(thresher(*command, "--valid").out)
    assert record["after"]["bytes"] == 13
    assert "only candidates in its format" in record["scope"]
