"""`thresher states`: which variables of a Python program cause a failure, at which line."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.options import add_effort, add_oracle, add_output
from thresher.cli.result_output import STOPPED_EARLY
from thresher.cli.settings import effort_settings, oracle_settings, require_one_on_stdout
from thresher.errors import UsageError
from thresher.oracle.command import located
from thresher.plan import PlanOptions
from thresher.session.files.streams import is_stream
from thresher.session.files.whole import check_output_file, read_input, read_regular, write_whole
from thresher.session.setup.program_session import ContentSession
from thresher.session.task import Task
from thresher.states.location import parse_location
from thresher.states.python_program import PythonRun, python_subject
from thresher.states.search import StateCause, StateCauses, StateSearch, find_state_causes


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "states",
        help=COMMANDS["states"],
        usage="thresher states GOOD BAD [--at FILE:LINE]... [options] -- python3 PROGRAM {}",
        description="Runs a Python program on a passing and a failing input up to a line, puts some of the failing "
        "run's variables into the passing run, and continues: finds the variables that decide whether it fails. At "
        "several lines, this shows how the cause moves through the program.",
    )
    parser.add_argument("good", type=Path, metavar="GOOD", help="a file on which the program passes")
    parser.add_argument("bad", type=Path, metavar="BAD", help="a file on which it fails")
    parser.add_argument(
        "--at",
        action="append",
        default=[],
        metavar="FILE:LINE[:N]",
        help="compare the variables before this line, when it is reached for the N-th time; repeatable, in the order "
        "of the execution (default: the lines of the failing run's traceback, when the variables first differ)",
    )
    add_oracle(parser)
    group = parser.add_argument_group("search")
    add_effort(parser, group, checks=1)
    add_output(parser, default="none; a program that runs the passing input with the last cause put in")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if every line was searched, 1 if stopped before."""
    search = _search(options)

    def say(message: str) -> None:
        if not options.quiet:
            print(message, file=sys.stderr, flush=True)

    def opened(session: ContentSession) -> None:
        say("target failure: " + "; ".join(session.criterion))

    def found(cause: StateCause) -> None:
        if not options.json:
            sys.stdout.writelines(f"{line}\n" for line in described(cause))
            sys.stdout.flush()

    causes = find_state_causes(search, opened, found)
    if options.json:
        print(_as_json(causes))
    else:
        sys.stdout.writelines(f"{line}\n" for line in moves(causes))
    if not causes.end.complete:
        say(f"stopped early: {causes.end.why}; rerun the same command to continue")
    say(f"{causes.tests:,} tests")
    _write(options.output, search, causes)
    return 0 if causes.end.complete else STOPPED_EARLY


def described(cause: StateCause) -> list[str]:
    """A line for the place, and one for each variable of the cause."""
    count = len(cause.difference.changes)
    if cause.why:
        lines = [f"{cause.location}: {cause.why}"]
    else:
        context = f", with {len(cause.context)} of the others put in" if cause.context else ""
        lines = [f"{cause.location}: {len(cause.cause)} of {count} differences{context}"]
        lines += [f"    {change.shown}" for change in cause.cause]
    if cause.difference.left:
        lines.append(f"    not copied: {cause.difference.left_alone}")
    return lines


def moves(causes: StateCauses) -> list[str]:
    """How the cause moves from variable to variable."""
    return [
        f"the cause moves from {_named(one)} to {_named(other)} between {one.location} and {other.location}"
        for one, other in causes.transitions()
    ]


def _named(cause: StateCause) -> str:
    return ", ".join(change.variable for change in cause.cause)


def _search(options: argparse.Namespace) -> StateSearch:
    require_one_on_stdout(options)
    if options.test or options.python or options.same_backtrace or options.backtrace:
        raise UsageError("thresher states runs a Python program; write it after --: -- python3 program.py {}")
    if options.output is not None:
        if is_stream(options.output):
            raise UsageError(f"thresher states writes a program; {options.output} cannot hold it")
        check_output_file(options.output, options.good, options.bad)
    good, bad = read_regular(options.good), read_input(options.bad)
    if good == bad:
        raise UsageError(f"{options.good} and {options.bad} are equal; give an input that passes, then one that fails")
    locations = tuple(map(parse_location, options.at))
    command = located(oracle_settings(options).command, options.bad)
    name, stdin = options.bad.name, options.stdin
    subject = python_subject(command, name, from_stdin=stdin, environment=os.environb)
    oracle = dataclasses.replace(oracle_settings(options, command), from_stdin=False, locate_crashes=False)
    task = Task(
        input=options.bad,
        output=options.output or options.bad,
        oracle=oracle,
        search=effort_settings(options, PlanOptions()),
        arguments=options.given,
        fresh=options.fresh,
    )
    runs = PythonRun(name, good, stdin), PythonRun(name, bad, stdin)
    return StateSearch(task, options.good, subject, *runs, locations)


def _as_json(causes: StateCauses) -> str:
    shown = {
        "finished": causes.end.complete,
        "criterion": causes.criterion,
        "tests": causes.tests,
        "lines": [
            {
                "file": str(each.location.file),
                "line": each.location.line,
                "hit": each.location.hit,
                "differences": len(each.difference.changes),
                "cause": [{"variable": change.variable, "shown": change.shown} for change in each.cause],
                "context": [change.variable for change in each.context],
                "not_copied": each.difference.left,
                "why": each.why,
            }
            for each in causes.causes
        ],
    }
    return json.dumps(shown, indent=1)


def _write(output: Path | None, search: StateSearch, causes: StateCauses) -> None:
    """The passing run with the last cause, as a program."""
    found = [each for each in causes.causes if each.cause]
    if output is None or not found:
        return
    last = found[-1]
    run = dataclasses.replace(search.passing, at=last.location)
    write_whole(output, run.changed((*last.context, *last.cause)).render())
