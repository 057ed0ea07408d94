"""`thresher changes`: which part of the change between two versions makes a test fail."""

from __future__ import annotations

import argparse
import json
import sys
from math import log2
from pathlib import Path

from thresher.changes.patches import context_of
from thresher.changes.repository.versions import WORKTREE
from thresher.changes.search import ChangesResult, ChangesTask, find_changes
from thresher.cli.argument_types import Subparsers, positive, size
from thresher.cli.commands import COMMANDS
from thresher.cli.options import add_any_failure, add_flakiness, add_most, add_sandbox
from thresher.cli.result_output import STOPPED_EARLY
from thresher.cli.settings import readable, require_one_on_stdout, stated_failure
from thresher.engine.record.record import Record
from thresher.engine.record.stop_conditions import StopConditions
from thresher.errors import UsageError
from thresher.reports.console import Console, reasons
from thresher.session.settings import OracleSettings


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "changes",
        help=COMMANDS["changes"],
        usage="thresher changes GOOD BAD [options] -- TEST COMMAND",
        description="Finds the smallest part of the change between two versions that makes a test fail. The test runs "
        "at the top of a separate checkout: exit 0 is good, 125 means that it cannot tell, and the target failure is "
        "that of the bad version.",
    )
    parser.add_argument("versions", nargs="*", metavar="GOOD BAD", help="the same as --good GOOD --bad BAD")
    parser.add_argument("--good", metavar="REV", help="a version that passes, or a directory")
    parser.add_argument(
        "--bad", metavar="REV", help=f"a version that fails, or a directory; {WORKTREE}: uncommitted changes"
    )
    parser.add_argument(
        "--repo", type=Path, metavar="DIR", help="the git repository (default: that of the current directory)"
    )
    parser.add_argument(
        "--build", metavar="COMMAND", help="a shell command to run before the test; if it fails, the test is unresolved"
    )
    parser.add_argument("--clean", action="store_true", help="remove build products before each test")
    parser.add_argument(
        "--isolate", action="store_true", help="the smallest difference between a passing and a failing version"
    )
    parser.add_argument(
        "--every",
        action="store_true",
        help="find further causes: remove each cause and search again until the test passes",
    )
    add_failure(parser, "Learned from the bad version unless given; any other failure is unresolved.")
    add_sandbox(parser.add_argument_group("safety"))
    search = parser.add_argument_group("search")
    search.add_argument(
        "-j", "--jobs", type=positive, default=1, metavar="N", help="checkouts in parallel (default: 1)"
    )
    add_flakiness(search, checks=2, what="runs of both versions")
    add_most(search)
    output = parser.add_argument_group("output", "Results go to stdout, progress to stderr.")
    output.add_argument("-o", "--output", type=Path, metavar="FILE.diff", help="default: standard output only")
    output.add_argument("-q", "--quiet", action="store_true", help="errors only")
    output.add_argument("--json", action="store_true", help="statistics as JSON on standard output")
    output.add_argument("--fresh", action="store_true", help="discard the results of earlier runs of this command")
    parser.set_defaults(run=run)


def add_failure(parser: argparse.ArgumentParser, unless_given: str) -> None:
    """What counts as the failure of a test, and what a test may use."""
    failure = parser.add_argument_group("target failure", unless_given)
    failure.add_argument("--exit-code", type=int, metavar="N", help="the test exits with N")
    failure.add_argument("--signal", metavar="NAME", help="a signal kills the test: SEGV, ABRT, 11, ...")
    failure.add_argument("--hang", type=float, metavar="SECONDS", help="the test runs for at least SECONDS")
    for name, what in (("stdout", "the output"), ("stderr", "the error output")):
        failure.add_argument(f"--{name}", metavar="REGEX", help=f"{what} matches")
        failure.add_argument(f"--not-{name}", metavar="REGEX", help=f"{what} does not match")
    add_any_failure(failure)
    failure.add_argument("--timeout", type=float, metavar="SECONDS", help="default: ten times the first run")
    failure.add_argument("--memory", type=size, metavar="SIZE", help="resident memory, e.g. 2G (default: 3/4 of all)")
    failure.add_argument("--file-size", type=size, metavar="SIZE", help="of a file it writes (default: 1G)")


def run(options: argparse.Namespace) -> int:
    """0 if the search has finished, 1 if it was stopped early."""
    require_one_on_stdout(options)
    options.good, options.bad = _versions(options)
    progress = _ChangesOutput(quiet=options.quiet)
    found = find_changes(_task(options), progress.opened)
    progress.closed(found)
    if options.json:
        print(_as_json(found))
    elif found.causes:
        for path in found.outputs:
            sys.stdout.buffer.write(path.read_bytes())
        sys.stdout.buffer.flush()
    return 0 if found.complete else STOPPED_EARLY


