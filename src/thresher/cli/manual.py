"""What the command line offers, as data: the source of the reference, the man page and the completions.

Everything is read from the parser, so all of them agree with `--help`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """An option, or a positional argument if it has no flags."""

    flags: tuple[str, ...]
    value: str  # how its value is called; "" if it takes none
    help: str

    @property
    def spelling(self) -> str:
        """As in help texts.

        >>> Option(("-j", "--jobs"), "N", "").spelling
        '-j, --jobs N'
        """
        return " ".join(filter(None, (", ".join(self.flags), self.value)))


@dataclass(frozen=True)
class Group:
    """Options under a title."""

    title: str
    description: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Command:
    """A command with its options, and with commands of its own if it has any."""

    name: str  # with those around it: "thresher web record"
    summary: str
    description: str
    usage: str
    groups: tuple[Group, ...]
    commands: tuple[Command, ...]
    epilog: str

    def everything(self) -> Iterator[Command]:
        """Itself and all commands below, in the order of the help."""
        yield self
        for command in self.commands:
            yield from command.everything()


def manual(parser: argparse.ArgumentParser, summary: str = "") -> Command:
    """All that a parser offers."""
    return Command(
        name=parser.prog,
        summary=summary or (parser.description or ""),
        description=parser.description or summary,
        usage=parser.format_usage().removeprefix("usage:").strip(),
        groups=tuple(filter(None, (_group(parser, group) for group in parser._action_groups))),
        commands=tuple(manual(inner, text) for inner, text in _commands(parser)),
        epilog=parser.epilog or "",
    )


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Itself and the parsers of all commands below."""
    yield parser
    for inner, _ in _commands(parser):
        yield from parsers(inner)


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[argparse.ArgumentParser, str]]:
    """The commands of a parser, each with its line in the list of commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            lines = {choice.dest: choice.help or "" for choice in action._choices_actions}
            yield from ((inner, lines.get(name, "")) for name, inner in action.choices.items())


def _group(parser: argparse.ArgumentParser, group: argparse._ArgumentGroup) -> Group | None:
    options = tuple(
        _option(parser, action)
        for action in group._group_actions
        if action.help is not argparse.SUPPRESS and not isinstance(action, argparse._SubParsersAction)
    )
    return Group(group.title or "", group.description or "", options) if options else None


def _option(parser: argparse.ArgumentParser, action: argparse.Action) -> Option:
    formatter = parser._get_formatter()
    default = action.dest.upper() if action.option_strings else action.dest
    value = "" if action.nargs == 0 else formatter._format_args(action, default)
    text = formatter._expand_help(action) if action.help else ""
    return Option(tuple(action.option_strings), value, text)
