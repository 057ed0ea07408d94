"""`thresher bisect`: the commit with which a test begins to fail."""

from __future__ import annotations

import argparse
import json
import math
import os
from pathlib import Path

from thresher.changes.first_bad_commit import BisectResult, BisectTask, find_first_bad
from thresher.cli.argument_types import Subparsers, positive
from thresher.cli.commands import COMMANDS
from thresher.cli.commands.isolating.changes import add_failure
from thresher.cli.options import add_flakiness, add_most
from thresher.cli.result_output import STOPPED_EARLY
from thresher.cli.settings import stated_failure
from thresher.engine.record.record import Record
from thresher.engine.record.stop_conditions import StopConditions
from thresher.kernel.events import Event, Improved, Noted
from thresher.oracle.failures.criterion import StatedCriterion
from thresher.reports.console import Console
from thresher.session.settings import OracleSettings


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "bisect",
        help=COMMANDS["bisect"],
        usage="thresher bisect GOOD BAD [options] -- TEST COMMAND",
        description="Finds the first bad commit, as git bisect run does, without changing your repository: exit 0 is "
        "good, 125 skips the commit, everything else is bad. With N jobs, N commits are tested at a time. To find the "
        "lines that matter, use thresher changes.",
    )
    parser.add_argument("good", metavar="GOOD", help="a commit that passes")
    parser.add_argument("bad", metavar="BAD", help="a later commit that fails")
    parser.add_argument(
        "--repo", type=Path, default=Path(), metavar="DIR", help="the git repository (default: this directory's)"
    )
    parser.add_argument("--build", metavar="COMMAND", help="a shell command before the test; if it fails, skip")
    parser.add_argument("--clean", action="store_true", help="remove build products before each test")
    add_failure(parser, "Any failure of the test unless given.")
    search = parser.add_argument_group("search")
    search.add_argument("-j", "--jobs", type=positive, metavar="N", help="tests at a time (default: all cores)")
    add_flakiness(search, checks=2, what="runs of both commits")
    add_most(search)
    output = parser.add_argument_group("output", "Results go to stdout, progress to stderr.")
    output.add_argument("-q", "--quiet", action="store_true", help="errors only")
    output.add_argument("--json", action="store_true", help="the result as JSON")
    output.add_argument("--fresh", action="store_true", help="discard the results of earlier runs of this command")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if the first bad commit is known, 1 if several are left, or if it was stopped early."""
    oracle = OracleSettings(
        command=options.program,
        stated=stated_failure(options) or StatedCriterion(),
        timeout=options.timeout,
        memory=options.memory,
        file_size=options.file_size,
    )
    task = BisectTask(
        repository=options.repo,
        good=options.good,
        bad=options.bad,
        oracle=oracle,
        build=options.build,
        clean=options.clean,
        jobs=options.jobs or len(os.sched_getaffinity(0)),
        checks=options.checks,
        confidence=options.confidence,
        stops=StopConditions(options.max_seconds, options.max_tests),
        arguments=options.given,
        fresh=options.fresh,
    )
    progress = BisectOutput(task.jobs, quiet=options.quiet)
    found = find_first_bad(task, progress.opened)
    progress.closed(found)
    print(as_json(found) if options.json else as_text(found))
    return 0 if found.complete and len(found.suspects) == 1 else STOPPED_EARLY


def as_text(found: BisectResult) -> str:
    """The result in the words of git bisect."""
    if len(found.suspects) == 1:
        return f"{found.suspects[0]} is the first bad commit\n{found.descriptions[0]}"
    if not found.suspects:
        return "the first bad commit is not known yet"
    return "\n".join(["The first bad commit could be any of:", *found.suspects])


def as_json(found: BisectResult) -> str:
    record = {
        "complete": found.complete,
        "why": found.why,
        "first_bad": found.suspects[0] if len(found.suspects) == 1 else None,
        "suspects": list(found.suspects),
        "commits": found.commits,
        "tests": found.statistics.tests,
        "outcomes": {outcome.value: count for outcome, count in found.statistics.outcomes.items()},
    }
    return json.dumps(record, indent=1)


class BisectOutput:
    """What is said before, during and after the search; nothing if quiet."""

    def __init__(self, jobs: int, *, quiet: bool) -> None:
        self._jobs, self._quiet = jobs, quiet
        self._console: Console | None = None

    def opened(self, record: Record, criterion: list[str], commits: int) -> None:
        if self._quiet:
            return
        self._console = Console(record.statistics, commits)
        rounds = math.ceil(math.log(max(commits, 2), self._jobs + 1))
        self._console.say("bad: " + "; ".join(criterion))
        self._console.say(f"{commits:,} commits, about {rounds} rounds with {self._jobs} tests at a time")
        record.listen(self._heard)

    def _heard(self, event: Event) -> None:
        if self._console is not None and isinstance(event, Noted):
            self._console.say(event.message)
        if self._console is not None and isinstance(event, Improved):
            self._console.say(f"bad; at most {event.size:,} commits left")

    def closed(self, found: BisectResult) -> None:
        if self._console is None:
            return
        if not found.complete:
            self._console.say(f"stopped early: {found.why}; rerun the same command to continue")
        done = found.statistics
        self._console.say(f"{done.tests:,} tests ({done.cancelled:,} cancelled) in {done.seconds:.1f} s")
