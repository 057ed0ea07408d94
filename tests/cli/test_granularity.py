"""Results claim no more than was tried: certificates name their units, and what was not tried inside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher

ENTITIES = "".join(f'<!ENTITY e{number} "value number {number}">\n' for number in range(20))
SVG = f"<!DOCTYPE svg [\n{ENTITIES}]>\n<svg><g><rect width='1'/><text>&e3;</text></g></svg>\n"
USES_THE_ENTITY = """
import sys, xml.etree.ElementTree as tree
found = "".join(tree.parse(sys.argv[1]).getroot().itertext())
sys.exit("value number 3 is there" if "value number 3" in found else 0)
"""
CAVEAT = "the inside of 1 doctype"


@pytest.fixture
def svg(tmp_path: Path) -> Path:
    (tmp_path / "p.py").write_text(USES_THE_ENTITY)
    path = tmp_path / "x.svg"
    path.write_text(SVG)
    return path


def test_an_opaque_doctype_is_not_called_complete(thresher: Thresher, svg: Path) -> None:
    done = thresher("reduce", svg, "--json", "--", "python3", "p.py", "{}")
    assert done.code == 0, done.talk
    record = json.loads(done.out)
    assert record["finished"]
    assert not record["complete"]
    assert record["claim"] == "no single XML node or token can be removed"
    assert CAVEAT in record["caveat"]
    assert CAVEAT in done.talk
    page = next((svg.parent / ".thresher").glob("*/report.html")).read_text()
    assert '<strong class="good">complete' not in page
    assert CAVEAT in page


def test_verify_does_not_call_an_opaque_doctype_minimal(thresher: Thresher, svg: Path) -> None:
    assert thresher("reduce", svg, "-q", "--no-report", "--", "python3", "p.py", "{}").code == 0
    done = thresher("verify", "x.min.svg", "-q", "--", "python3", "p.py", "{}")
    assert done.code == 0, done.talk
    *_, claim, caveat = done.out.decode().splitlines()
    assert claim.startswith("no single XML node or token can be removed: none of ")
    assert "not tried: the rest does not parse" in claim
    assert caveat.startswith(f"not minimal in smaller units: {CAVEAT}")
    record = json.loads(thresher("verify", "x.min.svg", "-q", "--json", "--", "python3", "p.py", "{}").out)
    assert not record["minimal"]


def test_units_that_reach_every_byte_are_called_complete(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("hay\nneedle\n" * 20)
    done = thresher("reduce", "x.txt", "--json", "--test", "grep -q needle x.txt")
    record = json.loads(done.out)
    assert record["complete"]
    assert record["claim"] == "no single paragraph, line, word or character can be removed"
    assert record["caveat"] == ""
