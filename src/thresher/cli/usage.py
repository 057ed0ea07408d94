"""Help and usage errors: what was probably meant, in one line."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from thresher.cli.commands import COMMANDS
from thresher.errors import suggestion

SCREEN = """\
thresher finds the small part of a failing input that matters.

  thresher crash.c -- gcc -O2 -c {}         learn the failure from the first run, and preserve it
  thresher crash.c ./interesting.sh         or use a script that exits 0 when the failure occurs
  thresher check crash.c -- gcc -O2 -c {}   try the command first: is the failure stable, how long will it take?

The result of crash.c is crash.min.c, beside it. Ctrl-C stops, and the same command continues.

"""
SHOWN = ("reduce", "check", "isolate", "bisect", "changes", "triage", "explain", "report", "sessions", "config")
"""The commands on the first screen, as far as they exist; `thresher help` lists all of them."""
ELSEWHERE = {
    "--n": "--jobs",
    "--parallelism": "--jobs",
    "--parallel": "--jobs",
    "--volume": "--verbose",
    "--out": "--output",
    "--strategy": "--algorithm",
    "--char": "--format characters",
    "--line": "--format lines",
    "--not-c": "--format lines",
    "--remove-pass": "--without",
}
"""Options of other reducers and what they are called here."""
_CHOICE = re.compile(r"argument (?:[\w ]+): invalid choice: '(.*?)' \(choose from (.*)\)", re.DOTALL)
_PLACES = ("{}", "%s")
_TAKES_COMMAND = ("--test", "--require", "--build")


def screen() -> str:
    """What `thresher` prints without arguments."""
    lines = [f"  {name:<10}{COMMANDS[name]}" for name in SHOWN if name in COMMANDS]
    more = "thresher help lists all commands, thresher help COMMAND the options of one."
    return SCREEN + "\n".join(lines) + f"\n\n{more}\n"


def explained(parser: argparse.ArgumentParser, message: str, words: Sequence[str] = ()) -> str:
    """An error of argparse about these words as one line with what to do next."""
    choice = _CHOICE.fullmatch(message)
    if choice is not None:
        return unknown_command(parser.prog, choice[1], re.findall(r"'([^']+)'", choice[2]) or COMMANDS)
    missing = message.removeprefix("the following arguments are required: ")
    if missing != message:
        wrong = next((word for word in words if _is_unknown(parser, word)), None)
        if wrong is not None:
            return unknown_argument(parser, wrong)
        verb = "are" if ", " in missing else "is"
        return f"{missing.replace(', ', ' and ')} {verb} missing; {_usage(parser)}"
    ambiguous = message.removeprefix("ambiguous option: ").split(" ")[0]
    if ambiguous in ELSEWHERE:
        return unknown_argument(parser, ambiguous)
    message = message.removeprefix("argument ").replace(": expected one argument", " needs a value")
    return f"{message}; see {_help(parser.prog)}"


def _is_unknown(parser: argparse.ArgumentParser, word: str) -> bool:
    """Whether it looks like a long option, and none begins like that."""
    name = word.partition("=")[0]
    return name.startswith("--") and not any(known.startswith(name) for known in parser._option_string_actions)


def unknown_command(prog: str, word: str, names: Iterable[str]) -> str:
    """The line for a word that is not a command."""
    names = [*names, *(("help", "version") if prog == "thresher" else ())]
    what = "command or file" if prog == "thresher" else "command"
    return f"there is no {what} {word!r}{suggestion(word, names) or f'; see {_help(prog)}'}"


def unknown_argument(parser: argparse.ArgumentParser, word: str) -> str:
    """The line for an option or argument that a command does not take."""
    if not word.startswith("-"):
        return f"unexpected argument {word!r}; {_usage(parser)}"
    name = word.partition("=")[0]
    known = parser._option_string_actions
    here = ELSEWHERE.get(name, "")
    meant = f"; did you mean {here}?" if here.split(" ")[0] in known else suggestion(name, known)
    return f"unknown option {name}{meant or f'; see {_help(parser.prog)}'}"


def missing_separator(own: Sequence[str]) -> str | None:
    """The line for a command that was given without `--` before it; None if that is not the problem."""
    places = [at for at, word in enumerate(own) if word in _PLACES and own[at - 1] not in _TAKES_COMMAND]
    if not places:
        return None
    for at, word in enumerate(own[: places[0]]):
        if at and not word.startswith("-") and not Path(word).exists() and shutil.which(word):
            return separated(own[:at], own[at:])
    return None


def separated(own: Sequence[str], command: Sequence[str]) -> str:
    """The line that shows where `--` belongs."""
    words = [word if word in _PLACES else shlex.quote(word) for word in command]
    return f"put -- before the command: thresher {shlex.join(own)} -- {' '.join(words)}"


def parser_of(top: argparse.ArgumentParser, own: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the command that the arguments name, or of the command in it."""
    for word in own:
        inner = next((each.choices for each in top._actions if isinstance(each, argparse._SubParsersAction)), {})
        if word not in inner:
            break
        top = inner[word]
    return top


def _usage(parser: argparse.ArgumentParser) -> str:
    usage = " ".join(parser.format_usage().removeprefix("usage:").split())
    return f"usage: {usage}" if len(usage) < 120 else f"see {_help(parser.prog)}"


def _help(prog: str) -> str:
    return " ".join(["thresher help", *prog.split(" ")[1:]])