def _task(options: argparse.Namespace) -> ChangesTask:
    if options.isolate and options.every:
        raise UsageError("--isolate and --every cannot be combined")
    oracle = OracleSettings(
        command=options.program,
        stated=stated_failure(options),
        timeout=options.timeout,
        memory=options.memory,
        file_size=options.file_size,
        sandbox=options.sandbox,
        readable=readable(options),
    )
    return ChangesTask(
        repository=_repository(options),
        good=options.good,
        bad=options.bad,
        oracle=oracle,
        build=options.build,
        output=options.output,
        isolate=options.isolate,
        every=options.every,
        clean=options.clean,
        jobs=options.jobs,
        checks=options.checks,
        confidence=options.confidence,
        stops=StopConditions(options.max_seconds, options.max_tests),
        arguments=options.given,
        fresh=options.fresh,
    )


def _versions(options: argparse.Namespace) -> tuple[str, str]:
    """The good and the bad version, by position or by option."""
    given = [*options.versions, *(each for each in (options.good, options.bad) if each is not None)]
    if len(given) > 2:
        raise UsageError(f"two versions are compared, not {len(given)} ({', '.join(given)}); give a good and a bad one")
    if len(given) < 2:
        missing = "GOOD and BAD are" if not given else "GOOD is" if options.bad is not None else "BAD is"
        raise UsageError(f"{missing} missing; usage: thresher changes GOOD BAD -- TEST COMMAND")
    rest = iter(options.versions)
    good, bad = (next(rest) if each is None else each for each in (options.good, options.bad))
    return good, bad


def _repository(options: argparse.Namespace) -> Path | None:
    """None for two directories. With --repo the versions are always revisions."""
    if options.repo is not None:
        return Path(options.repo)
    good, bad = Path(options.good).is_dir(), Path(options.bad).is_dir()
    if good != bad and options.bad != WORKTREE and not Path(".git").exists():
        other = options.bad if good else options.good
        raise UsageError(f"{other} is not a directory; give two directories or two revisions of a repository")
    return None if good and bad else Path()


class _ChangesOutput:
    """What is said before, during and after the search; nothing if quiet."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._console: Console | None = None

    def opened(self, record: Record, criterion: list[str]) -> None:
        if self._quiet:
            return
        self._console = Console(record.statistics, record.result.size, original=record.result.original_size)
        record.listen(self._console)
        if record.statistics.tests > record.events.tests_this_run:
            self._console.say(f"resuming with the results of {record.statistics.tests:,} earlier tests")
        self._console.say("target failure: " + "; ".join(criterion))

    def closed(self, found: ChangesResult) -> None:
        if self._console is None:
            return
        say, done = self._console.say, found.statistics
        if not found.complete:
            say(f"stopped early: {found.why}; rerun the same command to continue")
        for number, cause in enumerate(found.causes, 1):
            which = f"cause {number}: " if len(found.causes) > 1 else ""
            say(f"{which}{len(cause):,} of {len(found.report.deltas):,} changes")
            for line in found.report.origins(cause):
                say(f"  {line}")
        count = len(found.report.deltas)
        say(
            f"{done.tests:,} tests ({done.cancelled:,} cancelled) in {done.seconds:.1f} s, log2 of the number of "
            f"changes is {log2(count):.1f}: {reasons(done.reasons, most=6)}"
        )
        for path in found.outputs:
            say(f"written to {path}; the log is {found.log}")
        if found.passing:
            say(f"it applies to the good version with {context_of(found.outputs[0])}")


def _as_json(found: ChangesResult) -> str:
    done, deltas = found.statistics, found.report.deltas
    record = {
        "complete": found.complete,
        "why": found.why,
        "outputs": [str(path) for path in found.outputs],
        "log": str(found.log),
        "criterion": found.criterion,
        "changes": len(deltas),
        "log2": round(log2(len(deltas)), 2),
        "causes": [
            {
                "changes": list(cause),
                "commits": [found.report.versions.steps[step].id for step in sorted(found.report.steps(cause))],
            }
            for cause in found.causes
        ],
        "tests": done.tests,
        "new_tests": found.new_tests,
        "outcomes": {outcome.value: count for outcome, count in done.outcomes.items()},
        "reasons": dict(done.reasons.most_common()),
        "seconds": round(done.seconds, 3),
        "notes": done.notes,
    }
    return json.dumps(record, indent=1)
