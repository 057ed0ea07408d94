"""`thresher completion`: what a shell needs to complete command lines of thresher, read from the parser."""

from __future__ import annotations

import argparse
from pathlib import Path

import shtab

from thresher import formats
from thresher.algorithms.registry import list_algorithms, tree_algorithms
from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.manual import parsers
from thresher.plan.default import transformations

SHELLS = ("bash", "zsh", "fish")
DIRECTORIES = ("DIR",)
FILES = ("FILE", "SCRIPT", "INPUT", "GOOD BAD")
NAMES = {
    "format": tuple(formats.formats()),
    "algorithm": (*list_algorithms(), *tree_algorithms()),
    "minimizer": tuple(list_algorithms()),
    "without": transformations(),
}

DESCRIPTION = """\
Prints a script that completes commands, options, names and files. To install it:

  bash   thresher completion bash > ~/.local/share/bash-completion/completions/thresher
  zsh    thresher completion zsh > DIR/_thresher      for a DIR of $fpath
  fish   thresher completion fish > ~/.config/fish/completions/thresher.fish
"""


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "completion",
        help=COMMANDS["completion"],
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=SHELLS)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Always 0."""
    print(script(options.parser(), options.shell))
    return 0


def script(top: argparse.ArgumentParser, shell: str) -> str:
    """The completions of a parser that is used for nothing else afterwards."""
    for parser in parsers(top):
        if parser.get_default("run") and any(action.dest == "timeout" for action in parser._actions):
            # what follows -- is cut off before parsing, so the parser does not know it
            parser.add_argument("program", nargs=argparse.REMAINDER, metavar="FILE", help="the program")
        for action in parser._actions:
            hint(action)
    completions: str = shtab.complete(top, shell)
    return completions


def hint(action: argparse.Action) -> None:
    """Adds what the parser does not have: which values are files, and the valid names of others."""
    if action.dest in NAMES and action.choices is None and action.nargs != 0:
        action.choices = NAMES[action.dest]
    elif action.metavar in DIRECTORIES:
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    elif action.type is Path or action.metavar in FILES:
        action.complete = shtab.FILE  # type: ignore[attr-defined]
