"""`thresher resume`: continue the last session, as its command would."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.recorded import add_trust, recorded_command, shown
from thresher.errors import UsageError
from thresher.session.folder.command import COMMAND
from thresher.session.folder.store import newest


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "resume",
        help=COMMANDS["resume"],
        description="Continues the most recent session; running the same command again does the same. The command of "
        "a session that somebody else made, or that was moved, is shown and must be confirmed before it runs.",
    )
    parser.add_argument("folder", type=Path, nargs="?", help="the session's folder, or a directory that has sessions")
    add_trust(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Whatever the resumed command returns."""
    where: Path = options.folder or Path.cwd()
    if not where.is_dir():
        raise UsageError(f"{where} is not a directory; give a session folder or the directory of its output")
    folder = where if (where / COMMAND).is_file() else newest(where)
    command = recorded_command(folder, options.parsed, trust=options.trust)
    print(f"resuming in {shown(command.directory)}: {command.line}", file=sys.stderr)
    command.enter()
    arguments = command.arguments
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    again: Callable[[list[str]], int] = options.again
    return again([argument for argument in arguments[:cut] if argument != "--fresh"] + arguments[cut:])
