"""`thresher config`: which settings hold, and which file they come from."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.config import check_value, own_file, project_files, settings_at
from thresher.errors import UsageError


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "config",
        help=COMMANDS["config"],
        usage="thresher config [INPUT or FOLDER]",
        description="Prints the settings that hold for an input, each with the file it comes from. Settings are "
        "options by their long names: in thresher.toml beside the input or above it in the same repository, under "
        "[tool.thresher] in pyproject.toml there, or in your own configuration. A table such as [reduce] is for one "
        "command. The command line takes precedence, then the nearest file.",
    )
    parser.add_argument("where", type=Path, nargs="?", metavar="INPUT or FOLDER", help="default: this directory")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0; UsageError if a file has a setting that it may not have, or a value that does not fit."""
    where: Path = options.where or Path()
    if not where.exists():
        raise UsageError(f"there is no file or directory {where}; name an input or its folder")
    folder = where if where.is_dir() else where.parent
    holding = {(each.command, each.name): each for each in settings_at(folder)}
    if holding:
        commands = options.parser()  # with the options of all, which takes a moment
        for each in holding.values():
            check_value(commands, each)
    for (command, name), each in sorted(holding.items()):
        shown = f"{f'[{command}] ' if command else ''}{name} = {json.dumps(each.value, ensure_ascii=False)}"
        print(f"{shown:<40} {each.source}")
    if not holding:
        own = own_file()
        print("no settings; files that may have some:", *([own] if own else []), *project_files(folder), sep="\n  ")
    return 0
