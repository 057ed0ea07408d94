"""Options, progress and results that the commands for conditions share."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from thresher.algorithms.registry import DEFAULT, list_algorithms
from thresher.cli.options import add_effort, add_oracle, add_output
from thresher.cli.result_output import STOPPED_EARLY
from thresher.cli.settings import effort_settings, oracle_settings, require_one_on_stdout
from thresher.conditions.option_search import (
    DD,
    Conditions,
    OptionSearchRequest,
    OptionSearchResult,
    find_causes,
    find_preventing,
)
from thresher.errors import UsageError
from thresher.kernel.events import StageStarted
from thresher.plan import PlanOptions
from thresher.reports.console import Console, reasons
from thresher.reports.json import as_json
from thresher.session.files.streams import is_stdout, is_stream, write_stream
from thresher.session.files.whole import check_output_file
from thresher.session.folder.ownership import Ownership, kept_line
from thresher.session.setup.program_session import ContentSession
from thresher.session.task import Task


def add_shared(parser: argparse.ArgumentParser, *, what: str, source: str) -> None:
    """The options of these commands; `source` is the help of the file to read from, the others are as for reduce."""
    parser.add_argument("--from", dest="source", type=Path, metavar="FILE", help=source)
    add_oracle(parser)
    group = parser.add_argument_group("search")
    group.add_argument("--preventing", action="store_true", help=f"find the {what} that prevent the failure")
    algorithms = ", ".join(list_algorithms())
    group.add_argument(
        "--algorithm",
        metavar="NAME",
        help=f"{algorithms}; or dd for the smallest difference to a passing run (default: {DEFAULT})",
    )
    add_effort(parser, group, checks=1)
    add_output(parser, default="none")


def task_for_conditions(options: argparse.Namespace, name: str, command: tuple[str, ...] = ()) -> Task:
    """The task of a command for conditions; options that are only for files are refused."""
    require_one_on_stdout(options)
    if options.output is not None:
        check_output_file(options.output)
    if options.python or options.stdin:
        raise UsageError(f"--python and --stdin are for input files; thresher {name} runs a command, or --test SCRIPT")
    if options.algorithm not in (None, DD, *list_algorithms()):
        there = ", ".join((DD, *list_algorithms()))
        raise UsageError(f"unknown algorithm for {name}: {options.algorithm!r}; choose from {there}")
    return Task(
        input=Path(name),
        output=options.output or Path(name),
        oracle=oracle_settings(options, command),
        search=effort_settings(options, PlanOptions(algorithm=options.algorithm)),
        arguments=options.given,
        fresh=options.fresh,
    )


def first_run_of(options: argparse.Namespace, what: str) -> str:
    """Which candidate is run first, in words that follow "the command succeeds"."""
    return f"with none of the {what}" if options.preventing else f"with all {what}"


class ConditionOutput:
    """Prints the progress of a search for conditions; nothing if quiet."""

    def __init__(self, what: str, count: int, *, quiet: bool) -> None:
        self._what, self._count, self._quiet = what, count, quiet
        self._console: Console | None = None

    def opened(self, session: ContentSession) -> None:
        record = session.record
        if self._quiet:
            return
        self._console = console = Console(record.statistics, record.result.size, original=record.result.original_size)
        if record.statistics.tests > record.events.tests_this_run:
            self._console.say(f"resuming with the results of {record.statistics.tests:,} earlier tests")
        self._console.say("target failure: " + "; ".join(session.criterion))
        record.listen(lambda event: None if isinstance(event, StageStarted) else console(event))
        self._console.say(f"{self._count:,} {self._what}")

    def say(self, message: str) -> None:
        if self._console is not None:
            self._console.say(message)

    def closed(self, answer: OptionSearchResult) -> None:
        done = answer.result.statistics
        if not answer.result.complete:
            self.say(f"stopped early: {answer.result.why}; rerun the same command to continue")
        self.say(
            f"{done.tests:,} tests ({done.cached:,} more cached, {done.cancelled:,} cancelled) "
            f"in {done.seconds:.1f} s: {reasons(done.reasons, most=6)}"
        )


def answered(options: argparse.Namespace, request: OptionSearchRequest, *, what: str) -> int:
    """Searches, prints and writes the result; 0, or 1 if stopped early."""
    progress = ConditionOutput(what, len(request.everything), quiet=options.quiet)
    if options.preventing:
        answer = find_preventing(
            request, progress.opened, lambda found: progress.say(f"prevents the failure: {', '.join(_texts(found))}")
        )
        _print_preventing(progress, answer, what)
    else:
        answer = find_causes(request, progress.opened)
        _print_causes(progress, answer, what)
    progress.closed(answer)
    lines = [text for found in answer.findings.sets for text in _texts(found)]
    if options.output is not None and not is_stdout(options.output):
        _write(options.output, lines, answer, progress)
    if options.json:
        print(_as_json(options, answer))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0 if answer.result.complete else STOPPED_EARLY


def _write(output: Path, lines: list[str], answer: OptionSearchResult, progress: ConditionOutput) -> None:
    """A result in the output that is not this session's is kept under a numbered name."""
    content = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
    if is_stream(output):
        write_stream(output, content)
        return
    kept = Ownership(answer.result.folder, output).write(content)
    if kept is not None:
        progress.say(kept_line(output, kept))


def _print_causes(progress: ConditionOutput, answer: OptionSearchResult, what: str) -> None:
    found, context = answer.findings.sets, answer.findings.context
    if found == [()]:
        progress.say(f"the failure also occurs with none of the {what}: it does not depend on them")
    elif context is not None:
        others = f"together with {', '.join(_texts(context))}" if context else "alone"
        progress.say(f"makes the difference, {others}: {', '.join(_texts(found[0]))}")
    elif found:
        needed = "needed for the failure" if answer.result.complete else "the failure occurs with"
        progress.say(f"{needed}: {', '.join(_texts(found[0]))}")


def _print_preventing(progress: ConditionOutput, answer: OptionSearchResult, what: str) -> None:
    if answer.result.complete:
        progress.say(f"no other of the {what} prevents it")


def _texts(found: Conditions) -> list[str]:
    return [each.text for each in found]


def _as_json(options: argparse.Namespace, answer: OptionSearchResult) -> str:
    result, findings = answer.result, answer.findings
    record = json.loads(
        as_json(
            result.statistics,
            before=result.before,
            after=result.after,
            output=options.output,
            criterion=result.criterion,
        )
    )
    record["found"] = [_texts(found) for found in findings.sets]
    record["context"] = None if findings.context is None else _texts(findings.context)
    return json.dumps(record, indent=1)
