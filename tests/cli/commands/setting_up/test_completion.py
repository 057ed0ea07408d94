"""`thresher completion`: the scripts in the shells they are for."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from thresher.cli.commands.setting_up.completion import SHELLS, script
from thresher.cli.main import parser

BASH = """
. ./thresher.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_shtab_thresher thresher "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
FISH = "source ./thresher.fish; complete -C $argv[1]"
LINES = [
    ("thresher iso", {"isolate"}),
    ("thresher web rec", {"record"}),
    ("thresher reduce --langu", {"--language"}),
    ("thresher reduce bug.c --langu", {"--language"}),
    ("thresher reduce --format se", {"sexp"}),
    ("thresher reduce --without lit", {"literals"}),
    ("thresher reduce bu", {"bug.c"}),
    ("thresher reduce bug.c --test ./inter", {"./interesting.sh"}),
    ("thresher reduce bug.c -- ./inter", {"./interesting.sh"}),
    ("thresher changes --good a --bad b -- sh ./inter", {"./interesting.sh"}),
    ("thresher completion f", {"fish"}),
]


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The three scripts, beside files that can be completed."""
    path = tmp_path_factory.mktemp("completion")
    for shell in SHELLS:
        (path / f"thresher.{shell}").write_text(script(parser(), shell))
    for name in ("bug.c", "interesting.sh"):
        (path / name).touch()
    return path


def run(directory: Path, *command: str) -> str:
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_takes_its_script(shell: str, directory: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    run(directory, shell, "-n", f"thresher.{shell}")


@pytest.mark.parametrize(("line", "completions"), LINES)
def test_bash(line: str, completions: set[str], directory: Path) -> None:
    assert set(run(directory, "bash", "-c", BASH, "bash", *line.split(" ")).split()) == completions


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(("line", "completions"), LINES)
def test_fish(line: str, completions: set[str], directory: Path) -> None:
    lines = run(directory, "fish", "--no-config", "-c", FISH, line).splitlines()
    assert {found.split("\t")[0] for found in lines} == completions


def test_it_is_printed(thresher: Thresher) -> None:
    done = thresher("completion", "fish")
    assert done.code == 0
    assert b"complete -c thresher" in done.out
    assert thresher("completion", "csh").code == 2
