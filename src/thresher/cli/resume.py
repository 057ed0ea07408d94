"""`thresher resume`: go on with the last session, as its command would."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from thresher.errors import UsageError
from thresher.oracle.secrets import restored
from thresher.session.store import newest


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "resume",
        help="go on with a session that was stopped",
        description="Goes on with the session that was worked on last. The same command again does the same.",
    )
    parser.add_argument("folder", type=Path, nargs="?", help="the session's folder, or a directory that has sessions")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Whatever the resumed command returns."""
    where: Path = options.folder or Path.cwd()
    if not where.is_dir():
        raise UsageError(f"there is no directory {where}; name a session's folder or the directory of its output")
    folder = where if (where / "command.json").is_file() else newest(where)
    try:
        record = json.loads((folder / "command.json").read_text())
        arguments, directory = list(record["arguments"]), str(record["directory"])
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{folder / 'command.json'} is damaged; run the original command again instead") from None
    print(f"resuming in {directory}: thresher {shlex.join(arguments)}", file=sys.stderr)
    arguments = restored(arguments)
    os.chdir(directory)
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    again: Callable[[list[str]], int] = options.again
    return again([argument for argument in arguments[:cut] if argument != "--fresh"] + arguments[cut:])
