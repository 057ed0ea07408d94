"""The manual page and the reference say all that the parser knows."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from thresher.cli.commands.setting_up.man import page
from thresher.cli.main import parser
from thresher.cli.manual import Command, manual, parsers

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def top() -> Command:
    return manual(parser())


def test_every_command_and_option_is_in_the_manual(top: Command) -> None:
    commands = {command.name: command for command in top.everything()}
    for inner in parsers(parser()):
        flags = {flag for group in commands[inner.prog].groups for option in group.options for flag in option.flags}
        assert flags == set(inner._option_string_actions), inner.prog


def test_every_command_has_a_line_and_a_description(top: Command) -> None:
    assert [command.name for command in top.everything() if not (command.summary and command.description)] == []


def test_help_texts_are_filled_in(top: Command) -> None:
    texts = [option.help for command in top.everything() for group in command.groups for option in group.options]
    assert not [text for text in texts if "%(" in text or "%%" in text]


def test_every_option_is_on_the_page(top: Command) -> None:
    text = page(top)
    for command in top.everything():
        for group in command.groups:
            for option in group.options:
                if command is not top and "--help" not in option.flags:
                    assert option.spelling.replace("\\", "\\e").replace("-", "\\-") in text


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
def test_the_page_is_well_formed(top: Command) -> None:
    checked = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning"], input=page(top), capture_output=True, text=True, check=False
    )
    complaints = [line for line in checked.stdout.splitlines() if "missing date" not in line]
    assert complaints == []


def test_the_reference_needs_no_mkdocs(top: Command) -> None:
    """All commands have a heading, all options a line."""
    command = [sys.executable, str(ROOT / "tools" / "reference.py")]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for inner in top.everything():
        if inner is not top:
            assert f"# {inner.name}\n" in text
    assert "| `-j, --jobs N` |" in text
    assert "removed less than P %" in text
