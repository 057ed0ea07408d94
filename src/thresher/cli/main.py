"""The entry point: finds the command, runs it, turns every error into one line and an exit code."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Iterable, Sequence
from importlib import import_module

from thresher import __version__
from thresher.cli.recorded import RESUMABLE
from thresher.errors import ThresherError
from thresher.session.folder.signing import NoKey, own_key

EPILOG = """\
exit codes: 0 reduced, 1 stopped early (the best is written), 2 usage, 3 the input does not fail,
4 too flaky, 5 an error in thresher itself"""
COMMANDS = {
    "reduce": "reduce",
    "batch": "batch",
    "isolate": "isolate",
    "triage": "triage",
    "changes": "changes",
    "options": "options",
    "environment": "environment",
    "verify": "verify",
    "explain": "explain",
    "report": "report",
    "plan": "plan",
    "resume": "resume",
    "grammar": "grammar",
    "events": "events",
    "web": "web",
    "completion": "completion",
    "man": "man",
}
"""The commands, each with the module that it is in."""
STOPPED_EARLY, OUR_BUG = 1, 5
AGAIN = "and the same command goes on once this is mended"


def parser(commands: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """The commands and their options; only the modules of these are read. What stands behind -- is not for it."""
    top = argparse.ArgumentParser(
        prog="thresher",
        description="Finds the small part of a failing input that matters.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"thresher {__version__}")
    places = top.add_subparsers(dest="command_name", metavar="COMMAND", required=True)
    for command in commands:
        import_module(f"thresher.cli.commands.{COMMANDS[command]}").add_to(places)
    return top


def parsed(given: list[str]) -> argparse.Namespace:
    """The options of a command line; `program` is what stands behind --."""
    own, command = given, []
    if "--" in given:
        cut = given.index("--")
        own, command = given[:cut], given[cut + 1 :]
    options = parser(own[:1] if own and own[0] in COMMANDS else COMMANDS).parse_args(own)
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
        print(f"thresher: {what}; the best result so far is in the output file, {AGAIN}", file=sys.stderr)
        return STOPPED_EARLY
    except KeyboardInterrupt:
        print("thresher: interrupted", file=sys.stderr)
        return STOPPED_EARLY
    except Exception:  # noqa: BLE001 - the edge: whatever comes here is our bug, and says so
        traceback.print_exc()
        print("thresher: this is a bug in thresher; the best result so far is in the output file", file=sys.stderr)
        return OUR_BUG
    return code


def _warn_unsigned(options: argparse.Namespace) -> None:
    """One line if the session that is about to be made cannot be signed."""
    if options.command_name in RESUMABLE and not getattr(options, "quiet", False):
        try:
            own_key(create=True)
        except NoKey as why:
            print(f"thresher: the session is not signed ({why}); to resume it will need --trust", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
