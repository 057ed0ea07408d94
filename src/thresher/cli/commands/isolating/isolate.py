"""`thresher isolate`: the smallest difference between a passing and a failing input."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.options import add_oracle, add_output, add_search
from thresher.cli.progress_output import ProgressOutput
from thresher.cli.result_output import STOPPED_EARLY
from thresher.cli.settings import task_for
from thresher.errors import UsageError
from thresher.isolate.content_pair import Pair
from thresher.isolate.isolation import Isolated, isolate_files
from thresher.reports.difference import difference_lines
from thresher.reports.json import as_json
from thresher.session.files.streams import is_stream


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "isolate",
        help=COMMANDS["isolate"],
        usage="thresher isolate GOOD BAD [options] -- COMMAND {}",
        description="Makes the difference between a passing and a failing input as small as possible: what still "
        "differs is the cause. "
        "Writes BAD.pass.EXT and BAD.fail.EXT and shows the difference.",
    )
    parser.add_argument("good", type=Path, metavar="GOOD", help="a file on which the program passes")
    parser.add_argument("bad", type=Path, metavar="BAD", help="a file on which it fails")
    parser.add_argument(
        "--last-first",
        action="store_true",
        help="try the last part of the difference first: finds a cause near the beginning where several would do",
    )
    add_oracle(parser)
    add_search(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if no smaller difference was found, 1 if stopped before."""
    bad: Path = options.bad
    for path in (options.good, bad):
        if path.is_dir():
            raise UsageError(
                f"{path} is a directory; to compare directories use: thresher changes {options.good} {bad} -- COMMAND"
            )
    target: Path = options.output or bad
    if options.output is not None and is_stream(target):
        raise UsageError(f"isolate writes two files and the difference to standard output; {target} cannot hold them")
    pair = Pair(
        target.with_name(f"{target.stem}.pass{target.suffix}"), target.with_name(f"{target.stem}.fail{target.suffix}")
    )
    task = task_for(options, bad, pair.failing)
    progress = ProgressOutput(quiet=options.quiet)
    isolated = isolate_files(options.good, pair, task, progress.opened, last_first=options.last_first)
    result = isolated.result
    sizes = f"difference: {isolated.before:,} -> {isolated.after:,} bytes; the passing input: {pair.passing}"
    progress.closed(result, sizes=sizes)
    if options.json:
        print(_as_json(isolated, pair))
    else:
        names = str(pair.passing), str(pair.failing)
        sys.stdout.writelines(difference_lines(isolated.passing, result.after, names))
    return 0 if result.complete else STOPPED_EARLY


def _as_json(isolated: Isolated, pair: Pair) -> str:
    """As for a reduction of the failing input, and the bytes that differ."""
    result = isolated.result
    text = as_json(
        result.statistics, before=result.before, after=result.after, output=pair.failing, criterion=result.criterion
    )
    return json.dumps(
        {**json.loads(text), "difference": {"before": isolated.before, "after": isolated.after}}, indent=1
    )
