"""`thresher batch`: a queue of reductions over one pool."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from thresher.cli.argument_types import Subparsers, positive
from thresher.cli.commands import COMMANDS
from thresher.errors import UsageError
from thresher.reports.batch_page import write_summary
from thresher.session.batch import BatchResult, items_of, run_batch

NOT_ALL = 1


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "batch",
        help=COMMANDS["batch"],
        description="Runs a queue of reductions whose tests share one pool. Run the same command again to continue. A "
        "summary is written beside the queue: NAME.batch.md, .html and .json.",
    )
    parser.add_argument(
        "queue",
        type=Path,
        metavar="FILE|DIR",
        help="a file with a thresher reduce command per line (or a list of them in JSON, or `reductions` in TOML), "
        "or a directory of folders with an input.* and a test.sh",
    )
    parser.add_argument(
        "-j", "--jobs", type=positive, metavar="N", help="tests in parallel, over all reductions (default: all cores)"
    )
    parser.add_argument(
        "--at-once", type=positive, metavar="N", help="reductions in parallel (default: the number of jobs)"
    )
    parser.add_argument("--executor", choices=["local", "dask"], default="local", help="where tests run")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="address of the Dask scheduler")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the summary (default: NAME.batch.md)")
    parser.add_argument("-q", "--quiet", action="store_true", help="errors only")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if all reductions are complete, 1 if not."""
    queue: Path = options.queue
    if not queue.exists():
        raise UsageError(f"{queue} does not exist; give a file of commands or a directory of folders")
    places = options.jobs or len(os.sched_getaffinity(0))
    items, more = items_of(queue), ("-j", str(places))
    if options.executor == "dask":
        if not options.scheduler:
            raise UsageError("a batch needs a running cluster; give its address with --scheduler ADDRESS")
        more = ("--executor", "dask", "--scheduler", options.scheduler, *(more if options.jobs else ()))
    elif options.scheduler:
        raise UsageError("--scheduler needs --executor dask")
    summary = options.output or queue.resolve().with_suffix(".batch.md")
    done: list[BatchResult] = []

    def heard(finished: BatchResult) -> None:
        done.append(finished)
        write_summary(summary, items, done)
        if not options.quiet:
            print(f"[{len(done)}/{len(items)}] {_summary(finished)}", file=sys.stderr)

    write_summary(summary, items, done)
    finished = run_batch(items, places=places, at_once=options.at_once or places, options=more, heard=heard)
    if not options.quiet:
        print(f"summary: {summary}", file=sys.stderr)
    return 0 if all(each.code == 0 for each in finished) else NOT_ALL


def _summary(finished: BatchResult) -> str:
    statistics = finished.statistics
    if not statistics:
        return f"{finished.item.name}: {finished.state}: {finished.message}"
    sizes = (
        f"{statistics['before']['bytes']:,} -> {statistics['after']['bytes']:,} bytes, {statistics['tests']:,} tests"
    )
    return f"{finished.item.name}: {finished.state}, {sizes}"
