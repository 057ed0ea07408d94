"""`thresher reducer`: thresher as an external reducer of another program."""

from __future__ import annotations

import argparse
import os
import sys

from thresher.api.reducer import ReducerService
from thresher.cli.argument_types import Subparsers, positive
from thresher.cli.commands import COMMANDS
from thresher.engine.external.process import PARALLELISM


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "reducer",
        help=COMMANDS["reducer"],
        usage="thresher reducer NAME [-j N]",
        description="Suggests candidates to another reducer, which tests them: for example "
        "shrinkray --reduce-with 'thresher reducer crash.c'. Reads and writes lines of JSON.",
    )
    parser.add_argument("name", metavar="NAME", help="the name of the file, which decides the format")
    parser.add_argument(
        "-j",
        "--jobs",
        type=positive,
        metavar="N",
        help=f"candidates at a time (default: {PARALLELISM}, or 1)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 once the other program has closed its end."""
    given = os.environ.get(PARALLELISM, "1")
    jobs = options.jobs or (int(given) if given.isdecimal() and int(given) else 1)
    ReducerService(sys.stdin.buffer, sys.stdout.buffer, name=os.path.basename(options.name), jobs=jobs).run()
    return 0
