"""The reference of all commands and options as Markdown, from the parser itself: `python tools/reference.py`."""

from __future__ import annotations

from collections.abc import Iterator

from thresher.cli.main import parser
from thresher.cli.manual import Command, Group, manual

HEAD = """\
# All options

From `thresher --help` and `thresher COMMAND --help` of version {version}, which say the same on your machine.
"""


def markdown() -> str:
    """The page; a heading per command."""
    from thresher import __version__  # noqa: PLC0415 - only for the page's head

    top = manual(parser())
    return "\n".join([HEAD.format(version=__version__), *_overview(top), *_commands(top)])


def _overview(top: Command) -> Iterator[str]:
    yield "| command | what it does |\n|---|---|"
    for command in top.commands:
        yield f"| [`{command.name}`](#{command.name.replace(' ', '-')}) | {_text(command.summary)} |"
    yield f"\n```\n{top.epilog}\n```\n"


def _commands(top: Command) -> Iterator[str]:
    for command in list(top.everything())[1:]:
        depth = command.name.count(" ") + 1
        yield f"{'#' * depth} {command.name}\n\n{_text(command.description)}\n\n```\n{command.usage}\n```\n"
        for group in command.groups:
            yield from _options(group)


def _options(group: Group) -> Iterator[str]:
    options = [option for option in group.options if "--help" not in option.flags]
    if not options:
        return
    if group.title not in ("options", "positional arguments"):
        yield f"**{group.title}**" + (f": {_text(group.description)}" if group.description else "") + "\n"
    yield "| | |\n|---|---|"
    for option in options:
        yield f"| `{option.spelling.replace('|', chr(92) + '|')}` | {_text(option.help)} |"
    yield ""


def _text(text: str) -> str:
    """Help is written for a terminal: what Markdown would take for markup is escaped."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>#|" else letter for letter in text)


if __name__ == "__main__":
    print(markdown())
