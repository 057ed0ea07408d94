"""The page for people who come from another tool names only options, commands and algorithms that exist."""

from __future__ import annotations

import re
from pathlib import Path

from thresher.algorithms.registry import list_algorithms, tree_algorithms
from thresher.cli.commands import COMMANDS
from thresher.cli.main import parser
from thresher.cli.manual import parsers
from thresher.cli.usage import ELSEWHERE

PAGE = (Path(__file__).parent.parent.parent / "docs" / "coming-from.md").read_text()
ROW = re.compile(r"^\| .* \| (.*) \|$", re.MULTILINE)


def ours() -> str:
    """The right columns, which are about thresher, without commands under test."""
    return "\n".join(text.partition("-- ")[0] for text in ROW.findall(PAGE.replace("\\|", "")))


def test_every_option_exists() -> None:
    known = {flag for inner in parsers(parser()) for flag in inner._option_string_actions}
    assert set(re.findall(r"(?<=[` ])--?[a-z][\w-]*", ours())) - known == set()


def test_every_command_and_algorithm_exists() -> None:
    words = set(re.findall(r"`thresher ([a-z]+)\b(?![./])", ours()))
    assert words - {*COMMANDS, "crash"} == set()
    assert set(re.findall(r"--algorithm ([a-z_]+)", ours())) <= {*list_algorithms(), *tree_algorithms()}


def test_options_of_other_tools_lead_to_options_that_exist() -> None:
    (inner,) = [each for each in parsers(parser(["reduce"])) if each.prog == "thresher reduce"]
    assert {name.split(" ")[0] for name in ELSEWHERE.values()} <= set(inner._option_string_actions)
