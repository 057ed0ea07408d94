"""`thresher man`: the manual page, read from the parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from thresher import __version__
from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.manual import Command, Group, manual

DESCRIPTION = """\
Prints the manual page. To view and to install it:

  thresher man | man -l -
  thresher man > ~/.local/share/man/man1/thresher.1
"""
EXAMPLES = (
    ("The failure is learned from the first run", "thresher reduce crash.html -- ./browser --print {}"),
    ("A script exits 0 when the failure occurs", "thresher reduce crash.c --test ./interesting.sh"),
    ("The smallest difference between two inputs", "thresher isolate good.txt bad.txt -- ./program {}"),
    ("Which lines of the history broke it", "thresher changes v1.2 main -- make check"),
    ("Why each part of the result is needed", "thresher explain"),
)


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "man",
        help=COMMANDS["man"],
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Always 0."""
    print(page(manual(options.parser())))
    return 0


def page(top: Command) -> str:
    """The whole page in roff, for man(7)."""
    return "\n".join([*_head(top), *_commands(top), *_foot(top)])


def _head(top: Command) -> Iterator[str]:
    yield f'.TH {top.name.upper()} 1 "" "{top.name} {__version__}" "User Commands"'
    yield f".SH NAME\n{top.name} \\- {_text(_without_period(top.description))}"
    yield f".SH SYNOPSIS\n.B {top.name}\nCOMMAND [options] \\-\\- PROGRAM {{}}"
    yield ".SH DESCRIPTION"
    yield _text(
        "Given an input that makes a program fail, thresher runs the program on smaller and smaller versions of it and "
        "keeps those on which the same failure occurs. The best result is on disk after each success, and running the "
        "same command again continues a stopped session."
    )


def _commands(top: Command) -> Iterator[str]:
    yield ".SH COMMANDS"
    for command in top.commands:
        yield f".TP\n.B {_text(command.name)}\n{_text(command.summary)}"
    yield ".SH OPTIONS"
    for command in list(top.everything())[1:]:
        yield f".SS {_text(command.name)}\n{_filled(command.description)}"
        yield f".PP\nUsage:\n.PP\n.nf\n.RS 4\n{_text(command.usage)}\n.RE\n.fi"
        for group in command.groups:
            yield from _options(group)


def _options(group: Group) -> Iterator[str]:
    options = [option for option in group.options if "--help" not in option.flags]
    if options and group.title not in ("options", "positional arguments"):
        yield f".PP\n.I {_text(group.title)}\n.br"
        if group.description:
            yield _text(group.description)
    for option in options:
        yield f".TP\n.B {_text(option.spelling)}\n{_text(option.help) or '.'}"


def _foot(top: Command) -> Iterator[str]:
    yield ".SH EXIT STATUS"
    yield _text(top.epilog.removeprefix("exit codes: "))
    yield ".SH FILES"
    yield f".TP\n.B .thresher/\n{_text('session folders, beside the output; the same command resumes from them')}"
    yield ".SH EXAMPLES"
    examples = (f"{_text(title)}:\n.PP\n.nf\n.RS 4\n{_text(command)}\n.RE\n.fi" for title, command in EXAMPLES)
    yield "\n.PP\n".join(examples)


def _filled(text: str) -> str:
    """Indented lines stay as they are; the rest is filled."""
    lines = (f".nf\n{_text(line)}\n.fi" if line.startswith(" ") else _text(line) for line in text.splitlines() if line)
    return "\n".join(lines)


def _without_period(text: str) -> str:
    return text[:1].lower() + text[1:].removesuffix(".")


def _text(text: str) -> str:
    r"""Escaped for roff: no letter of it is a command, and hyphens can be copied.

    >>> _text("--jobs N\n.5 of it")
    '\\-\\-jobs N\n\\&.5 of it'
    """
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in escaped.split("\n"))
