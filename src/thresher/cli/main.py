"""The entry point: finds the command, runs it, turns every error into one line and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from thresher import __version__
from thresher.cli.commands import COMMANDS, MODULES
from thresher.errors import ThresherError, UsageError

EPILOG = """\
exit codes: 0 reduced, 1 stopped early (the best is written), 2 usage, 3 the input does not fail,
4 too flaky, 5 an error in thresher itself"""
STOPPED_EARLY, OUR_BUG = 1, 5
TOP_OPTIONS = ("-h", "--help", "-V", "--version")
ALIASES = {"help": "--help", "version": "--version"}  # words that people type, and the options they stand for
AGAIN = "fix this and rerun the same command to continue"
WRITES_BEST = frozenset({"reduce", "isolate", "changes", "events", "web", "ui"})  # during the search


class CommandLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line with what to do next."""

    words: Sequence[str] = ()
    """What it was last given, for messages."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.words = list(args or ())
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        from thresher.cli.usage import explained  # noqa: PLC0415 - needed for errors only

        refuse(explained(self, message, self.words))


def refuse(message: str) -> NoReturn:
    """Ends the program as for any wrong usage."""
    print(f"thresher: {message}", file=sys.stderr)
    raise SystemExit(UsageError.exit_code)


def parser(commands: Collection[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser for what precedes `--`, with the options of these commands. Only their modules are imported.

    With no commands, it lists all of them and knows the options of none: enough for --help, --version and errors.
    """
    top: argparse.ArgumentParser = CommandLineParser(
        prog="thresher",
        description="Finds the small part of a failing input that matters.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("-V", "--version", action="version", version=f"thresher {__version__}")
    places = top.add_subparsers(dest="command_name", metavar="COMMAND", required=True)
    for command in commands:
        import_module(MODULES[command]).add_to(places)
    for command, summary in () if commands else COMMANDS.items():
        places.add_parser(command, help=summary)
    return top


def parsed(given: list[str]) -> argparse.Namespace:
    """The options of a command line; `program` is what follows `--`, `given` the arguments with their command."""
    cut = given.index("--") if "--" in given else len(given)
    own, rest = with_command(given[:cut], has_program=cut < len(given)), given[cut:]
    top = parser([own[0]] if own[0] in COMMANDS else [])
    if own[0] in COMMANDS:
        _use_settings(top, own)
    options, others = top.parse_known_args(own)
    if others:
        _take_others(top, options, others, own)
    options.program = tuple(rest[1:])
    options.given = (*own, *rest)
    return options


def _use_settings(top: argparse.ArgumentParser, own: list[str]) -> None:
    """Takes the defaults of the command's options from files, if there are any."""
    from thresher.cli.config import apply_settings, place_of  # noqa: PLC0415 - not needed for --help and --version
    from thresher.cli.usage import parser_of  # noqa: PLC0415 - likewise

    try:
        apply_settings(parser_of(top, own), own[0], place_of(own[1:]))
    except UsageError as error:
        if own[0] != "config":
            refuse(str(error))


def with_command(own: list[str], *, has_program: bool) -> list[str]:
    """The arguments beginning with a command: `reduce` where an input comes first, and `help` as an option.

    >>> with_command(["help", "plan"], has_program=False), with_command(["./a.c"], has_program=True)
    (['plan', '--help'], ['reduce', './a.c'])
    """
    first = own[0] if own else ""
    if first in COMMANDS or first in TOP_OPTIONS:
        return own
    if first in ALIASES:
        return [*own[1:], ALIASES[first]] if first == "help" else [ALIASES[first]]
    named = next((word for word in own[1:] if word in COMMANDS and not os.path.exists(word)), None)
    if first.startswith("-") and named is not None:
        refuse(f"the command comes first: thresher {named} {first} ...; see thresher help {named}")
    is_input = first.startswith("-") or os.path.exists(first) or any(sign in first for sign in "./{")
    if is_input or has_program or any(word.split("=")[0] in ("--test", "--python") for word in own):
        return ["reduce", *own]
    return own


def _take_others(top: argparse.ArgumentParser, options: argparse.Namespace, others: list[str], own: list[str]) -> None:
    """Arguments that argparse left over: more inputs after an option, or else an error."""
    from thresher.cli.usage import missing_separator, parser_of, unknown_argument  # noqa: PLC0415 - nearly always errors

    wrong = next((word for word in others if word.startswith("-") and word != "-"), None)
    inputs = getattr(options, "input", None)
    if wrong is None and isinstance(inputs, list):
        inputs += [Path(word) for word in others]
        return
    refuse(missing_separator(own) or unknown_argument(parser_of(top, own), wrong or others[0]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given:
        from thresher.cli.usage import screen  # noqa: PLC0415 - not needed for any command

        print(screen(), end="")
        return 0
    return run(parsed(given))


def run(options: argparse.Namespace) -> int:
    """Runs one command; the exit code."""
    options.again = main
    options.parsed = parsed
    options.parser = parser
    _warn_unsigned(options)
    try:
        code: int = options.run(options)
    except ThresherError as error:
        print(f"thresher: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        return STOPPED_EARLY
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
        print(f"thresher: {what}{_best_so_far(options)}; {AGAIN}", file=sys.stderr)
        return STOPPED_EARLY
    except KeyboardInterrupt:
        print("thresher: interrupted", file=sys.stderr)
        return STOPPED_EARLY
    except Exception:  # noqa: BLE001 - the edge: whatever comes here is our bug, and says so
        import traceback  # noqa: PLC0415 - slow to load, and not needed in any other case

        traceback.print_exc()
        print(f"thresher: this is a bug in thresher{_best_so_far(options)}", file=sys.stderr)
        return OUR_BUG
    return code


def _best_so_far(options: argparse.Namespace) -> str:
    """Where the best result is after an error; empty for a command that does not write its result during the search."""
    searches = options.command_name in WRITES_BEST and hasattr(options, "max_tests")
    to_file = options.command_name != "changes" or options.output is not None
    return "; the best result so far is in the output file" if searches and to_file else ""


def _warn_unsigned(options: argparse.Namespace) -> None:
    """One line if the session that is about to be made cannot be signed."""
    from thresher.cli.recorded import RESUMABLE  # noqa: PLC0415 - not needed for --help and --version
    from thresher.session.folder.signing import NoKey, own_key  # noqa: PLC0415 - likewise

    if options.command_name in RESUMABLE and not getattr(options, "quiet", False):
        try:
            own_key(create=True)
        except NoKey as why:
            print(f"thresher: the session is not signed ({why}); resuming it needs --trust", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
