"""What is imported when, and that the static list of commands is that of the modules."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages

import pytest

from thresher.cli import commands
from thresher.cli.commands import COMMANDS, MODULES
from thresher.cli.main import parser
from thresher.cli.manual import manual

IMPORTED = """
import sys
from thresher.cli.main import main
try:
    main({arguments!r})
except SystemExit:
    pass
print(*sorted(name for name in sys.modules if name.startswith("thresher.") or "." not in name), file=sys.stderr)
"""


def imported_by(*arguments: str) -> set[str]:
    """The modules that a process has imported after a command line."""
    code = IMPORTED.format(arguments=list(arguments))
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ended.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", [("--version",), ("-V",), ("--help",), (), ("no-such-command",)])
def test_what_needs_no_command_imports_none(arguments: tuple[str, ...]) -> None:
    names = {name for name in imported_by(*arguments) if name.startswith("thresher.")}
    needed = {"thresher.cli", "thresher.cli.commands", "thresher.cli.main", "thresher.errors"}
    assert needed <= names <= needed | (set() if "-V" in arguments else {"thresher.cli.usage"})


def test_the_list_of_commands_is_that_of_the_modules() -> None:
    found = [import_module(info.name) for info in walk_packages(commands.__path__, f"{commands.__name__}.")]
    assert sorted(MODULES.values()) == sorted(module.__name__ for module in found if hasattr(module, "add_to"))
    listed, real = manual(parser([])), manual(parser())
    assert [command.name for command in real.commands] == [f"thresher {name}" for name in COMMANDS]
    assert [command.summary for command in real.commands] == list(COMMANDS.values())
    assert [command.summary for command in listed.commands] == list(COMMANDS.values())


PARSED = """
import sys
from thresher.cli.main import parsed
parsed(["reduce", "small.c", "--", "true"])
from thresher.formats import guess
assert guess("small.c", b"int main(void) { return 0; }").name == "source"
print(*sys.modules)
"""


def test_reduce_imports_only_what_its_first_test_needs() -> None:
    ended = subprocess.run([sys.executable, "-c", PARSED], capture_output=True, text=True, check=True)
    late = {
        "lark",
        "shtab",
        "textual",
        "thresher.cli.commands.reducing.reduce_all",
        "thresher.explain.explaining",
        "thresher.formats.media.images.png",
        "thresher.formats.source.document",
        "thresher.grammars.lalr",
        "thresher.reports.html",
        "thresher.tui.run_with_screen",
        "thresher.verify.removals",
        "tree_sitter",
    }
    assert late.isdisjoint(ended.stdout.split())
