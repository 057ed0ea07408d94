"""The command of an earlier session, to be run again: shown and asked about first if somebody else wrote it."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Collection
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from thresher.errors import UsageError
from thresher.session.folder.command import read_command

Parse = Callable[[list[str]], argparse.Namespace]
RESUMABLE = frozenset(
    {"reduce", "isolate", "bisect", "changes", "options", "environment", "states", "verify", "events", "web", "ui"}
)
"""Commands that create a session which `thresher resume` can run again."""


def add_trust(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--trust",
        action="store_true",
        help="run the command of a session that you did not create on this machine, without asking; it runs with your "
        "permissions",
    )


@dataclass(frozen=True, slots=True)
class Recorded:
    """A command to run again: its arguments, the options they stand for, where to run it, and how to show it."""

    arguments: list[str]
    options: argparse.Namespace
    directory: str
    line: str

    def enter(self) -> None:
        """Goes to the command's directory."""
        try:
            os.chdir(self.directory)
        except OSError as error:
            where = f"the directory of the session, {shown(self.directory)}"
            raise UsageError(f"cannot enter {where}: {error.strerror}; give the input and the command") from None


def recorded_command(folder: Path, parsed: Parse, *, trust: bool, made_by: Collection[str] = RESUMABLE) -> Recorded:
    """The command of a session, once it is certain that the user wants to run it.

    A session that this user's key did not sign runs only with `trust`, or after a yes on a terminal.
    """
    command = read_command(folder)
    if not command.arguments or command.arguments[0] not in made_by:
        wanted = (
            f"thresher {' or '.join(sorted(made_by))}"
            if len(made_by) < len(RESUMABLE)
            else "a command that can be run again"
        )
        raise UsageError(f"{folder} was not made by {wanted}; run the original command instead")
    line = shown(f"thresher {shlex.join(command.arguments)}")
    if command.key() is None and not trust:
        _ask(
            shown(
                f"{command.folder} was not created by you on this machine; its command, in {command.directory}, is: "
                f"{line}"
            )
        )
    arguments = command.restored()
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            options = parsed(arguments)
    except SystemExit:
        raise UsageError(f"{folder} has a command that this version does not understand: {line}") from None
    return Recorded(arguments, options, command.directory, line)


def _ask(what: str) -> None:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(f"{what}; add --trust to run it")
    print(f"thresher: {what}\nrun it? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UsageError("nothing was run")


def shown(text: str) -> str:
    r"""One line of text with nothing in it that a terminal would obey.

    >>> shown("a\x1b[2Jb\n\u202e")
    'a\\x1b[2Jb\\n\\u202e'
    """
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )
