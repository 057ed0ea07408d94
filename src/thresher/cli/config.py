"""Settings that last: options from thresher.toml or pyproject.toml, and which of them a file may set.

A file beside the input may have come with somebody's archive. So no file can name a command to run, and only the
user's own configuration can name files, hosts and limits.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.errors import UsageError, suggestion

OWN_NAME, PROJECT = "thresher.toml", "pyproject.toml"
LARGEST = 1 << 20  # bytes of a file
ANYWHERE = frozenset(
    [
        "algorithm",
        "allow-trivial",
        "any-failure",
        "at-once",
        "backtrace",
        "checks",
        "clean",
        "confidence",
        "effort",
        "every",
        "exit-code",
        "format",
        "hang",
        "isolate",
        "jobs",
        "json",
        "keep",
        "keep-names",
        "language",
        "last-first",
        "max-seconds",
        "max-tests",
        "min-granularity",
        "minimality",
        "minimizer",
        "nested-lists",
        "no-backtrace",
        "no-report",
        "not-stderr",
        "not-stdout",
        "only",
        "prefer",
        "preventing",
        "quiet",
        "same-backtrace",
        "sandbox",
        "signal",
        "stall",
        "start",
        "stderr",
        "stdin",
        "stdout",
        "timeout",
        "tui",
        "valid",
        "verbose",
        "without",
    ]
)
"""Options that are harmless wherever a file comes from."""
IN_OWN = frozenset(
    [
        "executor",
        "file-size",
        "grammar",
        "keep-candidates",
        "log",
        "memory",
        "needs",
        "sandbox-read",
        "scheduler",
        "with",
    ]
)
"""Options that name files or hosts, or lift limits: only in the user's own configuration."""
COMMAND_LINE = frozenset(
    [
        "all",
        "all-minimal",
        "build",
        "fresh",
        "in-place",
        "output",
        "python",
        "reduce-with",
        "repo",
        "require",
        "test",
        "trust",
    ]
)
"""Options that say what to run or to overwrite: on the command line only."""
WHERE_IT_FITS = frozenset(["algorithm", "executor", "format"])
"""Options that mean less, or something else, in some commands: a setting for all commands holds where it fits."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An option with its value, as a file has it; for one command, or for all that have the option."""

    name: str
    value: Any
    source: Path
    command: str = ""

    @property
    def error(self) -> str:
        """How messages about it begin."""
        return f"{self.source}: {self.name}"


def own_file() -> Path | None:
    """The user's configuration; a relative XDG_CONFIG_HOME is ignored, as its specification says."""
    named = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    try:
        home = named if named.is_absolute() else Path.home() / ".config"
    except RuntimeError:
        return None
    return home / "thresher" / OWN_NAME


def project_files(where: Path) -> list[Path]:
    """The files of a directory and of those above it in the same repository, the nearest last."""
    directory = where.resolve()
    above = [directory, *directory.parents]
    root = next((at for at, each in enumerate(above) if (each / ".git").exists()), 0)
    return [each / name for each in reversed(above[: root + 1]) for name in (PROJECT, OWN_NAME)]


def settings_at(where: Path) -> Iterator[Setting]:
    """The settings for inputs in a directory, the most important last. Each is checked."""
    own = own_file()
    for path in [*([own] if own else []), *project_files(where)]:
        if path.is_file():
            yield from read_settings(path, own=path == own)


def read_settings(path: Path, *, own: bool) -> Iterator[Setting]:
    """The settings of one file; UsageError for a name that it may not have."""
    import tomllib  # noqa: PLC0415 - only if there is such a file

    from thresher.cli.commands import COMMANDS  # noqa: PLC0415 - likewise

    try:
        with path.open("rb") as file:
            record = tomllib.loads(file.read(LARGEST).decode())
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}; fix or remove it") from None
    if path.name == PROJECT:
        record = record.get("tool", {}).get("thresher", {})
    for name, value in record.items():
        if isinstance(value, dict):
            if name not in COMMANDS:
                raise UsageError(f"{path}: there is no command {name!r}{suggestion(name, COMMANDS)}")
            yield from (_checked(Setting(key, each, path, name), own=own) for key, each in value.items())
        else:
            yield _checked(Setting(name, value, path), own=own)


def _checked(setting: Setting, *, own: bool) -> Setting:
    name = setting.name
    if name in COMMAND_LINE:
        raise UsageError(f"{setting.error} cannot be set in a file; remove it, and give --{name} on the command line")
    if name in IN_OWN and not own:
        raise UsageError(f"{setting.error} can only be set in your own configuration, {own_file()}; remove it here")
    if name not in ANYWHERE | IN_OWN:
        meant = suggestion(name, ANYWHERE | IN_OWN) or "; thresher help reduce lists the options"
        raise UsageError(f"{setting.error} is not a setting{meant}")
    return setting


def apply_settings(parser: argparse.ArgumentParser, command: str, where: Path) -> None:
    """Makes the settings for a command the defaults of its options."""
    for setting in settings_at(where):
        action = parser._option_string_actions.get(f"--{setting.name}")
        if action is not None and setting.command in ("", command) and _is_meant(action, setting):
            parser.set_defaults(**{action.dest: _converted(parser, action, setting)})


def check_value(top: argparse.ArgumentParser, setting: Setting) -> None:
    """UsageError if the command of the setting has no such option, or a command that has it does not take the value."""
    from thresher.cli.usage import parser_of  # noqa: PLC0415 - only `thresher config` checks without using

    parsers = list(_with_inner(parser_of(top, [setting.command]) if setting.command else top))
    actions = [(each, each._option_string_actions.get(f"--{setting.name}")) for each in parsers]
    if not any(action for _, action in actions):
        raise UsageError(f"{setting.error}: thresher {setting.command} has no option --{setting.name}; remove it")
    for parser, action in actions:
        if action is not None and _is_meant(action, setting):
            _converted(parser, action, setting)


def _is_meant(action: argparse.Action, setting: Setting) -> bool:
    """Whether a setting is for this option, of those that have its name."""
    by_name = bool(setting.command) or setting.name not in WHERE_IT_FITS
    return by_name or action.choices is None or setting.value in action.choices


def _with_inner(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and those of its commands."""
    yield parser
    for each in parser._actions:
        if isinstance(each, argparse._SubParsersAction):
            for inner in each.choices.values():
                yield from _with_inner(inner)


def _converted(parser: argparse.ArgumentParser, action: argparse.Action, setting: Setting) -> object:
    """The value as the option has it; UsageError if it does not fit."""
    value = setting.value
    if action.nargs == 0:
        if not isinstance(value, bool):
            raise UsageError(f"{setting.error} takes true or false, not {value!r}")
        return value
    several = isinstance(action, argparse._AppendAction)
    if isinstance(value, bool | dict) or (isinstance(value, list) and not several):
        raise UsageError(f"{setting.error} takes one value, not {value!r}")
    try:
        values = [parser._get_value(action, str(each)) for each in (value if isinstance(value, list) else [value])]
        for each in values:
            parser._check_value(action, each)
    except argparse.ArgumentError as error:
        raise UsageError(f"{setting.error}: {error.message}") from None
    return values if several else values[0]


def place_of(words: list[str]) -> Path:
    """The directory whose settings hold: that of the first argument that exists, or else the current one."""
    found = next((Path(word) for word in words if not word.startswith("-") and os.path.exists(word)), None)
    return found.resolve().parent if found is not None else Path()
