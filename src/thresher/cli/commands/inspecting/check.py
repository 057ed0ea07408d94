"""`thresher check`: tries out what a reduction would do, and stops before it."""

from __future__ import annotations

import argparse
import dataclasses
import json
import shlex
import sys
from collections.abc import Iterator

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.commands.reducing.reduce import beside, named
from thresher.cli.inputs import add_inputs, inputs_of
from thresher.cli.options import add_allow_trivial, add_oracle, add_output, add_requirements, add_search
from thresher.cli.settings import task_for
from thresher.engine.reduction import NOT_TRIVIAL
from thresher.errors import NotFailing, TooFlaky, TrivialFailure, UsageError
from thresher.kernel.outcome import Outcome
from thresher.reports.forecast import duration, expected_tests
from thresher.reports.format_names import format_line
from thresher.reports.sizes import sizes
from thresher.session.checking import Rehearsal, rehearse

MOST_PRINTED = 20  # lines of a program's output
CHECKS = 5
JOB_GAIN = 0.7  # of the tests at a time, as far as they save time
WIDTH = 16


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "check",
        help=COMMANDS["check"],
        usage="thresher check INPUT [options] -- COMMAND {}   or   thresher check SCRIPT INPUT [options]",
        description="Runs the input and a few trivial ones, and prints the target failure, how often it occurs, how "
        "long a run takes, the format, and how many tests to expect. Takes the options of thresher reduce, which with "
        "the same arguments repeats none of these runs.",
    )
    add_inputs(parser)
    add_allow_trivial(parser)
    add_oracle(parser)
    add_requirements(parser)
    add_search(parser, checks=CHECKS)
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if the input can be reduced; otherwise the error that a reduction would end with."""
    inputs = inputs_of(options)
    if len(inputs) > 1:
        raise UsageError("thresher check takes one input; to try several, copy them to a directory and check that")
    failing = named(inputs[0])
    task = task_for(options, failing, options.output or beside(failing))
    task = dataclasses.replace(task, arguments=("reduce", *task.arguments[1:]))
    try:
        found = rehearse(task)
    except NotFailing as error:
        _show_output(error)
        raise
    if options.json:
        print(as_json(found))
    elif not options.quiet:
        print("\n".join(f"{name:<{WIDTH}}{text}" for name, text in rows(found, failing.name, task.search.jobs)))
    if found.too_flaky:
        raise TooFlaky("the failure occurs too rarely to be reduced; make it more frequent, or describe it otherwise")
    if found.accepts_trivial and not options.allow_trivial:
        raise TrivialFailure(f"{found.accepts_trivial[0]} shows the same failure, so any input would do; {NOT_TRIVIAL}")
    if not (options.json or options.quiet):
        print(f"{'next':<{WIDTH}}thresher {_shown(task.arguments)}")
    return 0


def as_json(found: Rehearsal) -> str:
    """The same for programs."""
    record = {
        "criterion": found.criterion,
        "failures": found.failures,
        "runs": found.runs,
        "seconds": [round(each, 3) for each in found.seconds],
        "trivial": {each.what: each.verdict.outcome.value for each in found.trivial},
        "input": sizes(found.data),
        "format": found.plan.format,
        "expected_tests": list(_expected(found)),
    }
    return json.dumps(record, indent=1)


def _expected(found: Rehearsal) -> tuple[int, int]:
    return expected_tests(sizes(found.data)["tokens"] or len(found.data))


def rows(found: Rehearsal, name: str, jobs: int) -> Iterator[tuple[str, str]]:
    """What was learned, as a table of two columns."""
    yield "target failure", "; ".join(found.criterion)
    stable = "stable" if found.failures == found.runs else "flaky: each verdict will take several runs"
    yield "stability", f"the failure occurs in {found.failures} of {found.runs} runs: {stable}"
    fastest, slowest = min(found.seconds), max(found.seconds)
    limit = f"; the limit is {duration(found.limits.seconds)} (--timeout)" if found.limits.seconds else ""
    yield "a run takes", f"{duration(fastest)} to {duration(slowest)}{limit}"
    for each in found.trivial:
        verdict = each.verdict
        ok = "shows the failure too" if verdict.outcome is Outcome.FAIL else f"{verdict.outcome.value}"
        yield "", f"{each.what}: {ok}{f' ({verdict.reason})' if verdict.reason else ''}"
    size = sizes(found.data)
    yield "input", ", ".join(f"{count:,} {unit}" for unit, count in size.items() if count is not None)
    yield "format", f"{format_line(found.plan).removeprefix('format: ')}; thresher plan {shlex.quote(name)} shows more"
    least, most = _expected(found)
    mean = sum(found.seconds) / len(found.seconds) / max(1.0, JOB_GAIN * jobs)
    times = f"{duration(least * mean)} to {duration(most * mean)}"
    yield "forecast", f"usually {least:,} to {most:,} tests, {times} with {jobs} at a time"


def _shown(arguments: tuple[str, ...]) -> str:
    """The command as it can be typed: `{}` needs no quotes."""
    return shlex.join(arguments).replace("'{}'", "{}")


def _show_output(error: NotFailing) -> None:
    lines = error.printed.decode(errors="replace").splitlines()
    if not lines:
        return
    left_out = f" (the last {MOST_PRINTED} of {len(lines):,} lines)" if len(lines) > MOST_PRINTED else ""
    print(f"the program printed{left_out}:", *lines[-MOST_PRINTED:], sep="\n  ", file=sys.stderr)
