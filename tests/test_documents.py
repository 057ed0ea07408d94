"""The page of documents: every test it names exists, and its commands do."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from thresher.cli.commands import COMMANDS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "documents.md").read_text()
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


def test_every_row_has_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| section |")]
    assert len(rows) == len(NAMED) > 15


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_a_test_that_is_named_exists(path: str, name: str) -> None:
    tree = ast.parse((ROOT / path).read_text())
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_commands_exist() -> None:
    named = set(re.findall(r"`thresher (\w+)", PAGE))
    assert named
    assert named <= COMMANDS.keys()
