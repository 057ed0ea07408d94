"""The entry point: finds the command, runs it, turns every error into one line and an exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Sequence
from importlib import import_module

from thresher import __version__
from thresher.cli.commands import COMMANDS
from thresher.errors import ThresherError

EPILOG = """\
exit codes: 0 reduced, 1 stopped early (the best is written), 2 usage, 3 the input does not fail,
4 too flaky, 5 an error in thresher itself"""
STOPPED_EARLY, OUR_BUG = 1, 5
AGAIN = "fix this and rerun the same command to continue"
WRITES_BEST = frozenset({"reduce", "isolate", "changes", "events", "web"})  # during the search


def parser(commands: Collection[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser for what precedes `--`, with the options of these commands. Only their modules are imported.

    With no commands, it lists all of them and knows the options of none: enough for --help, --version and errors.
    """
    top = argparse.ArgumentParser(
        prog="thresher",
        description="Finds the small part of a failing input that matters.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("-V", "--version", action="version", version=f"thresher {__version__}")
    places = top.add_subparsers(dest="command_name", metavar="COMMAND", required=True)
    for command in commands:
        import_module(f"thresher.cli.commands.{command}").add_to(places)
    for command, summary in () if commands else COMMANDS.items():
        places.add_parser(command, help=summary)
    return top


def parsed(given: list[str]) -> argparse.Namespace:
    """The options of a command line; `program` is what follows `--`."""
    own, command = given, []
    if "--" in given:
        cut = given.index("--")
        own, command = given[:cut], given[cut + 1 :]
    named = next((argument for argument in own if not argument.startswith("-")), None)
    options = parser([named] if named in COMMANDS else []).parse_args(own)
    options.program = tuple(command)
    options.given = tuple(given)
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line; the exit code."""
    options = parsed(list(sys.argv[1:] if arguments is None else arguments))
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
