"""The entry point: finds the command, runs it, turns every error into one line and an exit code."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence

from thresher import __version__
from thresher.cli import (
    batch,
    changes,
    completion,
    environment,
    events,
    explain,
    grammar,
    isolate,
    man,
    option_causes,
    reduce,
    report,
    resume,
    triage,
    verify,
    web,
)
from thresher.errors import ThresherError

EPILOG = """\
exit codes: 0 reduced, 1 stopped early (the best is written), 2 usage, 3 the input does not fail,
4 too flaky, 5 an error in thresher itself"""
STOPPED_EARLY, OUR_BUG = 1, 5
AGAIN = "and the same command goes on once this is mended"


def parser() -> argparse.ArgumentParser:
    """All commands and options. What stands behind -- is not for it."""
    top = argparse.ArgumentParser(
        prog="thresher",
        description="Finds the small part of a failing input that matters.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"thresher {__version__}")
    commands = top.add_subparsers(dest="command_name", metavar="COMMAND", required=True)
    for command in (
        reduce,
        batch,
        isolate,
        triage,
        changes,
        option_causes,
        environment,
        verify,
        explain,
        report,
        resume,
        grammar,
        events,
        web,
        completion,
        man,
    ):
        command.add_to(commands)
    return top


def parsed(given: list[str]) -> argparse.Namespace:
    """The options of a command line; `program` is what stands behind --."""
    own, command = given, []
    if "--" in given:
        cut = given.index("--")
        own, command = given[:cut], given[cut + 1 :]
    options = parser().parse_args(own)
    options.program = tuple(command)
    options.given = tuple(given)
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line; the exit code."""
    options = parsed(list(sys.argv[1:] if arguments is None else arguments))
    options.again = main
    options.parsed = parsed
    options.parser = parser
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


if __name__ == "__main__":
    sys.exit(main())
