"""The commands that an operator allows. Nothing else can be run by a service."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.errors import UsageError
from thresher.oracle.command import located
from thresher.session.files.whole import require_file

_NAME = re.compile(r"[\w.+-]{1,40}")
OWN_KEYS = ("command", "test", "description")
SET_BY_SERVICE = frozenset(
    {
        "all",
        "executor",
        "fresh",
        "in-place",
        "jobs",
        "json",
        "keep-candidates",
        "log",
        "needs",
        "no-report",
        "output",
        "python",
        "quiet",
        "sandbox",
        "scheduler",
        "tui",
        "verbose",
    }
)
"""Options of `thresher reduce` that the service sets itself, or that make no sense in it."""


@dataclass(frozen=True, slots=True)
class AllowedCommand:
    """A command with options of `thresher reduce`. A `script` exits with 0 when the failure occurs.

    `line` is the command as the operator wrote it.
    """

    name: str
    words: tuple[str, ...]
    script: bool = False
    options: tuple[str, ...] = ()
    description: str = ""
    line: str = ""

    def arguments(self, file: str, more: Iterable[str] = ()) -> tuple[str, ...]:
        """The arguments of `thresher` that reduce a file by this command.

        >>> AllowedCommand("gcc", ("gcc", "-c", "{}"), options=("--timeout", "5")).arguments("input.c", ["-j", "2"])
        ('reduce', 'input.c', '-j', '2', '--timeout', '5', '--', 'gcc', '-c', '{}')
        """
        options = ("reduce", file, *more, *self.options)
        return (*options, "--test", shlex.join(self.words)) if self.script else (*options, "--", *self.words)


def parse_allowed(text: str) -> AllowedCommand:
    """The command in `NAME=COMMAND`, as on the command line of the operator."""
    name, equals, line = text.partition("=")
    if not equals:
        raise UsageError(f"--allow takes NAME=COMMAND, for instance --allow gcc='gcc -O2 -c {{}}', not {text!r}")
    return _command(f"--allow {name}", name, {"command": line}, Path.cwd())


def read_allowed(path: Path) -> list[AllowedCommand]:
    """The commands of a TOML file, a table each; paths in it are relative to its folder."""
    require_file(path)
    try:
        tables = tomllib.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}; fix it, or use --allow") from None
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise UsageError(f"{path}: {name} is not a table; write [{name}] and below it command = ...")
    return [_command(f"{path}: {name}", name, table, path.absolute().parent) for name, table in tables.items()]


def by_name(commands: Iterable[AllowedCommand]) -> dict[str, AllowedCommand]:
    """The commands by their names; UsageError if there are none, or a name is given twice."""
    found: dict[str, AllowedCommand] = {}
    for command in commands:
        if command.name in found:
            raise UsageError(f"the command {command.name!r} is allowed twice; choose another name for one of them")
        found[command.name] = command
    return found


def _command(where: str, name: str, table: Mapping[str, Any], folder: Path) -> AllowedCommand:
    if not _NAME.fullmatch(name):
        raise UsageError(f"{where}: a name has at most 40 letters, digits and . + - _")
    if ("command" in table) == ("test" in table):
        raise UsageError(f"{where}: give either a command or a test (a script that exits 0 when the failure occurs)")
    script = "test" in table
    description = table.get("description", "")
    if not isinstance(description, str):
        raise UsageError(f"{where}: the description must be text")
    given = table["test" if script else "command"]
    words = _words(where, given, folder)
    options = [
        word for key, value in table.items() if key not in OWN_KEYS for word in _option(where, key, value, folder)
    ]
    line = given if isinstance(given, str) else " ".join(given)
    return AllowedCommand(name, words, script, tuple(options), description, line)


def _words(where: str, value: object, folder: Path) -> tuple[str, ...]:
    """The words of a command with absolute paths: a job runs in a directory of its own."""
    try:
        words = shlex.split(value) if isinstance(value, str) else value
    except ValueError as error:
        raise UsageError(f"{where}: {error} in {value!r}") from None
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise UsageError(f"{where}: a command is text or a list of words, with {{}} for the file")
    program = folder / words[0] if os.sep in words[0] else words[0]
    try:
        return located([str(program), *(_absolute(word, folder) for word in words[1:])], None)
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None


def _option(where: str, key: str, value: object, folder: Path) -> list[str]:
    """`timeout = 10` is `--timeout=10`, `any-failure = true` is `--any-failure`; a list repeats the option."""
    if key in SET_BY_SERVICE:
        raise UsageError(f"{where}: {key} is not for a single command; the service sets it")
    if isinstance(value, bool):
        return [f"--{key}"] if value else []
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(each, str | int | float) for each in values):
        raise UsageError(f"{where}: {key} takes text, a number, true, or a list of these")
    return [f"--{key}={_absolute(str(each), folder)}" for each in values]


def _absolute(word: str, folder: Path) -> str:
    """The path of a file beside the list of commands; any other word as it is."""
    path = folder / word
    return str(path) if word and len(word) < 255 and os.sep in word and path.exists() else word
