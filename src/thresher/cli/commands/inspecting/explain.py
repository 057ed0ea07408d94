"""`thresher explain`: why each remaining part is there, and what may vary."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.commands.reducing.reduce import beside, named
from thresher.cli.options import add_oracle, add_output, add_search
from thresher.cli.progress_output import ProgressOutput
from thresher.cli.recorded import add_trust, recorded_command
from thresher.cli.result_output import STOPPED_EARLY
from thresher.cli.settings import task_for
from thresher.cli.several_inputs import recorded_task
from thresher.conditions.explain_options import option_explainer
from thresher.engine.record.stop_conditions import StopConditions
from thresher.errors import UsageError
from thresher.explain.explaining import explain_file
from thresher.reports.explanation import as_json, as_text
from thresher.reports.html import EXPLANATION, write_report
from thresher.session.files.whole import write_own
from thresher.session.folder.about import ABOUT
from thresher.session.folder.history import find
from thresher.session.task import Task

MOST_TESTS = 1000


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "explain",
        help=COMMANDS["explain"],
        usage="thresher explain [INPUT or FOLDER]   or   thresher explain INPUT [options] -- COMMAND {}",
        description="Explains why each part of the result is needed: what happens without it, which other parts of its "
        "kind can replace it, and what must be exactly as it is. Reuses the verdicts of the reduction. With a command "
        "that was not used to reduce INPUT, explains INPUT itself. "
        f"Runs at most {MOST_TESTS} tests (--max-tests): five for each name, literal and operator, one for each "
        "removal "
        "that was not tried, and a few for each option of the command.",
    )
    parser.add_argument(
        "input",
        type=Path,
        nargs="?",
        metavar="INPUT or FOLDER",
        help="the reduced input, its session folder, or a directory with sessions (default: this one)",
    )
    parser.add_argument(
        "--no-options",
        dest="options",
        action="store_false",
        help="do not test options and environment",
    )
    add_trust(parser)
    add_oracle(parser)
    add_search(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if everything was tested, 1 if it was stopped before."""
    given = bool(options.program or options.test or options.python)
    if not given and options.output is not None:
        raise UsageError("-o needs a command; give the command as well, or leave out -o")
    task = _stated(options) if given else _recorded(options)
    task = _limited(task, options)
    explained = explain_file(task, ProgressOutput(quiet=True).opened, option_explainer if options.options else None)
    if options.json:
        print(as_json(explained))
    else:
        print("\n".join(as_text(explained)))
    write_own(explained.folder / EXPLANATION, as_json(explained).encode())
    if (explained.folder / ABOUT).exists():
        report = write_report(explained.folder)
        if not options.quiet:
            print(f"{explained.tests:,} tests; also in the report: {report}", file=sys.stderr)
    return 0 if explained.complete else STOPPED_EARLY


def _stated(options: argparse.Namespace) -> Task:
    """The task of a command line with the options of reduce; its session is saved as one of reduce."""
    if options.input is None:
        raise UsageError("give the file or directory that the command fails on: thresher explain INPUT -- COMMAND {}")
    options.input = named(options.input)
    options.given = tuple("reduce" if each == "explain" else each for each in options.given[:1]) + options.given[1:]
    return task_for(options, options.input, options.output or beside(options.input))


def _recorded(options: argparse.Namespace) -> Task:
    """The task of an earlier reduction, with the options it was given."""
    folder = find(options.input or Path())
    command = recorded_command(folder, options.parsed, trust=options.trust, made_by=("reduce",))
    command.enter()
    recorded = command.options
    return recorded_task(recorded)


def _limited(task: Task, options: argparse.Namespace) -> Task:
    """The task with the limits of this command; the results of the reduction are kept."""
    stops = StopConditions(options.max_seconds, options.max_tests or MOST_TESTS)
    search = dataclasses.replace(task.search, stops=stops, jobs=options.jobs or task.search.jobs)
    return dataclasses.replace(task, search=search, fresh=False)
